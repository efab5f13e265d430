import {expect, test} from 'vitest';
import type {TimeConfig} from '../../../../src/daemon/config/config-schema.ts';
import {followCalendarSettings} from '../../../../src/daemon/schedule/recurrence/follow-calendar-settings.ts';

const configured = (first: TimeConfig) => {
  let time = first;
  const listeners = new Set<() => void>();
  return {
    time: () => time,
    onChange: (listener: () => void): Disposable => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => listeners.delete(listener)};
    },
    edit: (next: TimeConfig): void => {
      time = next;
      for (const listener of listeners) listener();
    },
    onFailed: (error: unknown) => {
      throw error;
    },
    listeners,
  };
};

test("a start loads the place and the region's holidays", async () => {
  const place = {latitude: 48.1, longitude: 11.6};
  using calendar = await followCalendarSettings(configured({place, region: 'DE-BY'}));
  expect(calendar.current().place).toEqual(place);
  expect(calendar.current().holidays?.isHoliday('2027-01-06')).toBe(true);
  expect(calendar.problems()).toEqual([]);
});

test('an empty configuration gives no place and no holidays', async () => {
  using calendar = await followCalendarSettings(configured({}));
  expect(calendar.current()).toEqual({});
});

test('an edit is followed, and an unknown region is reported', async () => {
  const config = configured({region: 'DE-BY'});
  using calendar = await followCalendarSettings(config);
  config.edit({region: 'DE-XX', place: {latitude: 1, longitude: 2}});
  expect(calendar.current().place).toEqual({latitude: 1, longitude: 2});
  await expect.poll(() => calendar.problems().map(({key}) => key)).toEqual(['time.region']);
  expect(calendar.current().holidays).toBeUndefined();
  config.edit({region: 'DE-BE'});
  await expect.poll(() => calendar.current().holidays?.isHoliday('2027-03-08')).toBe(true);
  expect(calendar.problems()).toEqual([]);
});

test('disposal ends the following', async () => {
  const config = configured({});
  const calendar = await followCalendarSettings(config);
  calendar[Symbol.dispose]();
  expect(config.listeners.size).toBe(0);
});
