// Leaving the sandbox: a command that needs more than the configuration gives runs after a person's yes, and only with exactly that.
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fakeSandbox} from '../support/fake-sandbox.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const open = async (input: object, policy: object = {}) => {
  const dir = tempDir();
  const home = join(dir.path, 'home');
  mkdirSync(home);
  const sandbox = fakeSandbox();
  const daemon = await openTestDaemon({
    home,
    sandbox,
    env: {PATH: process.env['PATH']},
    models: scriptedModel([{calls: [{name: 'bash', input}]}, 'Done.']).models,
    config: {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
      heartbeat: {enabled: false},
      reflection: {enabled: false},
      policy,
    },
  });
  return {
    ...daemon,
    sandbox,
    ran: () => existsSync(join(home, 'workspace/ran')),
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('a command in the sandbox asks nobody', async () => {
  await using it = await open({command: 'touch ran'});
  await it.say('go');
  expect(it.ran()).toBe(true);
  expect(it.events.some(({type}) => type === 'approval.asked')).toBe(false);
});

test('a command that needs another host runs with it after a yes, in the sandbox', async () => {
  await using it = await open({command: 'touch ran', hosts: ['Registry.npmjs.org.']});
  await it.call('session.send', {text: 'install it'});
  const {approval} = await it.event('approval.asked');
  expect(approval.effect).toBe('Run a command that may reach registry.npmjs.org: touch ran.');
  expect(it.ran()).toBe(false);
  await it.call('approval.answer', {id: approval.id, answer: 'approve'});
  await it.event('turn.ended');
  expect(it.ran()).toBe(true);
  expect(it.sandbox.orders).toMatchObject([{command: 'touch ran', hosts: ['registry.npmjs.org']}]);
});

test('a yes to a host can become a rule for the host, not one for the command with all that it may ask for', async () => {
  await using it = await open({command: 'touch ran', hosts: ['registry.npmjs.org']});
  await it.call('session.send', {text: 'install it'});
  const {approval} = await it.event('approval.asked');
  expect(approval.effects.map(({names}) => names)).toEqual([{host: 'registry.npmjs.org'}]);
  const asCommand = it.call('approval.answer', {id: approval.id, answer: 'approve', always: {scope: 'command'}});
  await expect(asCommand).rejects.toThrow('This call names no command.');
  await it.call('approval.answer', {id: approval.id, answer: 'approve', always: {scope: 'host'}});
  await it.event('turn.ended');
  expect(it.ran()).toBe(true);
});

test('a command that wants to leave the sandbox does not run after a no', async () => {
  await using it = await open({command: 'touch ran', outside: true});
  await it.call('session.send', {text: 'install it'});
  const {approval} = await it.event('approval.asked');
  expect(approval.effect).toBe('Run outside the sandbox: touch ran.');
  await it.call('approval.answer', {id: approval.id, answer: 'deny'});
  await it.event('turn.ended');
  expect(it.ran()).toBe(false);
});

test.each([
  ['a sandbox that does not work', {}, 'Run without a sandbox, because none works here: touch ran.'],
  ['no sandbox in the configuration', {sandbox: 'full'}, 'Run outside the sandbox: touch ran.'],
])('with %s each command asks', async (_, policy, effect) => {
  await using it = await open({command: 'touch ran'}, policy);
  it.sandbox.breaks('It is broken.');
  await it.call('session.send', {text: 'go'});
  const {approval} = await it.event('approval.asked');
  expect(approval.effect).toBe(effect);
  expect(it.ran()).toBe(false);
  await it.call('approval.answer', {id: approval.id, answer: 'approve'});
  await it.event('turn.ended');
  expect(it.ran()).toBe(true);
  expect(it.sandbox.orders).toEqual([]);
});

test('with the sandbox off nothing asks', async () => {
  await using it = await open({command: 'touch ran'}, {sandbox: 'off'});
  it.sandbox.breaks('It is broken.');
  await it.say('go');
  expect(it.ran()).toBe(true);
});

test('a sandbox that works again while the person is asked makes it another question', async () => {
  await using it = await open({command: 'touch ran'});
  it.sandbox.breaks('It is broken.');
  await it.call('session.send', {text: 'go'});
  const {approval} = await it.event('approval.asked');
  it.sandbox.works();
  await it.call('approval.answer', {id: approval.id, answer: 'approve'});
  await it.event('turn.ended');
  expect(it.ran()).toBe(false);
});
