import {expect, test} from 'vitest';
import {isNoun, type Verb, type VerbOrNoun} from '../../../src/tui/cli/arguments.ts';
import {helpFor} from '../../../src/tui/cli/help.ts';
import {ENTRIES} from '../../../src/tui/cli/verbs.ts';

const paths = (entry: VerbOrNoun): readonly (readonly [string, Verb])[] =>
  isNoun(entry) ? entry.verbs.map(verb => [`${entry.name} ${verb.name}`, verb] as const) : [[entry.name, entry]];
const EVERY_VERB = ENTRIES.flatMap(paths);

test('the table has the commands of the contract', () => {
  const names = EVERY_VERB.map(([path]) => path);
  expect(names).toEqual(
    expect.arrayContaining([
      'chat',
      'status',
      'watch',
      ...['list', 'show', 'stop', 'reset', 'compact', 'rename', 'new', 'fork', 'archive', 'restore', 'delete'].map(
        verb => `sessions ${verb}`,
      ),
      'inject',
      'remind',
      ...['list', 'show', 'cancel', 'snooze', 'done'].map(verb => `reminders ${verb}`),
      ...['list', 'show', 'add', 'edit', 'rm', 'run', 'pause', 'resume', 'check', 'preview'].map(
        verb => `cron ${verb}`,
      ),
      ...['list', 'show'].map(verb => `runs ${verb}`),
      ...['list', 'show', 'retry', 'discard'].map(verb => `outbox ${verb}`),
      'why',
      ...['path', 'show', 'check', 'keys', 'get', 'set'].map(verb => `config ${verb}`),
      ...['status', 'link'].map(verb => `signal ${verb}`),
      ...['run', 'start', 'stop', 'restart', 'status', 'logs', 'install', 'uninstall'].map(verb => `daemon ${verb}`),
      'doctor',
    ]),
  );
});

test.each(EVERY_VERB)(
  'the help of `rooster %s` lists its arguments and every option; no line is over 100 columns',
  (path, verb) => {
    const help = helpFor(path.split(' '));
    expect(help).toContain(`rooster ${path}: ${verb.help}`);
    for (const {name} of verb.arguments ?? []) expect(help).toContain(name);
    for (const {flag} of verb.options ?? []) expect(help).toContain(`--${flag}`);
    expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(100);
  },
);

test('the general help fits a terminal of 80 columns and names every command', () => {
  const help = helpFor([]).split('\n');
  for (const line of help) expect(line.length, line).toBeLessThanOrEqual(80);
  for (const {name} of ENTRIES) expect(help.some(line => line.startsWith(`  ${name}`))).toBe(true);
});
