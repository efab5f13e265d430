import {expect, test} from 'vitest';
import {THEME_FILES} from '../../src/tui/layout/themes/themes.ts';
import {type LookChoice, THEMES} from '../../src/tui/state/ui-state.ts';
import {createStdinFilter} from '../../src/tui/text/keys.ts';
import {type Role, span} from '../../src/tui/text/row.ts';
import {painted, terminalLooks, themeFor} from '../../src/tui/theme.ts';

const ROLES: readonly Role[] = [
  'text',
  'dim',
  'accent',
  'ok',
  'now',
  'warn',
  'error',
  'untrusted',
  'you',
  'agent',
  'event',
  'selected',
];

const AUTO: LookChoice = {theme: 'auto', glyphs: 'auto'};
const UTF8 = {LANG: 'da_DK.UTF-8'};
const on = (env: Readonly<Record<string, string>>, choice = AUTO, told?: 'dark' | 'light') =>
  themeFor(terminalLooks({...UTF8, ...env}), choice, told);

test('a span has its role and its own style, and ends them', () => {
  const row = [
    span('a '),
    span('b', {role: 'error', bold: true}),
    span('c', {role: 'dim', bold: true}),
    span('', 'error'),
  ];
  expect(painted(on({}), row)).toBe('a \x1b[31m\x1b[1mb\x1b[22m\x1b[39m\x1b[2m\x1b[1mc\x1b[22m');
});

