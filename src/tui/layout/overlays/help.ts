// Help: every key and every command, generated from the tables that define them.
import type {Binding, Context} from '../../input/binding.ts';
import {KEYMAP, keyLabel} from '../../input/keymap.ts';
import {SLASH_COMMANDS} from '../../input/slash-commands.ts';
import type {View} from '../../nouns/views.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {cellWidth} from '../text/width.ts';
import {hanging, wrapped} from '../text/wrap.ts';

/** In a list, the list's keys come first. */
export const helpRows = (cells: number, view: View = 'chat', keymap: readonly Binding[] = KEYMAP): readonly Row[] => [
  ...(view === 'chat' ? [...WRITING, ...LISTS, ...OTHERS] : [...LISTS, ...WRITING, ...OTHERS]).flatMap(
    ([title, contexts], index) => [
      ...(index > 0 ? [EMPTY_ROW] : []),
      heading(title),
      ...contexts
        .flatMap(context => keymap.filter(one => one.context === context))
        .flatMap(({keys, hint, help = hint}) => entry(formatKey(keys), help, cells)),
    ],
  ),
  EMPTY_ROW,
  heading('COMMANDS'),
  ...SLASH_COMMANDS.flatMap(({usage, help}) => entry(usage, help, cells)),
  ...entry('//text', 'send a message that starts with a slash', cells),
];

const formatKey = (keys: readonly string[]): string =>
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

type Section = readonly [string, readonly Context[]];

const WRITING: readonly Section[] = [
  ['WRITING', ['compose', 'empty', 'menu', 'line', 'noticed']],
  ['MESSAGE SELECTED', ['browse', 'item', 'search']],
  ['READER', ['reader']],
  ['WHY', ['why']],
  ['INJECT', ['inject', 'inject-choice']],
  ['SIGNAL', ['signal']],
  ['SETUP', ['setup-what', 'setup']],
  ['DURING A TURN', ['busy', 'busy-empty']],
  ['DISCONNECTED', ['lost', 'lost-empty', 'lost-list']],
];

const LISTS: readonly Section[] = [
  [
    'TIMELINE, PLAN, OUTBOX, LOG',
    [
      'on-reminder',
      'on-fired',
      'on-alarm',
      'on-cron',
      'on-paused',
      'on-invalid',
      'on-dead',
      'on-waiting',
      'on-row',
      'list',
      'noticed-list',
      'timeline',
      'log',
      'filter',
    ],
  ],
];

const OTHERS: readonly Section[] = [
  ['ENTERING A TIME', ['ask', 'ask-quick', 'ask-other']],
  ['FIND AND HELP', ['find', 'help']],
  ['EVERYWHERE', ['everywhere']],
];

const COLUMN = 26;
