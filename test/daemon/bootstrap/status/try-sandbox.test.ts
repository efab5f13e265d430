import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../../src/daemon/ports/sandbox.ts';
import {fakeSandbox} from '../../../support/fake-sandbox.ts';
import {HAS_SANDBOX, realSandbox} from '../../../support/real-sandbox.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {openTestDaemon} from '../../../support/test-daemon.ts';

const open = async (sandboxIn: (home: string, person: string) => Sandbox, policy: unknown = {}) => {
  const dir = tempDir('try', '/tmp');
  const home = join(dir.path, 'rooster');
  const daemon = await openTestDaemon({
    home,
    config: {policy},
    env: {PATH: process.env['PATH']},
    sandbox: sandboxIn(home, join(dir.path, 'person')),
  });
  return {
    ...daemon,
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('the status says which sandbox is chosen, and why it does not work', async () => {
  const sandbox = fakeSandbox();
  await using daemon = await open(() => sandbox, {sandbox: 'read-only'});
  expect((await daemon.call('daemon.status', {})).sandbox).toEqual({kind: 'read-only', works: true});
  sandbox.breaks("socat isn't installed.");
  const broken = {kind: 'read-only', works: false, reason: "socat isn't installed."};
  expect((await daemon.call('daemon.status', {})).sandbox).toEqual(broken);
  expect(await daemon.call('sandbox.try', {})).toEqual({...broken, tried: []});
});

test('a sandbox that keeps nothing from a command is noticed', async () => {
  await using daemon = await open(() => fakeSandbox());
  const {works, tried} = await daemon.call('sandbox.try', {});
  expect(works).toBe(false);
  expect(tried).toEqual([
    {ok: true, what: 'a command writes in the workspace'},
    {ok: false, what: 'a command can write outside the workspace'},
    {ok: false, what: 'it may reach hosts that are not listed: there is no proxy'},
  ]);
});

test('a secret that can not be read is a problem of the status', async () => {
  const secrets = {TOKEN: {secret: {env: 'NOWHERE'}, hosts: ['api.example.com']}};
  await using daemon = await open(() => fakeSandbox(), {secrets});
  expect((await daemon.call('daemon.status', {})).problems).toContainEqual(
    expect.objectContaining({
      key: 'policy.secrets.TOKEN',
      reason: 'The environment variable NOWHERE is not set. Set it and restart the daemon.',
    }),
  );
});

describe.runIf(HAS_SANDBOX)('on this machine', () => {
  test('the real sandbox keeps what it promises', {tags: ['deep']}, async () => {
    let sandbox: (Sandbox & AsyncDisposable) | undefined;
    await using daemon = await open((home, person) => {
      sandbox = realSandbox(home, person);
      return sandbox;
    });
    const outcome = await daemon.call('sandbox.try', {});
    await sandbox?.[Symbol.asyncDispose]();
    expect(outcome).toEqual({
      kind: 'workspace',
      works: true,
      tried: [
        {ok: true, what: 'a command writes in the workspace'},
        {ok: true, what: 'it writes nothing outside'},
        {ok: true, what: 'it reaches no host that is not listed'},
      ],
    });
  });
});
