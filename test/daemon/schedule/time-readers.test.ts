import {expect, test} from 'vitest';
import {createTimeReaders} from '../../../src/daemon/bootstrap/time-readers.ts';

const context = {now: Date.parse('2026-11-21T13:00:00Z'), zone: 'Europe/Berlin'};

test.each([
  [{LANG: 'en_US.UTF-8'}, {}, 'en-US', '2027-01-02T08:00:00.000Z'],
  [{LANG: 'en_US.UTF-8', LC_TIME: 'en_GB.UTF-8'}, {}, 'en-GB', '2027-02-01T08:00:00.000Z'],
  [{LANG: 'en_US.UTF-8', LC_ALL: 'de_DE'}, {}, 'de-DE', '2027-02-01T08:00:00.000Z'],
  [{LANG: 'en_US.UTF-8'}, {locale: 'de-DE'}, 'de-DE', '2027-02-01T08:00:00.000Z'],
  [{LANG: 'C.UTF-8'}, {}, '', '2027-02-01T08:00:00.000Z'],
  [{}, {}, '', '2027-02-01T08:00:00.000Z'],
] as const)('with %j and the setting %j the locale is "%s"', async (env, time, locale, at) => {
  const readers = createTimeReaders({env, time: () => time, calendar: () => ({})});
  expect(readers.locale()).toBe(locale);
  const reading = readers.readWords('1/2/2027', context);
  expect(reading).toMatchObject({kind: 'read', fireAt: Date.parse(at)});
});
