// The keys of the targets: what is refused, and what stays in force.
import {expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {testKnowledge} from '../../support/test-config.ts';

const check = (raw: unknown) => checkConfig(raw, testKnowledge);
const target = {url: 'https://agent.example/wake', secret: {env: 'NEO'}};

test('a target has a bearer secret, and its host is public, unless it says otherwise', () => {
  const {config, problems} = check({targets: {neo: target}});
  expect(problems).toEqual([]);
  expect(config.targets).toEqual({neo: {...target, scheme: 'bearer', private: false}});
});

test.each<[string, object, string]>([
  ['without an address', {secret: 'x'}, 'targets.neo.url'],
  ['with a name and password in its address', {...target, url: 'https://a:b@agent.example/'}, 'targets.neo.url'],
  ['whose secret would cross the network', {...target, url: 'http://agent.example/wake'}, 'targets.neo.url'],
  ['with a relative file', {...target, secret: {file: 'secret'}}, 'targets.neo.secret'],
  ['with a signature and no secret', {url: target.url, scheme: 'standard'}, 'targets.neo.secret'],
  ['with an unknown scheme', {...target, scheme: 'github'}, 'targets.neo.scheme'],
])('a target %s is left out', (_, neo, key) => {
  const {config, problems} = check({targets: {neo, other: target}});
  expect(Object.keys(config.targets)).toEqual(['other']);
  expect(problems).toMatchObject([{key, inForce: 'there is no target neo'}]);
});

test.each([
  'http://127.0.0.1:8787/wake',
  'http://localhost/',
  'http://[::1]/',
  'http://192.168.1.7/',
  'http://10.0.0.1/',
])('the secret may go to %s without encryption', url => {
  expect(check({targets: {neo: {...target, url}}}).problems).toEqual([]);
});

test('a signature, or a private network by name, needs no encryption', () => {
  const url = 'http://agent.lan/wake';
  expect(check({targets: {neo: {...target, url, scheme: 'standard'}}}).problems).toEqual([]);
  expect(check({targets: {neo: {...target, url, private: true}}}).problems).toEqual([]);
});

test('nobody has the address of a target', () => {
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'hook:neo']}];
  const {config, problems} = check({users, targets: {neo: target}});
  expect(config.users[0]?.match).toEqual(['terminal:default']);
  expect(problems).toMatchObject([{reason: expect.stringContaining('List it under targets.')}]);
});

test('a webhook reaches no target', () => {
  const {config} = check({targets: {neo: target}, hooks: {ci: {secret: 'x', target: 'hook:neo'}}});
  expect(config.hooks).toEqual({});
});
