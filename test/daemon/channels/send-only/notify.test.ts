// The notify channel with real small programs, in the shell that the daemon uses.
import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {NOTIFY} from '../../../../src/daemon/channels/send-only/notify.ts';
import {openSendOnly} from '../../../../src/daemon/channels/send-only/send-only-channel.ts';
import {findProgram} from '../../../../src/daemon/system/find-program.ts';
import {createJobShell, createShell} from '../../../../src/daemon/tools/shell/workspace-shell.ts';
import type {Outbound} from '../../../../src/shared/records/delivery/injection.ts';
import {SendFailure} from '../../../../src/shared/records/delivery/send-failure.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {fakeSandbox} from '../../../support/fake-sandbox.ts';
import {sendTools} from '../../../support/send-tools.ts';
import {tempDir} from '../../../support/temp-dir.ts';

const DUE = Date.UTC(2026, 10, 21, 12);
const REMINDER: Outbound = {
  id: 'dlv_1',
  key: 'run_1@notify:default',
  to: 'notify:default',
  text: "Tea's ready; $(touch pwned) `id`",
  plain: true,
  repeat: false,
  run: {kind: 'reminder', name: 'rem_1', scheduledFor: DUE, waits: true},
};

/** `limitMs`: the real duration of the half minute that a program has. */
const openScene = (command: readonly string[], environment: Record<string, string> = {}, limitMs = 30_000) => {
  const dir = tempDir();
  const real = systemClock();
  const clock: Clock = {...real, after: (ms, run) => real.after(ms === 30_000 ? limitMs : ms, run)};
  const env = {PATH: process.env['PATH'] ?? '', ...environment};
  const shell = createShell({
    clock,
    root: dir.path,
    environment: env,
    secretNames: () => ['MY_SERVER'],
    sandbox: fakeSandbox(),
  });
  const tools = sendTools({
    clock,
    zone: () => 'Europe/Berlin',
    run: createJobShell(shell, text => text.replaceAll('hunter2', '••••'), 'It took too long.'),
    findProgram: program => findProgram(program, env.PATH, dir.path),
  });
  const channel = openSendOnly(NOTIFY, {command}, tools);
  const send = (outbound: Outbound) => channel.send(outbound, new AbortController().signal, async () => {});
  return {
    channel,
    send,
    /** The reason why a send failed. */
    failure: async (outbound: Outbound) => {
      const thrown: unknown = await send(outbound).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(thrown instanceof SendFailure)) throw new Error('the send did not fail as a channel should');
      return {sentence: thrown.message, end: thrown.end};
    },
    script: (name: string, text: string): void => {
      writeFileSync(`${dir.path}/${name}`, `#!/bin/sh\n${text}\n`);
      chmodSync(`${dir.path}/${name}`, 0o755);
    },
    read: (name: string) => readFileSync(`${dir.path}/${name}`, 'utf8'),
    [Symbol.dispose]: dir[Symbol.dispose],
  };
};

test('the program gets the text on stdin, byte for byte, and facts in its environment', async () => {
  using scene = openScene(['./show'], {OPENAI_API_KEY: 'sk-secret', MY_SERVER: 'x'});
  scene.script('show', 'cat > text; env > env');
  await scene.send({...REMINDER, late: {dueAt: DUE, zone: 'Europe/Berlin'}, repeat: true});
  expect(scene.read('text')).toContain("Tea's ready; $(touch pwned) `id`");
  const env = scene.read('env');
  expect(env.split('\n')).toEqual(
    expect.arrayContaining([
      'ROOSTER_KIND=reminder',
      'ROOSTER_TITLE=Reminder',
      'ROOSTER_ID=dlv_1',
      'ROOSTER_NAME=rem_1',
      'ROOSTER_ADDRESS=notify:default',
      'ROOSTER_AT=2026-11-21T12:00:00.000Z',
      'ROOSTER_LATE=1',
      'ROOSTER_REPEAT=1',
    ]),
  );
  expect(env).not.toMatch(/sk-secret|MY_SERVER/u);
});

test('{title} and {text} are replaced inside arguments, and the shell reads neither', async () => {
  using scene = openScene(['./show', '--', '{title}: {text}', "it's {other}"]);
  scene.script('show', 'for each in "$@"; do echo "<$each>"; done > arguments');
  await scene.send(REMINDER);
  expect(scene.read('arguments')).toBe("<-->\n<Reminder: Tea's ready; $(touch pwned) `id`>\n<it's {other}>\n");
});

test('a long text reaches the program whole, even if the program does not read it', async () => {
  using scene = openScene(['./show', '{text}']);
  const text = 'x'.repeat(300_000);
  scene.script('show', 'cat > text');
  await scene.send({...REMINDER, text});
  expect(scene.read('text')).toBe(text);
  using deaf = openScene(['true']);
  await deaf.send({...REMINDER, text});
});

test('a failing program is retried, and its output gives the reason, without secrets', async () => {
  using scene = openScene(['sh', '-c', 'echo "No display for hunter2." >&2; exit 3']);
  expect(await scene.failure(REMINDER)).toEqual({
    sentence: 'The notify command failed. Exit code 3. It wrote: No display for ••••.',
    end: {retry: 'later', doubt: false},
  });
});

test('a program that was killed may have shown the message: the next attempt is a repeat', async () => {
  using scene = openScene(['sh', '-c', 'kill -9 0']);
  expect((await scene.failure(REMINDER)).end).toEqual({retry: 'later', doubt: true});
});

test('a program that hangs is ended after its time, and the next attempt is a repeat', async () => {
  using scene = openScene(['sleep', '600'], {}, 50);
  const {sentence, end} = await scene.failure(REMINDER);
  expect(sentence).toBe('The notify command failed. It took too long.');
  expect(end).toEqual({retry: 'later', doubt: true});
});

test('a missing program fails permanently, and the status shows the reason', async () => {
  using scene = openScene(['no-such-program', 'x']);
  const sentence = 'Couldn\'t find the program "no-such-program". Install it, or change notify.command.';
  expect(await scene.failure(REMINDER)).toEqual({sentence, end: {retry: 'never'}});
  expect(scene.channel.status()).toMatchObject({channel: 'notify', inbound: 'off', warnings: [sentence]});
});
