// The card above the composer for what rang and waits for an answer: the latest with its keys, then a row for each
// earlier one, as far as the screen has room.

import type {EpochMs} from '../../../shared/time/time.ts';
import type {Ring} from '../../lists/rings.ts';
import {shortWhen} from '../../nouns/format/format-noun.ts';
import {KIND_SIGNS} from '../../nouns/format/kind-sign.ts';
import {cut, EMPTY_ROW, hitting, type Row, rowWidth, span, spread} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';

type RingModel = {
  readonly rings: readonly Ring[];
  /** Nothing can be answered from this terminal. */
  readonly watches: boolean;
  /** Words may be clicked. */
  readonly mouse: boolean;
  readonly now: EpochMs;
};

/** The rows that the card takes on a screen of this height. */
export const ringHeight = (rings: number, rows: number): number => {
  if (rings === 0 || rows < LEAST_ROWS) return 0;
  if (rows < ROWS_FOR_KEYS) return 1;
  const most = rows < ROWS_FOR_SEVERAL ? 0 : rows < ROWS_FOR_MORE ? 2 : 3;
  return 2 + Math.min(rings - 1, most);
};

export const ringRows = (model: RingModel, columns: number, height: number): readonly Row[] => {
  const [first, ...others] = model.rings;
  if (first === undefined || height === 0) return [];
  const shown = others.slice(0, Math.max(0, height - 2));
  const hidden = others.length - shown.length;
  if (height === 1) return [textRow(first, model, columns, keySpans(first, model, ROOM_FOR_TIMES - 1))];
  return [
    textRow(first, model, columns),
    spread([BAR, ...keySpans(first, model, columns)], moreSpans(hidden), columns - 1),
    ...shown.map(ring => textRow(ring, model, columns, model.mouse && !model.watches ? clickable(ring) : EMPTY_ROW)),
  ];
};

/** The text, and at the right when it rang; `end`: more at its right. */
const textRow = (ring: Ring, {now}: RingModel, columns: number, end: Row = EMPTY_ROW): Row => {
  const rang = columns < NARROW && end.length > 0 ? EMPTY_ROW : rangSpans(ring, now);
  const right = [...rang, ...(rang.length > 0 && end.length > 0 ? [GAP] : []), ...end];
  const room = columns - rowWidth(right) - 6;
  // The end gives way: the text is what the person has to read.
  const fits = room >= LEAST_TEXT;
  const text = shortened(drawnLine(ring.text), fits ? room : columns - 6);
  const {glyph, letter} = KIND_SIGNS.reminder;
  const left: Row = [BAR, span(`${glyph} `, {role: 'now', ascii: `${letter} `}), span(text, 'now')];
  return spread(left, fits ? right : EMPTY_ROW, columns - 1);
};

const rangSpans = ({rangAt, dueAt}: Ring, now: EpochMs): Row => {
  const rang = `rang ${shortWhen(rangAt, now)}`;
  return dueAt === undefined
    ? [span(rang, 'dim')]
    : [span(`late, was due ${shortWhen(dueAt, rangAt)}`, 'now'), span(`, ${rang}`, 'dim')];
};

const keySpans = (ring: Ring, {watches}: RingModel, columns: number): Row => {
  if (watches) return [];
  const {id} = ring.reminder;
  const keys: Row = [
    ...hitting([span('Alt+D', 'accent'), span(' done')], {kind: 'ring-done', id}),
    GAP,
    ...hitting([span('Alt+S', 'accent'), span(' snooze')], {kind: 'ring-snooze', id}),
  ];
  return columns < ROOM_FOR_TIMES ? keys : [...keys, span(': 10 min, 1 h, tomorrow, another time', 'dim')];
};

const clickable = ({reminder: {id}}: Ring): Row => [
  ...hitting([span('done', 'accent')], {kind: 'ring-done', id}),
  GAP,
  ...hitting([span('snooze', 'accent')], {kind: 'ring-snooze', id}),
];

const moreSpans = (hidden: number): Row =>
  hidden === 0 ? EMPTY_ROW : hitting(cut([span(`+${hidden} more`, 'now'), span('  Alt+R', 'accent')], 20), ALL);

const BAR = span(' ▌ ', {role: 'now', ascii: ' | '});
const GAP = span('  ');
const ALL = {kind: 'key', id: 'alt+r'};
const LEAST_ROWS = 7;
const ROWS_FOR_KEYS = 12;
const ROWS_FOR_SEVERAL = 20;
const ROWS_FOR_MORE = 32;
const LEAST_TEXT = 12;
const NARROW = 60;
const ROOM_FOR_TIMES = 70;
