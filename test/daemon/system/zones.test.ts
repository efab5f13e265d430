import {expect, test} from 'vitest';
import {systemZones} from '../../../src/daemon/system/zones.ts';
import {isZone as isZoneOfIntl} from '../../../src/shared/time/zone.ts';

test('the system has a usable zone', () => {
  const {system, isZone} = systemZones();
  expect(system).toBe('UTC');
  expect(isZone(system)).toBe(true);
});

test('every zone of the formatters is valid, and so are old zone names', () => {
  const {isZone} = systemZones();
  const zones = [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Asia/Kolkata',
    'US/Eastern',
    'europe/berlin',
    'Etc/GMT+1',
  ];
  expect(zones.filter(zone => !isZone(zone))).toEqual([]);
  expect(zones.filter(zone => !isZoneOfIntl(zone))).toEqual([]);
});

test.each([
  '',
  'Mars/Olympus',
  '+01:00',
  'Z',
  'Berlin',
  'GMT+1',
  'Europe/',
  '/Berlin',
  ' UTC',
  '2026-01-01T00:00[Europe/Berlin]',
  '../etc/passwd',
])('%j is not a zone', text => {
  expect(systemZones().isZone(text)).toBe(false);
});
