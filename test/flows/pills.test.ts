// A reminder as people live with it: pills twice a day, answered from the phone, over the night in which the clocks go back.
import {expect, test} from 'vitest';
import {instantOfIso} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const ALICE = {
  users: [{name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']}],
};

test('pills at 8 and 20 nag, are done from the phone, skipped once, and survive a restart over a night of 25 hours', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  // Saturday noon in Berlin. In the next night the clocks go back from 3:00 to 2:00.
  const clock = fakeClock(Date.parse('2026-10-24T10:00:00Z'));
  const options = {home: home.path, models: scriptedModel([]).models, channels: [signal], clock};
  const first = await openTestDaemon({...options, config: ALICE});
  const goTo = (iso: string) => clock.advance((instantOfIso(iso) ?? 0) - clock.now());
  const pills = () => signal.texts.filter(text => text === 'pills').length;

  const {id, next} = await first.call('reminder.set', {
    when: 'every day at 8 and 20',
    message: 'pills',
    user: 'alice',
    nag: '15m',
  });
  expect(next).toEqual(['2026-10-24T18:00:00.000Z', '2026-10-25T07:00:00.000Z', '2026-10-25T19:00:00.000Z']);

  await goTo('2026-10-24T18:00:30Z');
  expect(pills()).toBe(1);
  await goTo('2026-10-24T18:15:30Z');
  expect(pills()).toBe(2);
  await signal.says('alice-uuid', 'done');
  await clock.advance(1_000);
  await until('the confirmation', () => signal.texts.at(-1)?.startsWith('Done: ') === true);
  expect(signal.texts.at(-1)).toContain('Next: tomorrow 08:00.');

  // The morning is skipped; the night had an hour more.
  await first.call('reminder.skip', {id});
  await goTo('2026-10-25T18:59:00Z');
  expect(pills()).toBe(2);
  await goTo('2026-10-25T19:00:30Z');
  expect(pills()).toBe(3);

  // The daemon ends in the middle of the nagging, and comes back after its time.
  await first[Symbol.asyncDispose]();
  clock.set(Date.parse('2026-10-25T19:20:00Z'));
  await using again = await openTestDaemon(options);
  await clock.advance(1_000);
  expect(pills()).toBe(4);
  await signal.says('alice-uuid', 'done');
  await clock.advance(1_000);
  await until('the second confirmation', () => signal.texts.filter(text => text.startsWith('Done: ')).length === 2);
  await goTo('2026-10-26T06:59:00Z');
  expect(pills()).toBe(4);
  await goTo('2026-10-26T07:00:30Z');
  expect(pills()).toBe(5);

  // Each occurrence ran once. The trace of one names the series, its rule and its instant.
  const {runs} = await again.call('run.list', {name: id});
  expect(runs.map(({scheduledFor}) => scheduledFor)).toEqual([
    '2026-10-26T07:00:00.000Z',
    '2026-10-25T19:00:00.000Z',
    '2026-10-24T18:00:00.000Z',
  ]);
  const {steps} = await again.call('why', {id: runs[1]?.id ?? ''});
  const due = steps.find(({what}) => what.includes('was due'));
  expect(due?.at).toBe('2026-10-25T19:00:00.000Z');
  expect(due?.what).toContain('every day at 08:00 and 20:00 in Europe/Berlin');
  expect(due?.what).toMatch(/FREQ=DAILY;BYHOUR=8,20.*occurrence 3/u);
});
