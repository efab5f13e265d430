import {expect, test} from 'vitest';
import {signalGroupId} from '../../src/shared/records/address.ts';

const ID = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd-h8=';
const STANDARD = ID.replace('-', '+');

test.each([
  STANDARD,
  ID,
  STANDARD.slice(0, -1),
  `group.${btoa(STANDARD)}`,
  `group.${btoa(STANDARD).replace(/=+$/u, '')}`,
])('%s is a group', text => {
  expect(signalGroupId(text)).toBe(STANDARD);
});

test.each([
  '',
  'AAEC',
  'group.',
  'group.AAEC',
  'group.%',
  `${STANDARD}A`,
  STANDARD.replace('h8=', 'h9='),
  '+15555550100',
])('"%s" is not', text => {
  expect(signalGroupId(text)).toBeUndefined();
});
