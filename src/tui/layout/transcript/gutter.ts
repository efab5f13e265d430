// The left margin: time and speaker on the first row. On a narrow screen the time is a separate row, shown only after a
// pause.

import {clockTime, shortDate} from '../../../shared/time/format-time.ts';
import type {Item} from '../../conversation/item.ts';
import {EMPTY_ROW, type Role, type Row, rowWidth, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';
import {hanging} from '../../text/wrap.ts';

type SpokenItem = Extract<Item, {head: boolean}>;

type View = {readonly cells: number; readonly narrow: boolean; readonly roomy: boolean; readonly bare: boolean};

export const gutterCells = ({narrow, bare}: Pick<View, 'narrow' | 'bare'>): number =>
  bare ? 0 : narrow ? NARROW_LABEL + 2 : LABEL + 8;

export const gutter = (item: SpokenItem, view: View, rows: readonly Row[]): readonly Row[] => {
  const label = beside(item, view, rows);
  return item.apart && view.roomy ? [EMPTY_ROW, ...label] : label;
};

const beside = (item: SpokenItem, {cells, narrow, bare}: View, rows: readonly Row[]): readonly Row[] => {
  const blank: Row = [span(' '.repeat(gutterCells({narrow, bare})))];
  const {label, short, tone} = item.speaker;
  const style = {role: tone, bold: tone === 'agent' || tone === 'you'} as const;
  if (bare) return item.head ? [[span(shortened(drawnLine(label), cells), style)], ...rows] : rows;
  if (narrow) {
    const named = hanging(rows, item.head ? [span(` ${padded(short, NARROW_LABEL)} `, style)] : blank, blank);
    return item.stamped ? [between(clockTime(item.at), cells, 'dim'), ...named] : named;
  }
  const time = item.timed ? clockTime(item.at) : ' '.repeat(TIME);
  const first: Row = [span(` ${time} `, 'dim'), span(padded(label, LABEL), style), span(' ')];
  return hanging(rows, item.head ? first : blank, blank);
};

/** A horizontal line with text in it. */
export const between = (label: string, cells: number, role: Role, line = '─'): Row => {
  const text = ` ${label} `;
  const left = Math.max(1, Math.min(16, Math.floor((cells - cellWidth(text)) / 2)));
  const row: Row = [span(` ${line.repeat(left)}${text}`, role)];
  return [...row, span(line.repeat(Math.max(0, cells - rowWidth(row))), role)];
};

/** The heading of a day. */
export const titled = ({at}: {readonly at: number}, {cells}: Pick<View, 'cells'>): Row =>
  between(shortDate(at), cells, 'dim');

const padded = (label: string, cells: number): string => {
  const short = shortenedMiddle(drawnLine(label), cells);
  return short + ' '.repeat(cells - cellWidth(short));
};

const TIME = 5;
const LABEL = 8;
const NARROW_LABEL = 5;
