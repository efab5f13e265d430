import {expect, test} from 'vitest';
import {type Args, type Parsed, parseArguments} from '../../../src/tui/cli/arguments.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../src/tui/cli/verbs.ts';

const parse = (line: string): Parsed => parseArguments(words(line), ENTRIES, ROOT_OPTIONS);

/** Splits words like a shell, as far as these tests need it. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const args = (line: string): readonly [string, Args] => {
  const parsed = parse(line);
  if (parsed.kind !== 'run') throw new Error(`not a verb to run: ${JSON.stringify(parsed)}`);
  return [parsed.path.join(' '), parsed.args];
};

test.each([
  ['chat', 'chat', [], {}, []],
  ['chat hello there', 'chat', ['hello', 'there'], {}, []],
  ['chat --session a:main "hello there"', 'chat', ['hello there'], {session: 'a:main'}, []],
  ['--session a:main chat hello', 'chat', ['hello'], {session: 'a:main'}, []],
  ['chat -- --json', 'chat', ['--json'], {}, []],
  ['chat -', 'chat', ['-'], {}, []],
  ['reminders', 'reminders', [], {}, []],
  ['reminders --json', 'reminders', [], {}, ['json']],
  ['reminders --user list', 'reminders', [], {user: 'list'}, []],
  ['reminders --user alice list', 'reminders list', [], {user: 'alice'}, []],
  ['reminders --json cancel rem_1', 'reminders cancel', ['rem_1'], {}, ['json']],
  ['reminders --state=fired', 'reminders', [], {state: 'fired'}, []],
  ['cron preview "0 8 * * 1-5" -n3 --tz UTC', 'cron preview', ['0 8 * * 1-5'], {count: '3', tz: 'UTC'}, []],
  ['cron preview "0 8 * * 1-5" -n 3', 'cron preview', ['0 8 * * 1-5'], {count: '3'}, []],
  ['jobs', 'cron', [], {}, []],
  ['config', 'config', [], {}, []],
  ['daemon', 'daemon', [], {}, []],
  ['jobs pause backup', 'cron pause', ['backup'], {}, []],
  ['find garage code', 'find', ['garage', 'code'], {}, []],
  ['daemon logs -f', 'daemon logs', [], {}, ['follow']],
  ['inject a:main say this --deliver', 'inject', ['a:main', 'say', 'this'], {}, ['deliver']],
])('`rooster %s` is the command `%s` with its words and options', (line, path, wordsOf, values, switches) => {
  expect(args(line)).toEqual([path, {words: wordsOf, values, switches: new Set(switches)}]);
});

test.each([
  ['sesions', 'unknown verb "sesions" (did you mean sessions?)'],
  ['nothinglikeit', 'unknown verb "nothinglikeit"'],
  ['reminders cancle rem_1', 'unknown verb "reminders cancle" (did you mean cancel?)'],
  ['status --jsno', 'unknown option "--jsno" (did you mean --json?)'],
  ['status --verbose', 'unknown option "--verbose"'],
  ['undo', 'unknown verb "undo" (did you mean reminders undo?)'],
  ['status extra', 'unexpected "extra" (put quotes around text with spaces)'],
  ['cron show morning coffee', 'unexpected "coffee" (put quotes around text with spaces)'],
  ['remind', 'missing WHEN: 20m, "tomorrow 9am", "every weekday at 8", 2026-12-01T09:00, …'],
  ['sessions show --limit', 'option "--limit" needs a value: N'],
  ['cron add standup --schedule= --run x', 'option "--schedule" is empty'],
  ['status --json=yes', 'option "--json" takes no value'],
  ['outbox --state lost', 'option "--state" takes one of queued, sending, sent, delivered, read, dead, not "lost"'],
  ['calendar', '"calendar" needs one of: export, import'],
  ['daemon --force', 'unknown option "--force"'],
  ['--frobnicate', 'unknown option "--frobnicate"'],
  ['help nosuch', 'unknown verb "nosuch"'],
])('`rooster %s` is wrong usage, and the error gives the reason', (line, sentence) => {
  expect(parse(line)).toMatchObject({kind: 'misuse', sentence});
});

test.each([
  ['--help', []],
  ['-h', []],
  ['help', []],
  ['help cron', ['cron']],
  ['help cron preview', ['cron', 'preview']],
  ['cron --help', ['cron']],
  ['cron preview --help', ['cron', 'preview']],
  ['remind --help', ['remind']],
  ['remind 20m -h', ['remind']],
])('`rooster %s` asks for help about [%s]', (line, path) => {
  expect(parse(line)).toEqual({kind: 'help', path});
});

test('without a command the terminal UI opens, with its own options', () => {
  expect(parse('--session a:main --plain')).toEqual({
    kind: 'open',
    args: {words: [], values: {session: 'a:main'}, switches: new Set(['plain'])},
  });
});

test('--version needs no command', () => {
  expect(parse('--version')).toEqual({kind: 'version'});
  for (const flag of ['-V', '-v']) expect(parse(flag)).toEqual({kind: 'version'});
});

test('300,000 arguments are parsed', () => {
  const many = Array.from({length: 300_000}, () => 'a');
  const parsed = parseArguments(['chat', '--', ...many], ENTRIES, ROOT_OPTIONS);
  expect(parsed.kind === 'run' && parsed.args.words.length).toBe(300_000);
});
