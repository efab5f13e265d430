// The daemon dies before each commit while a message or a run starts reminders: afterwards each has rung once.
// @module-tag deep
import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {imagesBeforeCommits, type KillImage} from '../support/kill-images.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const CONFIG = {
  users: [
    {name: 'olga', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:olga-uuid']},
    {name: 'bob', trust: 'inner', timezone: 'Europe/Berlin', match: ['signal:bob-uuid']},
  ],
  cron: [{name: 'backup', cron: '0 3 * * *', timezone: 'Europe/Berlin', run: 'true', user: 'olga', announce: 'none'}],
};

const open = async (home: string, clock = fakeClock()) => {
  const signal = fakeChannel();
  return {signal, daemon: await openTestDaemon({home, config: CONFIG, clock, channels: [signal]})};
};
type Life = Awaited<ReturnType<typeof open>>;

/** The deliveries of each reminder, in the order of their texts. */
const rings = async (daemon: TestDaemon): Promise<readonly string[]> =>
  (await daemon.call('outbox.list', {limit: 100})).deliveries
    .filter(({address}) => address === 'signal:olga-uuid')
    .map(({text}) => text)
    .sort();

/** `begin` starts both reminders; `again` repeats it as the outside does when it got no answer. */
const killed = async (
  on: object,
  {begin, again}: {readonly begin: (life: Life) => Promise<unknown>; readonly again: (life: Life) => Promise<unknown>},
): Promise<void> => {
  using folder = tempDir();
  using home = tempDir();
  const first = await open(home.path);
  for (const once of [true, false])
    await first.daemon.call('reminder.set', {on, once, message: once ? 'once' : 'each time'} as never);
  const life = imagesBeforeCommits(home.path, folder.path);
  await begin(first);
  await first.daemon.clock.advance(MINUTE);
  life[Symbol.dispose]();
  const expected = await rings(first.daemon);
  expect(expected).toHaveLength(2);
  const endedAt = first.daemon.clock.now();
  await first.daemon[Symbol.asyncDispose]();
  expect(life.images.some(({name}) => name.includes('reminder.started'))).toBe(true);
  expect(life.images.some(({name}) => name.includes('reminder.fired'))).toBe(true);
  const check = async (image: KillImage): Promise<void> => {
    const next = await open(image.home, fakeClock(endedAt));
    await again(next);
    // A second ring would come ten minutes later.
    await next.daemon.clock.advance(15 * MINUTE);
    const found = await rings(next.daemon);
    const {reminders} = await next.daemon.call('reminder.list', {});
    await next.daemon[Symbol.asyncDispose]();
    expect([image.name, found.map(text => text.split('\n')[0])]).toEqual([image.name, ['each time', 'once']]);
    expect(reminders.map(({message, state}) => [message, state])).toEqual([['each time', 'pending']]);
  };
  await sideBySide(life.images, check);
};

test('killed before any commit, a message starts each reminder once', async () => {
  const says = ({signal, daemon}: Life) => signal.says('bob-uuid', 'hello', undefined, {at: daemon.clock.now()});
  await killed({kind: 'message', from: 'bob'}, {begin: says, again: says});
});

test('killed before any commit, the end of a run starts each reminder once', async () => {
  const run = async ({daemon}: Life): Promise<void> => {
    await daemon.call('cron.run', {name: 'backup'});
    await daemon.whileTimePasses(daemon.event('run.ended', ({run: ended}) => ended.name === 'backup'));
  };
  const again = async (life: Life): Promise<void> => {
    const {runs} = await life.daemon.call('run.list', {name: 'backup'});
    if (runs.length === 0) await run(life);
    await life.daemon.clock.advance(10 * SECOND);
    await life.daemon.whileTimePasses(life.daemon.event('run.ended', ({run: ended}) => ended.name === 'backup'));
  };
  await killed({kind: 'run', name: 'backup'}, {begin: run, again});
});
