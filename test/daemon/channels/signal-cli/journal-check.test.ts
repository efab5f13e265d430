import {expect, test} from 'vitest';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import {type JournalFate, startJournalCheck} from '../../../../src/daemon/channels/signal-cli/journal/journal-check.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';

const received = (number: number) => ({
  envelope: {sourceUuid: 'alice', sourceDevice: 1, timestamp: number, dataMessage: {message: `message ${number}`}},
});
const lineOf = (number: number): string => JSON.stringify(received(number));

const scene = (fate: JournalFate = 'swallowed') => {
  const clock = fakeClock();
  const taken: string[] = [];
  let changes = 0;
  const check = startJournalCheck({
    clock,
    log: memoryLog(),
    host: ROOSTER,
    journal: () => ({drained: async () => {}}),
    fate: () => fate,
    take: entries => void taken.push(...entries.map(({raw}) => raw)),
    onChange: () => {
      changes += 1;
    },
  });
  return {clock, taken, check, changes: () => changes};
};

test.each([
  ['before its line is read', ['notified', 'journalled']],
  ['after its line was read', ['journalled', 'notified']],
] as const)('a message that the socket names %s is taken once, without a warning', async (_name, order) => {
  const {clock, taken, check, changes} = scene();
  for (const step of order) {
    if (step === 'notified') check.notified(received(1));
    else check.journalled(lineOf(1));
    await clock.advance(4_000);
  }
  await clock.advance(60_000);
  expect({taken, warning: check.warning(), changes: changes()}).toEqual({
    taken: [],
    warning: undefined,
    changes: 0,
  });
});

test('a message missing from the journal after five seconds is taken from the socket once, with a warning', async () => {
  const {clock, taken, check, changes} = scene();
  check.notified(received(1));
  await clock.advance(4_900);
  expect(taken).toEqual([]);
  await clock.advance(60_000);
  expect(taken).toEqual([lineOf(1)]);
  expect({warning: check.warning(), changes: changes()}).toEqual({
    warning: expect.stringMatching(/^signal-cli's output does not reach Rooster/u),
    changes: 1,
  });
});

test('the first line that reaches the journal clears the warning', async () => {
  const {clock, check, changes} = scene();
  check.notified(received(1));
  await clock.advance(6_000);
  check.journalled(lineOf(2));
  expect({warning: check.warning(), changes: changes()}).toEqual({warning: undefined, changes: 2});
});

test.each([
  ['swallowed', /^signal-cli's output does not reach Rooster: does a wrapper/u],
  ['deleted', /^The journal of signal-cli was deleted while signal-cli runs/u],
  ['full', /^The disk that holds signal-cli's journal is full/u],
] as const)('the warning about a journal that was %s names that reason', async (fate, sentence) => {
  const {clock, check} = scene(fate);
  check.notified(received(1));
  await clock.advance(6_000);
  expect(check.warning()).toMatch(sentence);
});

test('a message beside noise in its line counts as journalled', async () => {
  const {clock, taken, check} = scene();
  check.notified(received(1));
  check.journalled(`Picked up JAVA_TOOL_OPTIONS: -Xmx1g ${lineOf(1)} [warning][cds] stale`);
  await clock.advance(60_000);
  expect({taken, warning: check.warning()}).toEqual({taken: [], warning: undefined});
});
