// The output of `rooster completion words` for the scripts, and the scripts in the shells that are installed.
import {spawnSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {SCRIPTS} from '../../../../src/tui/cli/completion/scripts.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const reminder = {id: 'rem_0000001aaaaaaateabag', message: 'tea for two'};
const answers = {
  'reminder.list': ({state}: {readonly state?: string}) => ({reminders: state === undefined ? [reminder] : []}),
  'session.list': () => ({sessions: [{key: 'a:chat:trip', title: 'Trip to Rome'}]}),
  'cron.list': () => ({jobs: [{name: 'standup', message: 'What did I do?'}], invalid: []}),
} as unknown as NonNullable<TestWorldOptions['answers']>;

const offered = async (typed: readonly string[], options: TestWorldOptions = {answers}): Promise<string> => {
  const {code, out, err, starts} = await rooster(['completion', 'words', '--', ...typed], options);
  expect({code, err: err(), starts: starts()}).toEqual({code: 0, err: '', starts: 0});
  return out();
};

test('a word, a tab, what it means: ids, names and keys come from the daemon', async () => {
  expect(await offered(['reminders', 'done', ''])).toBe('teabag\ttea for two\n');
  expect(await offered(['reminders', 'done', 'x'])).toBe('');
  expect(await offered(['cron', 'run', 'st'])).toBe('standup\tWhat did I do?\n');
  expect(await offered(['sessions', 'show', 'Trip\\ t'])).toBe('Trip to Rome\ta:chat:trip\n');
  expect(await offered(['cron', 'pa'])).toBe('pause\tpause a job until you resume it, or until a time\n');
  const ask = async () => ({
    code: 0,
    stdout: JSON.stringify({
      keys: [
        {key: 'agent.model', sentence: 'The model.', writes: 'text'},
        {key: 'hooks.NAME.secret', sentence: 'A secret.', writes: 'text'},
      ],
    }),
    stderr: '',
  });
  expect(await offered(['config', 'get', ''], {running: false, ask})).toBe('agent.model\tThe model.\n');
});

test('without a daemon, and with one that fails, it offers no values and says nothing', async () => {
  expect(await offered(['reminders', 'done', ''], {running: false})).toBe('');
  expect(await offered(['runs', 'show', ''])).toBe('');
});

/** Presses Tab after a line, in a shell that finds a `rooster` with these offers. */
const SHELLS: Readonly<Record<string, (script: string, line: string) => readonly string[]>> = {
  bash: (script, line) => [
    '-c',
    `source ${script}; COMP_WORDS=(${line}); [[ "${line}" == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _rooster; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, line) => [
    '-f',
    '-c',
    `autoload -U compinit; compinit -D; source ${script}; _describe() { print -l -- "\${(@P)3}"; }; words=(\${(z):-${line}} ${line.endsWith(' ') ? "''" : ''}); CURRENT=\${#words}; _rooster`,
  ],
  fish: (script, line) => ['--no-config', '-c', `source ${script}; complete -C '${line}'`],
};

describe.each(Object.keys(SHELLS))('in %s', shell => {
  const isInstalled = spawnSync(shell, ['-c', 'exit 0']).status === 0;

  test.skipIf(!isInstalled)('Tab passes the typed words and shows the answer', () => {
    using folder = tempDir();
    const script = join(folder.path, 'script');
    const program = join(folder.path, 'rooster');
    writeFileSync(script, SCRIPTS.get(shell) ?? '');
    writeFileSync(
      program,
      `#!/bin/sh\necho "$*" >> ${folder.path}/asked\nprintf 'teabag\\ttea: for two\\nTrip to Rome\\ta trip\\n'\n`,
    );
    chmodSync(program, 0o755);
    const {stdout, stderr} = spawnSync(shell, SHELLS[shell]?.(script, 'rooster reminders done ') ?? [], {
      encoding: 'utf8',
      env: {PATH: `${folder.path}:${process.env['PATH']}`, HOME: folder.path, TERM: 'dumb'},
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^teabag/mu);
    expect(stdout).toMatch(/^Trip\\? to/mu);
    const asked = spawnSync('cat', [join(folder.path, 'asked')], {encoding: 'utf8'}).stdout;
    expect(asked.split('\n')[0]).toBe('completion words -- reminders done ');
  });
});
