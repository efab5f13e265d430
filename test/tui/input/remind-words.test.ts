import {expect, test} from 'vitest';
import {readRemind} from '../../../src/tui/input/remind-words.ts';

const LINES: readonly (readonly [line: string, when: string, message: string])[] = [
  ['20m tea', '20m', 'tea'],
  ['in 2 hours call Bob', 'in 2 hours', 'call Bob'],
  ['in half an hour to stretch', 'in half an hour', 'stretch'],
  ['1h 30m check the oven', '1h 30m', 'check the oven'],
  ['tomorrow 9am call Alice', 'tomorrow 9am', 'call Alice'],
  ['tomorrow at 18:30: parcel', 'tomorrow at 18:30', 'parcel'],
  ['9am tomorrow call', '9am tomorrow', 'call'],
  ['monday at 9 standup', 'monday at 9', 'standup'],
  ['on 3 Dec at 14:00 dentist', 'on 3 Dec at 14:00', 'dentist'],
  ['2026-12-01T09:00 pay rent', '2026-12-01T09:00', 'pay rent'],
  ['at noon lunch', 'at noon', 'lunch'],
  ['9am Tokyo time to call', '9am Tokyo time', 'call'],
  ['tomorrow 9am in new york time: call', 'tomorrow 9am in new york time', 'call'],
  ['9am Europe/London call', '9am Europe/London', 'call'],
  ['9am PST call Bob', '9am PST', 'call Bob'],
  ['9am play time with the kids', '9am', 'play time with the kids'],
  ['9am IT meeting', '9am', 'IT meeting'],
  ['9am Red/Blue match', '9am', 'Red/Blue match'],
  ['tonight that film', 'tonight', 'film'],
  ['"the first of next month" pay rent', 'the first of next month', 'pay rent'],
];

for (const [line, when, message] of LINES) {
  test(`"${line}" has two parts`, () => {
    expect(readRemind(line)).toEqual({when, message});
  });
}

test.each([
  ['20m tea --nag 15m', {nag: '15m'}],
  ['--nag 15m 20m tea', {nag: '15m'}],
  ['20m --nag=15m tea', {nag: '15m'}],
  ['20m tea --urgent', {urgent: true}],
  ['"20m" --agent tea', {mode: 'agent'}],
  ['20m tea --agent --nag 1h', {mode: 'agent', nag: '1h'}],
  ['--to signal:bob-uuid 20m --user bob tea', {to: 'signal:bob-uuid', user: 'bob'}],
])('"%s" has the options of the command', (line, options) => {
  expect(readRemind(line)).toEqual({when: '20m', message: 'tea', ...options});
});

test('text that only looks like an option is delivered word for word', () => {
  expect(readRemind('20m run ls --all')?.message).toBe('run ls --all');
  expect(readRemind('20m read of --nag 15m in the help')?.message).toBe('read of --nag 15m in the help');
  expect(readRemind('20m tea --to nowhere')?.message).toBe('tea --to nowhere');
});

test("a line without a time at its start, or without a text after it, isn't guessed", () => {
  for (const line of ['call Bob at 9', '5 things to do', 'may I ask', '20m', 'tomorrow', '', '"" tea']) {
    expect(readRemind(line)).toBeUndefined();
  }
});

test.each([
  ['in front', (options: string) => `${options}20m tea`],
  ['between', (options: string) => `20m ${options}tea`],
  ['behind', (options: string) => `20m tea ${options}`],
])('thousands of options %s are parsed in linear time', (_, line) => {
  const before = process.cpuUsage();
  expect(readRemind(line('--agent  '.repeat(50_000)))).toEqual({when: '20m', message: 'tea', mode: 'agent'});
  expect(readRemind(line('--nag 15m '.repeat(50_000)))).toEqual({when: '20m', message: 'tea', nag: '15m'});
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
