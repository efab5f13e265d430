import {expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {testConfig, testKnowledge} from '../../support/test-config.ts';

test('commands may write in the workspace and reach no host, unless the configuration says otherwise', () => {
  expect(testConfig().policy).toMatchObject({sandbox: 'workspace', hosts: []});
  const policy = {sandbox: 'read-only', hosts: ['example.com', '*.npmjs.org'], inner: 'read-only'};
  expect(testConfig({policy}).policy).toMatchObject(policy);
});

test.each([
  ['Example.COM.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['*.Bücher.example.', '*.xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('the host %s is compared as %s', (host, compared) => {
  expect(testConfig({policy: {hosts: [host]}}).policy.hosts).toEqual([compared]);
});

test.each([
  [
    'https://example.com',
    '"https://example.com" isn\'t a host: write only its name, without "https://", port or path.',
  ],
  ['example.com:443', '"example.com:443" isn\'t a host: write only its name, without "https://", port or path.'],
  ['example.com/x', '"example.com/x" isn\'t a host: write only its name, without "https://", port or path.'],
  ['user@example.com', '"user@example.com" isn\'t a host: write only its name, without "https://", port or path.'],
  ['exa mple.com', '"exa mple.com" isn\'t a host: write only its name, without "https://", port or path.'],
  ['exam%70le.com', '"exam%70le.com" isn\'t a host: write only its name, without "https://", port or path.'],
  ['*', '"*" isn\'t a host: write only its name, without "https://", port or path.'],
  ['*.*.example.com', '"*.*.example.com" isn\'t a host: write only its name, without "https://", port or path.'],
  ['a*.example.com', '"a*.example.com" isn\'t a host: write only its name, without "https://", port or path.'],
  ['*.com', '"*.com" is far too many hosts. Write a name such as "example.com".'],
  ['localhost', '"localhost" has no dot. Write a name such as "example.com".'],
  ['127.0.0.1', '"127.0.0.1" is an address. Write the name of the host.'],
  ['127.1', '"127.1" is an address. Write the name of the host.'],
  ['2130706433', '"2130706433" is an address. Write the name of the host.'],
  ['0x7f.1', '"0x7f.1" is an address. Write the name of the host.'],
  ['0x7f000001.', '"0x7f000001." is an address. Write the name of the host.'],
  ['１２７.0.0.1', '"１２７.0.0.1" is an address. Write the name of the host.'],
  ['example..com', '"example..com" isn\'t the name of a host.'],
  ['-a.example.com', '"-a.example.com" isn\'t the name of a host.'],
])('%s as a host is refused with a sentence, and the other hosts count', (host, reason) => {
  const {config, problems} = checkConfig({policy: {hosts: [host, 'example.org']}}, testKnowledge);
  expect(config.policy.hosts).toEqual(['example.org']);
  expect(problems).toEqual([{key: 'policy.hosts[0]', reason, inForce: `"${host}" can't be reached`}]);
});

test('a sandbox of another name leaves the earlier one in force', () => {
  const {config, problems} = checkConfig({policy: {sandbox: 'none', inner: 'full'}}, testKnowledge);
  expect(config.policy).toMatchObject({sandbox: 'workspace', hosts: []});
  expect(problems.map(({key, reason}) => `${key}: ${reason}`)).toEqual([
    'policy.sandbox: It must be one of "read-only", "workspace", "full", "off", not "none".',
    'policy.inner: It must be one of "read-only", "workspace", not "full".',
  ]);
});

test.each([
  ['speech', {speech: {command: ['whisper'], sandbox: 'workspace'}}],
  ['notify', {notify: {command: ['show'], sandbox: 'read-only'}}],
  ['cron', {cron: [{name: 'disk', cron: '0 8 * * *', run: 'df', sandbox: 'read-only'}]}],
])('a sandbox beside the command of %s is read', (_, raw) => {
  expect(testConfig(raw)).toMatchObject(raw);
});

test('a job without a command has no sandbox, and a command has no sandbox of another name', () => {
  const cron = [{name: 'ask', cron: '0 8 * * *', message: 'Hello?', sandbox: 'workspace'}];
  const {problems} = checkConfig({cron, speech: {command: ['whisper'], sandbox: 'full'}}, testKnowledge);
  expect(problems.map(({key, reason}) => `${key}: ${reason}`)).toEqual([
    'cron[0].sandbox: Only a job with gate or run has one.',
    'speech.sandbox: It must be one of "read-only", "workspace", not "full".',
  ]);
});

test('a secret for commands has a variable of its own, a value and the hosts that get it', () => {
  const secrets = {GITHUB_TOKEN: {secret: {env: 'GH'}, hosts: ['api.github.com']}};
  expect(testConfig({policy: {secrets}}).policy.secrets).toEqual(secrets);
});

test.each([
  ['PATH', {secret: 'hunter2', hosts: ['example.com']}, 'policy.secrets.PATH: Its name must be that of a variable'],
  ['LD_PRELOAD', {secret: 'hunter2', hosts: ['example.com']}, 'policy.secrets.LD_PRELOAD: Its name must be that of'],
  ['A B', {secret: 'hunter2', hosts: ['example.com']}, 'policy.secrets.A B: Its name must be that of a variable'],
  ['KEY', {secret: 'hunter2', hosts: []}, 'policy.secrets.KEY.hosts: Name a host that gets it.'],
  ['KEY', {hosts: ['example.com']}, 'policy.secrets.KEY.secret: It is missing'],
])('the secret %s as %j is refused with a sentence', (name, secret, sentence) => {
  const {config, problems} = checkConfig({policy: {secrets: {[name]: secret}}}, testKnowledge);
  expect(config.policy.secrets).toEqual({});
  expect(problems.map(({key, reason}) => `${key}: ${reason}`)).toEqual([expect.stringContaining(sentence)]);
});
