import {expect, test} from 'vitest';
import {nextWords} from '../../../../src/tui/cli/completion/next-words.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../../src/tui/cli/verbs.ts';

/** The offered words, or the kind of values that the daemon knows. `line`: what is typed, with its last word. */
const after = (line: string): readonly string[] | string => {
  const words = line.split(' ');
  const next = nextWords(words.slice(0, -1), words.at(-1) ?? '', ENTRIES, ROOT_OPTIONS);
  return next.kind === 'values' ? next.of : next.offers.map(({word}) => word);
};

test('verbs come first, then the verbs of a noun, each with what it does', () => {
  expect(after('')).toEqual([...ENTRIES.map(({name}) => name), 'jobs', 'help']);
  expect(after('cron ')).toContain('preview');
  expect(after('help cron ')).toContain('preview');
  const next = nextWords([], '', ENTRIES, ROOT_OPTIONS);
  expect(next.kind === 'offers' && next.offers.find(({word}) => word === 'chat')?.about).toBe(
    'send the agent one message, or chat line by line',
  );
});

test.each([
  ['-', ['--session', '--host', '--ascii', '--watch', '--plain', '--version', '--help']],
  ['cron preview -', ['--tz', '--count', '--json', '--help']],
  ['reminders --', ['--user', '--state', '--limit', '--all', '--json', '--help']],
  ['reminders list --state ', ['pending', 'firing', 'fired', 'done', 'cancelled']],
  ['reminders list --state = ', ['pending', 'firing', 'fired', 'done', 'cancelled']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['no-such-verb ', []],
  ['status ', []],
])('after `rooster %s` the table of verbs knows %j', (line, words) => {
  expect(after(line)).toEqual(words);
});

test.each([
  ['reminders done ', 'reminder'],
  ['reminders --user bob done ', []],
  ['alarms cancel ', 'alarm'],
  ['runs show ', 'run'],
  ['outbox retry ', 'delivery'],
  ['why ', 'record'],
  ['cron run --dry ', 'job'],
  ['sessions show ', 'session'],
  ['chat --session ', 'session'],
  ['config set ', 'config-key'],
  ['config set agent.model ', []],
  ['reminders --user ', 'person'],
  ['quiet ', 'person'],
  ['theme use ', 'theme'],
])('after `rooster %s` the daemon knows %j', (line, kind) => {
  expect(after(line)).toEqual(kind);
});
