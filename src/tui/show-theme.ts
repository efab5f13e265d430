// `rooster theme`: what a theme looks like, and the choice that the terminal UI starts with.
import type {Environment} from '../shared/records/places.ts';
import {HOUR, MINUTE} from '../shared/time/time.ts';
import {hoursRow, stripLabel, stripRow} from './layout/day/strip.ts';
import {type Cells, columnsOf, headRow, inColumns} from './layout/lists/columns.ts';
import {THEME_FILES} from './layout/themes/themes.ts';
import type {DayPoint} from './lists/day-points.ts';
import {THEMES, type ThemeName} from './state/ui-state.ts';
import {clientFiles} from './terminal/client-files.ts';
import {litRow, type Role, type Row, span} from './text/row.ts';
import {painted, terminalLooks, themeFor} from './theme.ts';

export const themeNames: readonly ThemeName[] = THEMES;

export const isTheme = (name: string): name is ThemeName => THEMES.some(theme => theme === name);

/** One line about each theme, by name. */
export const themeAbout = (name: ThemeName): string =>
  name === 'auto' ? "the terminal's own colours, on its background" : THEME_FILES[name].about;

/** The theme that the terminal UI starts with. `folder`: that of its files. */
export const chosenTheme = (folder: string): ThemeName => clientFiles(folder).load().look.theme;

/** Open screens keep theirs. */
export const chooseTheme = (folder: string, theme: ThemeName): void => {
  const files = clientFiles(folder);
  const state = files.load();
  files.save({...state, look: {...state.look, theme}});
};

/** A piece of the screen in a theme, with escape sequences. `inColour`: whether the output shows colours. */
export const themeSample = (name: ThemeName, env: Environment, inColour: boolean): readonly string[] => {
  const looks = terminalLooks(inColour ? env : {...env, NO_COLOR: '1'});
  const theme = themeFor(looks, {theme: name, glyphs: 'auto'});
  return sampleRows().map(row => painted(theme, row));
};

const sampleRows = (): readonly Row[] => {
  const now = new Date(2026, 10, 23, 11, 20).getTime();
  const columns = columnsOf('timeline', CELLS, false);
  const line = (row: Cells): Row => inColumns(row, columns, CELLS);
  const state = (text: string, role: Role): Row => [span(text, role)];
  return [
    [
      span(' rooster ', {bold: true}),
      span('● live', 'ok'),
      span('  2 timeline ', {bold: true}),
      span(' 3 plan ·4', 'dim'),
    ],
    [span(`  ${' '.repeat(7)}`), ...hoursRow(CELLS - 7)],
    [span('  '), stripLabel(now, now, true), ...stripRow({points: points(now), day: now, now}, CELLS - 7)],
    [span('  '), ...headRow('timeline', CELLS, false)],
    [
      span('  '),
      ...line({
        time: span('10:40', 'dim'),
        kind: 'job',
        what: 'sweep: timeout',
        where: '→ here',
        state: state('failed !', 'error'),
        took: '1m 0s',
      }),
    ],
    [
      span('  '),
      ...line({
        time: span('11:04', 'dim'),
        kind: 'message',
        what: 'Anna: the keys?',
        state: state('replied', 'ok'),
        took: '22s',
      }),
    ],
    [span(`  ══ now 11:20 ${'═'.repeat(CELLS - 13)}`, 'now')],
    [
      span('>', 'accent'),
      ...litRow(
        [
          span(' '),
          ...line({
            time: span('11:20'),
            kind: 'reminder',
            what: 'call Bob',
            where: '→ here',
            state: state('in 0:42', 'now'),
          }),
        ],
        CELLS + 1,
      ),
    ],
    [
      span('  '),
      ...line({
        time: span('12:00'),
        kind: 'alarm',
        what: 'look at the build',
        where: '→ here',
        state: state('in 40m', 'text'),
      }),
    ],
    [
      span('  '),
      span('you ', 'you'),
      span('what is next?  '),
      span('rooster ', 'agent'),
      span('Bob, then the build.  '),
      span('stranger! ', 'untrusted'),
      span('open this', 'dim'),
    ],
  ];
};

const points = (now: number): readonly DayPoint[] => [
  ...[1, 2, 3, 60, 61, 180].map((minutes): DayPoint => ({at: now - minutes * MINUTE - HOUR, kind: 'job'})),
  {at: now - 40 * MINUTE, kind: 'job', failed: true},
  {at: now + 2 * HOUR, kind: 'reminder'},
  {at: now + 5 * HOUR, kind: 'alarm'},
  ...[1, 2, 3].map((minutes): DayPoint => ({at: now + 9 * HOUR + minutes * MINUTE, kind: 'job'})),
];

const CELLS = 74;
