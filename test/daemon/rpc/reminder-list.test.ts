import {expect, test} from 'vitest';
import {startRealDaemon} from '../../support/real-daemon.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('a list of reminders says whether it is complete', async () => {
  using home = tempDir();
  await using daemon = await startRealDaemon({home: home.path});
  for (const message of ['one', 'two', 'three']) await daemon.call('reminder.set', {in: '1h', message});
  expect(await daemon.call('reminder.list', {limit: 2})).toMatchObject({reminders: [{}, {}], more: true});
  expect(await daemon.call('reminder.list', {limit: 3})).not.toHaveProperty('more');
});

test('reminders and alarms page in both directions, each once, even with equal instants', async () => {
  using home = tempDir();
  await using daemon = await startRealDaemon({home: home.path});
  const reminders: Pages<`rem_${string}`> = async page => {
    const found = await daemon.call('reminder.list', page);
    return {ids: found.reminders.map(({id}) => id), more: found.more === true};
  };
  const alarms: Pages<`alm_${string}`> = async page => {
    const found = await daemon.call('alarm.list', page);
    return {ids: found.alarms.map(({id}) => id), more: found.more === true};
  };
  for (let number = 0; number < 25; number += 1) {
    const at = `2099-01-0${1 + (number % 9)}T09:00`;
    await daemon.call('reminder.set', {at, message: `reminder ${number}`});
    await daemon.call('alarm.set', {at, message: `alarm ${number}`});
  }
  await readsEachOnce(reminders);
  await readsEachOnce(alarms);
  await expect(reminders({after: 'rem_gone'})).rejects.toThrow('No reminder rem_gone.');
  await expect(alarms({after: 'alm_gone'})).rejects.toThrow('No alarm alm_gone.');
  await expect(reminders({after: 'rem_a', before: 'rem_b'})).rejects.toThrow('at most one');
});

test('the newest ended reminders are listed first, and earlier ones on the previous page', async () => {
  using home = tempDir();
  await using daemon = await startRealDaemon({home: home.path});
  const ids: `rem_${string}`[] = [];
  for (let day = 1; day <= 5; day += 1) {
    const {id} = await daemon.call('reminder.set', {at: `2099-01-0${day}T09:00`, message: `day ${day}`});
    await daemon.call('reminder.cancel', {id});
    ids.push(id);
  }
  const newest = await daemon.call('reminder.list', {state: 'cancelled', limit: 2});
  expect([newest.reminders.map(({id}) => id), newest.more]).toEqual([ids.slice(3), true]);
  const [, , , cursor = 'rem_'] = ids;
  const before = await daemon.call('reminder.list', {state: 'cancelled', limit: 3, before: cursor});
  expect([before.reminders.map(({id}) => id), before.more]).toEqual([ids.slice(0, 3), undefined]);
});

type Pages<Id> = (page: {readonly limit?: number; readonly after?: Id; readonly before?: Id}) => Promise<{
  readonly ids: readonly Id[];
  readonly more: boolean;
}>;

const readsEachOnce = async <Id>(read: Pages<Id>): Promise<void> => {
  const {ids: whole} = await read({limit: 100});
  expect(new Set(whole).size).toBe(25);
  let forward: readonly Id[] = [];
  for (let more = true; more; ) {
    const last = forward.at(-1);
    const page = await read({limit: 4, ...(last === undefined ? {} : {after: last})});
    forward = [...forward, ...page.ids];
    more = page.more;
  }
  expect(forward).toEqual(whole);
  let back: readonly Id[] = whole.slice(-1);
  for (let more = true; more; ) {
    const [first] = back;
    const page = await read({limit: 4, ...(first === undefined ? {} : {before: first})});
    back = [...page.ids, ...back];
    more = page.more;
  }
  expect(back).toEqual(whole);
};
