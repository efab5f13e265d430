// Replaces the transcript of an empty conversation: what Rooster is, what comes next, the three main keys, and what to
// type.

import {formatWhen, shortDate} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Upcoming} from '../../state/selectors.ts';
import {EMPTY_ROW, exactly, type Role, type Row, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {hanging, wrapped} from '../../text/wrap.ts';

type WelcomeModel = {
  readonly agent: string;
  /** Upcoming runs, earliest first. */
  readonly next: readonly Upcoming[];
  readonly daemonNow: EpochMs;
  /** The key of the palette. */
  readonly find: string;
};

export const welcomeRows = (
  {agent, next, daemonNow, find}: WelcomeModel,
  cells: number,
  height: number,
): readonly Row[] => {
  const room = Math.max(10, Math.min(cells - 4, 66));
  const key = (name: string, does: string): Row => [...MARGIN, span(name.padEnd(8), 'accent'), span(does, 'dim')];
  const name: Row = [span(agent, {role: 'agent', bold: true}), span(`  ${shortDate(daemonNow)}`, 'dim')];
  const beside = cells >= WIDE_ENOUGH;
  const what = wrapped([span(WHAT_IT_IS)], beside ? room - SUNRISE_CELLS - 3 : room);
  const begin = hanging([name, ...what], MARGIN, MARGIN);
  const soon = next.slice(0, 3).map(({what, at}) => ({what, when: formatWhen(at, daemonNow)}));
  const column = Math.max(0, ...soon.map(({when}) => when.length));
  const coming = soon.map(
    ({what, when}): Row => [
      ...MARGIN,
      span(`${when.padEnd(column)}  `),
      span(shortened(drawnLine(what), Math.max(4, room - column - 2))),
    ],
  );
  const keys = [key('Enter', 'send your message'), key(find, 'find anything'), key('?', 'show keys and commands')];
  const tries = EXAMPLES.map((text): Row => [...MARGIN, span(shortened(text, room))]);
  const parts: readonly (readonly Row[])[] = [
    ...(coming.length === 0 ? [] : [[[...MARGIN, span('Next', 'dim')], ...coming]]),
    keys,
    [[...MARGIN, span('Type, for example:', 'dim')], ...tries],
  ];
  const fits =
    [besideSunrise([name, ...what]), begin]
      .slice(beside ? 0 : 1)
      .flatMap(head => [joined([head, ...parts], [EMPTY_ROW]), joined([head, ...parts], [])])
      .find((rows, index, all) => rows.length <= height || index === all.length - 1) ?? [];
  const top = Math.max(0, Math.min(3, Math.floor((height - fits.length) / 2)));
  return exactly([...Array.from({length: top}, () => EMPTY_ROW), ...fits], height);
};

const joined = (parts: readonly (readonly Row[])[], gap: readonly Row[]): readonly Row[] =>
  parts.flatMap((rows, index) => (index === 0 ? rows : [...gap, ...rows]));

/** The words stand beside the drawing, from its second row on. */
const besideSunrise = (words: readonly Row[]): readonly Row[] => {
  const sun = sunriseRows();
  return Array.from({length: Math.max(sun.length, words.length + 1)}, (_, index) => [
    ...MARGIN,
    ...(sun[index] ?? [span(' '.repeat(SUNRISE_CELLS))]),
    span('   '),
    ...(words[index - 1] ?? []),
  ]);
};

/** The wordmark: a sunrise in half blocks, five rows, with a drawing in ASCII of the same width. */
const sunriseRows = (): readonly Row[] => DRAWING.map(([text, ascii, role]) => [span(text, {role, ascii})]);

/** Replaces the transcript of a conversation that was started over. */
export const startedOverRows = (earlier: string, cells: number, height: number): readonly Row[] => {
  const room = Math.max(10, Math.min(cells - 4, 66));
  const rows: readonly Row[] = [
    [...MARGIN, span('Started over.', {bold: true})],
    [...MARGIN, span('PgUp'.padEnd(8), 'accent'), span(shortened(`earlier: "${drawnLine(earlier)}"`, room - 8), 'dim')],
  ];
  return exactly([EMPTY_ROW, ...rows], height);
};

const WHAT_IT_IS =
  'An agent that keeps time. It keeps running in the background when you quit. Reminders reach you here, or wherever you are.';
/** Three things that a newcomer may type. */
export const EXAMPLES: readonly string[] = [
  'remind me in one minute to stretch',
  'every weekday at 8 remind me to plan the day',
  '/plan',
];
/** From here on there is room beside the drawing. */
const WIDE_ENOUGH = 56;
const MARGIN: Row = [span('  ')];
const SUNRISE_CELLS = 17;
const DRAWING: readonly (readonly [text: string, ascii: string, role: Role])[] = [
  ['        ▄        ', '        |        ', 'warn'],
  ['   ▀▄       ▄▀   ', '    \\       /    ', 'warn'],
  ['      ▄███▄      ', '      .---.      ', 'warn'],
  [' ▀▀  ███████  ▀▀ ', ' --  /     \\  -- ', 'warn'],
  ['▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄', '_________________', 'dim'],
];
