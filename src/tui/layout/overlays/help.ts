// Help: every key and every command, drawn from the tables that also work them.
import {type Context, KEYMAP, keyLabel} from '../../input/keymap.ts';
import {SLASH_COMMANDS} from '../../input/slash-commands.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {cellWidth} from '../text/width.ts';
import {hanging, wrapped} from '../text/wrap.ts';

export const helpRows = (cells: number): readonly Row[] => [
  ...SECTIONS.flatMap(([title, contexts], index) => [
    ...(index > 0 ? [EMPTY_ROW] : []),
    heading(title),
    ...contexts
      .flatMap(context => KEYMAP.filter(one => one.context === context))
      .flatMap(({keys, hint, help = hint}) => entry(keyWords(keys), help, cells)),
  ]),
  EMPTY_ROW,
  heading('COMMANDS'),
  ...SLASH_COMMANDS.flatMap(({usage, help}) => entry(usage, help, cells)),
  ...entry('//text', 'a message that begins with a slash', cells),
];

const keyWords = (keys: readonly string[]): string =>
  keys.length > 4
    ? `${keyLabel(keys[0] ?? '')} … ${keyLabel(keys.at(-1) ?? '')}`
    : keys.slice(0, 3).map(keyLabel).join(' ');

const heading = (title: string): Row => [span(` ${title}`, {role: 'accent', bold: true})];

const entry = (what: string, help: string, cells: number): readonly Row[] => {
  const column = Math.min(COLUMN, Math.floor(cells / 2));
  const head: Row = [span(`  ${what}${' '.repeat(Math.max(1, column - cellWidth(what)))}`)];
  const width = Math.max(column, cellWidth(what) + 1) + 2;
  return hanging(wrapped([span(help, 'dim')], Math.max(8, cells - width)), head, [span(' '.repeat(width))]);
};

const SECTIONS: readonly (readonly [string, readonly Context[]])[] = [
  ['WRITING', ['compose', 'empty', 'slash']],
  ['WHILE A MESSAGE IS PICKED', ['browse', 'item', 'search']],
  ['WHILE ONE THING IS READ', ['reader']],
  ['WHILE A TURN RUNS', ['busy', 'busy-empty']],
  ['WITHOUT A CONNECTION', ['lost', 'lost-empty', 'lost-list']],
  [
    'IN THE TIMELINE, THE PLAN, THE OUTBOX, THE LOG',
    [
      'on-reminder',
      'on-fired',
      'on-cron',
      'on-paused',
      'on-dead',
      'on-waiting',
      'on-row',
      'list',
      'timeline',
      'log',
      'filter',
    ],
  ],
  ['IN A LIST OVER THE SCREEN', ['find', 'help']],
  ['EVERYWHERE', ['everywhere']],
];

const COLUMN = 26;
