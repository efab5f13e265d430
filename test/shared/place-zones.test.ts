import {expect, test} from 'vitest';
import {zoneOfPlace} from '../../src/shared/time/place-zones.ts';
import {isZone} from '../../src/shared/time/zone.ts';

test.each([
  ['Tokyo', 'Asia/Tokyo'],
  ['new york', 'America/New_York'],
  ['San Francisco', 'America/Los_Angeles'],
  ['US Eastern', 'America/New_York'],
  ['u.k.', 'Europe/London'],
  ['mumbai', 'Asia/Kolkata'],
  ['Europe/Berlin', 'Europe/Berlin'],
])('clocks in %s show the time of %s', (place, zone) => {
  expect(zoneOfPlace(place)).toBe(zone);
  expect(isZone(zone)).toBe(true);
});

test.each([[''], ['atlantis'], ['christmas'], ['next'], ['Europe/Atlantis'], ['x'.repeat(10_000)]])(
  `"%.20s" isn't a place with its own time zone`,
  place => {
    expect(zoneOfPlace(place)).toBeUndefined();
  },
);
