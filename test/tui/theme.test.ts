import {expect, test} from 'vitest';
import {type Role, span} from '../../src/tui/layout/text/row.ts';
import {painted, themeFor} from '../../src/tui/theme.ts';

const ROLES: readonly Role[] = [
  'text',
  'dim',
  'accent',
  'ok',
  'warn',
  'error',
  'untrusted',
  'you',
  'agent',
  'event',
  'selected',
];

test('a run has its role and its own looks, and ends them', () => {
  const row = [
    span('a '),
    span('b', {role: 'error', bold: true}),
    span('c', {role: 'dim', bold: true}),
    span('', 'error'),
  ];
  expect(painted(themeFor({}), row)).toBe('a \x1b[31m\x1b[1mb\x1b[22m\x1b[39m\x1b[2m\x1b[1mc\x1b[22m');
});

test('with NO_COLOR no role has a colour, and what is chosen or wrong is still told apart', () => {
  const theme = themeFor({NO_COLOR: '1'});
  const looks = new Map(ROLES.map(role => [role, painted(theme, [span('x', role)])]));
  for (const look of looks.values()) expect(look).not.toMatch(/\x1b\[(?:3[0-79]|4\d|9\d)m/u);
  for (const role of ['selected', 'error', 'untrusted'] as const) expect(looks.get(role)).not.toBe(looks.get('text'));
  expect(themeFor({NO_COLOR: ''})).toBe(themeFor({}));
});
