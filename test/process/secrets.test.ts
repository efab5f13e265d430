// A secret of the daemon's environment stays private: no program that a tool starts can read it, from its own environment or the daemon's,
// and elsewhere it is masked before it is stored.
// @module-tag deep

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {PROGRAM} from '../../scripts/screens/program.ts';
import {writeOldNode} from '../support/own-node.ts';
import {spawnDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {startedRun} from '../support/started-run.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

const SECRETS = {
  OPENAI_API_KEY: 'sk-proj-quite0a0secret0value0',
  LOCAL: 'named-by-the-configuration',
  MY_PASSWORD: 'correct horse battery',
};

/** Searches wherever a program of the same user can: its own environment, and that of every parent process. */
const LOOK = [
  'env',
  'pid=$$',
  `while [ "$pid" -gt 1 ]; do tr '\\0' '\\n' < /proc/$pid/environ; tr '\\0' ' ' < /proc/$pid/cmdline; cat /proc/$pid/fd/0 2>/dev/null`,
  `pid=$(awk '/^PPid/{print $2}' /proc/$pid/status); grep -q rooster /proc/$pid/cmdline || break; done`,
  'echo; echo looked',
].join('; ');

const jobFile = (command: string): string =>
  `---\nschedule: "0 0 1 1 *"\nannounce: none\npre_tools:\n  - name: bash\n    input: {command: ${JSON.stringify(command)}}\n---\nlook\n`;

describe.runIf(process.platform === 'linux')('the secrets of the daemon', () => {
  test("can't be read by a program that a tool starts, but still work for the daemon", {tags: ['fast']}, async () => {
    using home = tempDir();
    writeConfig(home.path, {
      providers: {local: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKey: {env: 'LOCAL'}}},
    });
    mkdirSync(join(home.path, 'workspace/cron'), {recursive: true});
    writeFileSync(join(home.path, 'workspace/cron/look.md'), jobFile(LOOK), {mode: 0o600});
    writeFileSync(join(home.path, 'notes.txt'), `the password is ${SECRETS.MY_PASSWORD}.`);
    const leak = jobFile(`cat ${join(home.path, 'notes.txt')}`);
    writeFileSync(join(home.path, 'workspace/cron/leak.md'), leak, {mode: 0o600});
    await using daemon = await startRealDaemon({home: home.path, env: SECRETS});
    expect(daemon.hello.pid).toBe(daemon.pid);
    const own = readFileSync(`/proc/${daemon.pid}/environ`, 'utf8');
    expect(Object.values(SECRETS).filter(secret => own.includes(secret))).toEqual([]);
    expect(own).toContain('ROOSTER_HOME=');

    const seen = await outputOf(daemon, 'look');
    expect(seen).toContain('looked');
    expect(seen).toContain('ROOSTER_HOME');
    expect(Object.keys(SECRETS).filter(name => seen.includes(`${name}=`))).toEqual([]);
    expect(Object.values(SECRETS).filter(secret => seen.includes(secret))).toEqual([]);
    expect(await outputOf(daemon, 'leak')).toContain('the password is ••••.');
    for (const file of ['rooster.db', 'rooster.db-wal']) {
      const stored = readFileSync(join(home.path, file));
      expect(Object.values(SECRETS).filter(secret => stored.includes(secret))).toEqual([]);
    }
    expect(await daemon.kill('SIGTERM')).toEqual({code: 0, signal: null, stdout: '', stderr: ''});
  });

  test("don't stay in an old Node that handed over to the right one", async () => {
    using home = tempDir();
    writeConfig(home.path, {
      providers: {local: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKey: {env: 'LOCAL'}}},
    });
    const file = writeOldNode(home.path, PROGRAM);
    const child = spawn(process.execPath, [file, 'daemon', 'run'], {
      env: {...process.env, ...SECRETS, ROOSTER_HOME: home.path},
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    try {
      const own = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
      await until('it is the daemon itself', () => own('cmdline').includes('--secrets-on-stdin'));
      expect(Object.values(SECRETS).filter(secret => own('environ').includes(secret))).toEqual([]);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });

  test("don't block a start with a deadline", async () => {
    using home = tempDir();
    await using daemon = spawnDaemon({home: home.path, env: SECRETS, nodeFlags: ['--no-warnings']});
    await until('its socket is there', () => readFileSync(`/proc/${daemon.pid}/cmdline`, 'utf8').includes('--secrets'));
    expect(readFileSync(`/proc/${daemon.pid}/cmdline`, 'utf8').split('\0')).toContain('--no-warnings');
  });
});

const outputOf = async (daemon: Awaited<ReturnType<typeof startRealDaemon>>, name: string): Promise<string> => {
  const runId = await startedRun(daemon.call('cron.run', {name}));
  const run = async () => await daemon.call('run.get', {id: runId});
  for (;;) {
    const found = await run();
    if (found.status !== 'running') return JSON.stringify(found);
    await new Promise<void>(resolve => setTimeout(resolve, 20));
  }
};
