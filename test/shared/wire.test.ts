// Instants on the wire, found by the names of their fields.
import {expect, test} from 'vitest';
import {fromWire, toWire} from '../../src/shared/fields/wire.ts';

const AT = Date.UTC(2026, 10, 21, 13);
const TEXT = '2026-11-21T13:00:00.000Z';

test.each(['at', 'now', 'fireAt', 'xAt', 'scheduledFor', 'quietUntil', 'a1_At'])(
  '%s is an instant, there and back',
  key => {
    expect(toWire({[key]: AT})).toEqual({[key]: TEXT});
    expect(fromWire({[key]: TEXT})).toEqual({[key]: AT});
  },
);

test.each(['At', 'For', 'Until', 'FireAt', '1At', 'x-At', 'über At', 'at2', 'format', 'count', 'atAll'])(
  '%s is a number',
  key => {
    expect(toWire({[key]: AT})).toEqual({[key]: AT});
    expect(fromWire({[key]: TEXT})).toEqual({[key]: TEXT});
  },
);

test('lists of instants are by name, and a tool call keeps its own JSON', () => {
  expect(toWire({next: [AT], days: [AT], input: {at: AT}})).toEqual({next: [TEXT], days: [AT], input: {at: AT}});
});
