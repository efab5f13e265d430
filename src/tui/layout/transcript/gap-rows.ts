// A period that nobody watched: from, to, and what mattered in it.

import {clockTime, isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import type {Mark} from '../../state/ui-state.ts';
import {type Row, span} from '../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../text/width.ts';
import {hanging, wrapped} from '../text/wrap.ts';
import {between} from './gutter.ts';

export const gapRows = ({title, words, from, until}: Mark, cells: number): readonly Row[] => {
  const times = isSameDay(from, until)
    ? [...new Set([clockTime(from), clockTime(until)])].join(' → ')
    : `${shortDate(from)} ${clockTime(from)} → ${shortDate(until)} ${clockTime(until)}`;
  const whole = `${title}, ${times}`;
  const line = words === '' ? whole : `${whole}, ${drawnLine(words)}`;
  if (cellWidth(line) + 5 <= cells) return [between(line, cells, 'event', '┄')];
  const head = between(cellWidth(whole) + 5 <= cells ? whole : shortened(title, cells - 5), cells, 'event', '┄');
  if (words === '') return [head];
  const margin: Row = [span('   ')];
  return [head, ...hanging(wrapped([span(drawnLine(words), 'event')], Math.max(8, cells - 4)), margin, margin)];
};
