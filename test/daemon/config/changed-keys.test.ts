import {expect, test} from 'vitest';
import {changedKeys} from '../../../src/daemon/config/config.ts';
import {testConfig} from '../../support/test-config.ts';

test('each changed key is named as deep as objects go; a list changes as a whole', () => {
  const before = testConfig({
    agent: {model: 'offline', contextTokens: 9_000},
    providers: {one: {kind: 'openai', apiKey: 'a'}},
    users: [{name: 'alice', trust: 'full', match: []}],
    signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
  });
  const after = testConfig({
    agent: {id: 'hen'},
    providers: {one: {kind: 'openai', apiKey: 'b'}, two: {kind: 'openai'}},
    users: [{name: 'alice', trust: 'inner', match: []}],
    signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
  });
  expect(changedKeys(before, after)).toEqual([
    'agent.id',
    'agent.contextTokens',
    'providers.one.apiKey',
    'providers.two',
    'users',
    'signal.groups',
  ]);
  expect(changedKeys(before, before)).toEqual([]);
});

test('an added or removed section is one key', () => {
  expect(changedKeys(testConfig(), testConfig({signal: {}}))).toEqual(['signal']);
});
