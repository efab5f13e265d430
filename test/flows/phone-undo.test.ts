// "undo" on the phone, without a model: the newest change is undone, whether a turn or a quick answer made it.
import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {untilGiven} from '../support/until.ts';

const ALICE = {
  users: [{name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']}],
};

const startPhone = async (home: string) => {
  const signal = fakeChannel();
  // Saturday 21 November 2026, 14:00 in Berlin.
  const clock = fakeClock(Date.UTC(2026, 10, 21, 13));
  const fixture = await openTestDaemon({home, channels: [signal], clock, config: ALICE});
  return {
    fixture,
    clock,
    signal,
    /** The answer to a message. */
    say: async (text: string): Promise<string> => {
      const before = signal.texts.length;
      await signal.says('alice-uuid', text);
      // A turn takes real time; its answer then leaves by the clock.
      return await untilGiven(`"${text}" is answered`, async () => {
        await clock.advance(SECOND);
        return signal.texts[before];
      });
    },
    series: async () => (await fixture.call('reminder.list', {limit: 10})).reminders.map(({state}) => state),
  };
};

test.each(['done', 'snooze', 'skip', 'snooze 5 minutes'])(
  '"undo" after "%s" undoes the answer and keeps the series',
  async answer => {
    using home = tempDir();
    const {fixture, clock, say, series} = await startPhone(home.path);
    await using _ = fixture;
    await say('remind me every day at 14:03 and 20:00 to take the pills, nag me every 1 minute');
    await clock.advance(3 * MINUTE + 5 * SECOND);
    expect(await say(answer)).toContain('take the pills');
    expect(await say('undo')).toMatch(
      /^Undid (?:"done"|the snooze|the skip): take the pills rang .* and is not done\.$/u,
    );
    expect(await series()).toEqual(['pending']);
    expect(await say('undo')).toContain('nothing to undo');
    expect(await say('done')).toContain('Done: take the pills.');
    expect(await series()).toEqual(['pending']);
  },
);

test('a reminder that was set after the answer is the one that "undo" cancels', async () => {
  using home = tempDir();
  const {fixture, clock, say} = await startPhone(home.path);
  await using _ = fixture;
  await say('remind me in 2 minutes to take the pills');
  await clock.advance(2 * MINUTE + 5 * SECOND);
  await say('done');
  await say('remind me in 20 minutes to stretch');
  expect(await say('undo')).toBe('Cancelled: stretch.');
});

test('what was set longer ago than ten minutes stays', async () => {
  using home = tempDir();
  const {fixture, clock, say, series} = await startPhone(home.path);
  await using _ = fixture;
  await say('remind me tomorrow at 9 to call Bob');
  await clock.advance(11 * MINUTE);
  expect(await say('undo')).toContain('nothing to undo');
  expect(await series()).toEqual(['pending']);
});