test.each(THEMES)('with NO_COLOR no role of %s has a colour, and selected or wrong text still differs', name => {
  const theme = on({NO_COLOR: '1', COLORTERM: 'truecolor'}, {...AUTO, theme: name});
  const looks = new Map(ROLES.map(role => [role, painted(theme, [span('x', role)])]));
  for (const look of looks.values()) expect(look).not.toMatch(/\x1b\[(?:3[0-79]|38;.*|4\d|9\d)m/u);
  for (const role of ['selected', 'error', 'untrusted'] as const) expect(looks.get(role)).not.toBe(looks.get('text'));
});

test('an empty NO_COLOR counts as unset', () => {
  expect(on({NO_COLOR: ''})).toEqual(on({}));
});

test('a light background shows no yellow or cyan, whether the environment or the terminal reports it', () => {
  const dark = on({});
  expect(painted(dark, [span('x', 'warn')])).toContain('\x1b[33m');
  for (const theme of [on({COLORFGBG: '0;15'}), on({}, AUTO, 'light'), on({}, {...AUTO, theme: 'light'})]) {
    for (const role of ROLES) expect(painted(theme, [span('x', role)])).not.toMatch(/\x1b\[3[36]m/u);
  }
  // The terminal's answer has priority over its environment.
  expect(on({COLORFGBG: '0;15'}, AUTO, 'dark')).toEqual(dark);
});

test('finer colours are used only if they are chosen and the terminal supports them', () => {
  const fine = /\x1b\[38;2;/u;
  expect(painted(on({COLORTERM: 'truecolor'}, {...AUTO, theme: 'dark'}), [span('x', 'accent')])).toMatch(fine);
  expect(painted(on({}, {...AUTO, theme: 'dark'}), [span('x', 'accent')])).not.toMatch(fine);
  expect(painted(on({COLORTERM: 'truecolor'}), [span('x', 'accent')])).not.toMatch(fine);
});

test('high contrast dims nothing', () => {
  for (const role of ROLES) {
    expect(painted(on({}, {...AUTO, theme: 'high'}), [span('x', role)])).not.toContain('\x1b[2m');
    expect(painted(on({NO_COLOR: '1'}, {...AUTO, theme: 'high'}), [span('x', role)])).not.toContain('\x1b[2m');
  }
});

test.each([
  [{LANG: 'C.UTF-8'}, false],
  [{LANG: 'en_US.utf8'}, false],
  [{LANG: 'C'}, true],
  [{}, true],
  [{LANG: 'da_DK.UTF-8', LC_ALL: 'POSIX'}, true],
  [{LANG: 'C', LC_CTYPE: 'en_US.UTF-8'}, false],
])('the environment %o needs ASCII signs: %s', (env, ascii) => {
  expect(themeFor(terminalLooks(env), AUTO).ascii).toBe(ascii);
});

test('signs become ASCII of the same width, for any choice; letters stay', () => {
  const row = [span('● live ─ │ ┼ ▸ naïve 日本 ✓…')];
  expect(painted(on({}, {...AUTO, glyphs: 'ascii'}), row)).toBe('* live - | + > naïve 日本 v~');
  expect(painted(on({LANG: 'C'}, {...AUTO, glyphs: 'unicode'}), row)).toBe('● live ─ │ ┼ ▸ naïve 日本 ✓…');
});

test('the selected row is tinted, with a text colour of its own, where the terminal has all colours and its background is known, else inverted', () => {
  const row = [{text: 'one', role: 'accent', lit: true}] as const;
  const looks = {colours: 'true', utf8: true} as const;
  const choice = {theme: 'auto', glyphs: 'auto'} as const;
  expect(painted(themeFor(looks, choice, 'dark'), row)).toContain('\x1b[38;2;242;245;255m\x1b[48;2;70;84;122m');
  expect(painted(themeFor(looks, choice, 'light'), row)).toContain('\x1b[38;2;20;32;46m\x1b[48;2;169;196;242m');
  for (const theme of [themeFor(looks, choice), themeFor({...looks, colours: 'none'}, choice, 'dark')])
    expect(painted(theme, row)).toBe('\x1b[7mone\x1b[27m');
});

/** The terminals that a theme must be readable on, with what a terminal of this colour reports. */
const GROUNDS = {
  'One Dark': '#282c34',
  Nord: '#2e3440',
  'Solarized dark': '#002b36',
  black: '#000000',
  'Solarized light': '#fdf6e3',
  'GitHub light': '#ffffff',
  white: '#ffffff',
} as const;

const parts = (colour: string): readonly number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** The relative luminance of WCAG 2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = parts(colour).map(value =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** True if the terminal UI takes a terminal that reports this background for a light one. */
const isTakenForLight = (colour: string): boolean => {
  const hex = [1, 3, 5].map(at => colour.slice(at, at + 2)).join('/');
  const {reports} = createStdinFilter().take(`\x1b]11;rgb:${hex}\x07`);
  return reports.some(report => report.kind === 'background' && report.background === 'light');
};

test.each(Object.entries(THEME_FILES).filter(([, {fine}]) => fine !== undefined))(
  '%s: every text is readable and the selection is seen, on each background that it is for',
  (name, {about, fine}) => {
    const isLight = about.includes('light');
    const grounds = Object.entries(GROUNDS).filter(([, colour]) => isTakenForLight(colour) === isLight);
    expect(grounds.length).toBe(isLight ? 3 : 4);
    for (const [ground, behind] of grounds) {
      for (const [role, looks] of Object.entries(fine ?? {})) {
        const colours = looks.filter(look => look.includes('#'));
        const front = colours.find(look => !look.startsWith('on ')) ?? '';
        const own = colours.find(look => look.startsWith('on '))?.slice(3);
        expect(front, `${name}: ${role} has a colour`).toMatch(/^#/u);
        expect(contrast(front, own ?? behind), `${name}: ${role} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        if (own !== undefined)
          expect(contrast(own, behind), `${name}: ${role} beside ${ground}`).toBeGreaterThanOrEqual(1.5);
      }
    }
  },
);

test('a theme without own colours leaves them to the terminal: its sixteen, and the selection inverted', () => {
  for (const {sixteen} of Object.values(THEME_FILES)) {
    expect(Object.values(sixteen).flat().join(' ')).not.toContain('#');
    expect(sixteen.selected).toContain('inverse');
  }
});

test('what is now or unanswered has a colour that keys, warnings and errors have not', () => {
  for (const {fine} of Object.values(THEME_FILES)) {
    if (fine === undefined) continue;
    const colour = (role: Role): string | undefined => fine[role].find(look => look.startsWith('#'));
    for (const role of ['text', 'dim', 'accent', 'ok', 'warn', 'error', 'event'] as const)
      expect(colour('now')).not.toBe(colour(role));
  }
});
