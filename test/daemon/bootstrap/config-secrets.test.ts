import {expect, test} from 'vitest';
import {secretFiles, secretNames, secretValues} from '../../../src/daemon/bootstrap/config-secrets.ts';
import {testConfig} from '../../support/test-config.ts';

const CONFIG = testConfig({
  providers: {local: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', apiKey: {file: '/keys/local'}}},
  ping: {url: 'https://hc-ping.com/for-the-watcher', every: '5m', secret: {file: '/keys/ping'}},
  policy: {secrets: {TOKEN: {secret: {env: 'GH'}, hosts: ['api.example.com']}}},
});

test('commands read no file that the configuration names for a secret', () => {
  expect(secretFiles(CONFIG).toSorted()).toEqual(['/keys/local', '/keys/ping']);
});

test('commands get neither the variable of a secret, nor the one that lends it, and texts none of the values', () => {
  expect(secretNames(CONFIG).toSorted()).toEqual(['GH', 'TOKEN']);
  expect(secretValues(CONFIG, {GH: 'for-the-host'}).toSorted()).toEqual([
    'for-the-host',
    'https://hc-ping.com/for-the-watcher',
  ]);
});
