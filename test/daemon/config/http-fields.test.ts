// The keys of the HTTP door: what is refused, and what stays in force.
import {expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {testKnowledge} from '../../support/test-config.ts';

const check = (raw: unknown) => checkConfig(raw, testKnowledge);
const hook = {secret: 'for-the-hook', target: 'rooster:main'};

test.each(['127.0.0.1:8787', '[::1]:8787', 'localhost:0', '/run/rooster/door.sock', 'unix:/tmp/door.sock'])(
  '%s is an address to listen on',
  listen => {
    expect(check({http: {listen}})).toMatchObject({problems: [], config: {http: {listen, behindProxy: false}}});
  },
);

test.each([
  '8787',
  '127.0.0.1',
  '127.0.0.1:99999',
  '300.0.0.1:80',
  'example.org:80',
  'http://127.0.0.1:80',
  'door.sock',
])('%s is refused, and nothing listens', listen => {
  const {config, problems} = check({http: {listen}});
  expect(config.http).toBeUndefined();
  expect(problems).toMatchObject([{key: 'http.listen', inForce: 'nothing listens'}]);
});

test('an address that other machines reach needs behindProxy', () => {
  for (const listen of ['0.0.0.0:8787', '[::]:8787', '192.168.1.2:8787']) {
    expect(check({http: {listen}}).config.http).toBeUndefined();
    expect(check({http: {listen, behindProxy: true}}).problems).toEqual([]);
  }
});

test.each([
  ['without a secret', {target: 'rooster:main'}, 'hooks.ci.secret'],
  ['with a relative file', {...hook, secret: {file: 'secret'}}, 'hooks.ci.secret'],
  ["with another agent's conversation", {...hook, target: 'hen:main'}, 'hooks.ci.target'],
  ["with a job's session", {...hook, target: 'rooster:cron:morning'}, 'hooks.ci.target'],
  ['with an address of nobody', {...hook, target: 'signal:nobody'}, 'hooks.ci.target'],
  ['with an unknown place', {...hook, template: 'By {{sender.name}}'}, 'hooks.ci.template'],
  ['with an unknown reply', {...hook, reply: 'loud'}, 'hooks.ci.reply'],
])('a hook %s is left out', (_, raw, key) => {
  const {config, problems} = check({hooks: {ci: raw, good: hook}});
  expect(Object.keys(config.hooks)).toEqual(['good']);
  expect(problems).toMatchObject([{key, inForce: 'there is no hook ci'}]);
  expect(JSON.stringify(problems)).not.toContain('for-the-hook');
});

test('a hook has no trust by default, and asks the agent', () => {
  expect(check({hooks: {ci: hook}}).config.hooks['ci']).toEqual({
    ...hook,
    scheme: 'bearer',
    trust: 'public',
    reply: 'turn',
  });
});
