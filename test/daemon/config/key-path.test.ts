import {expect, test} from 'vitest';
import {valueAt, withValueAt} from '../../../src/daemon/config/key-path.ts';

const file = {agent: {model: 'offline'}, users: [{name: 'alice'}, {name: 'bob', match: ['signal:b']}], list: []};

test.each([
  ['agent.model', 'offline'],
  ['users[1].match[0]', 'signal:b'],
  ['users.1.name', 'bob'],
  ['users', file.users],
  ['agent.id', undefined],
  ['agent.model.length', undefined],
  ['users.length', undefined],
  ['users[9].name', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
])('%s is found', (key, value) => {
  expect(valueAt(file, key)).toEqual(value);
});

test.each([
  ['agent.id', 'hen', {...file, agent: {model: 'offline', id: 'hen'}}],
  ['heartbeat.idleMinutes', 5, {...file, heartbeat: {idleMinutes: 5}}],
  ['users[0].name', 'carol', {...file, users: [{name: 'carol'}, file.users[1]]}],
  ['users[2]', {name: 'carol'}, {...file, users: [...file.users, {name: 'carol'}]}],
  [
    'signal.groups[0]',
    'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    {...file, signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']}},
  ],
  ['agent', undefined, {users: file.users, list: []}],
  ['agent.model', undefined, {...file, agent: {}}],
  ['users[0]', undefined, {...file, users: [file.users[1]]}],
  ['heartbeat.idleMinutes', undefined, file],
])('%s is set to %j, and nothing else changes', (key, value, expected) => {
  const before = structuredClone(file);
  expect(withValueAt(file, key, value)).toEqual(expected);
  expect(file).toEqual(before);
});

test.each([['agent.model.name'], ['users.alice'], ['users[7]'], [''], ['agent..id']])(
  "the path %j can't be set",
  key => {
    expect(withValueAt(file, key, 1)).toBeUndefined();
  },
);

test('keys keep their order', () => {
  expect(Object.keys(withValueAt(file, 'agent.model', 'x') as object)).toEqual(['agent', 'users', 'list']);
});

test('a key never reaches a prototype', () => {
  const wished = withValueAt({}, '__proto__.polluted', true);
  expect(Object.keys(wished as object)).toEqual(['__proto__']);
  expect(({} as {polluted?: boolean}).polluted).toBeUndefined();
});

test('removing a key in null leaves the null', () => {
  expect(withValueAt({agent: null}, 'agent.id', undefined)).toEqual({agent: null});
});
