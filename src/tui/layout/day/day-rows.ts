// The drawing above the timeline: a day, or the week around it, with the hours above.
import type {EpochMs} from '../../../shared/time/time.ts';
import type {DayPoint} from '../../lists/day-points.ts';
import type {ListName} from '../../nouns/views.ts';
import type {Row} from '../../text/row.ts';
import {span} from '../../text/row.ts';
import {hoursRow, labelsRow, STRIP_LABEL, stripLabel, stripRow} from './strip.ts';

type DayModel = {
  readonly points: readonly DayPoint[];
  /** An instant of the day of the selected row. */
  readonly shown: EpochMs;
  readonly now: EpochMs;
  readonly week: boolean;
};

/** Rows of the drawing in a pane of this size: none where the list needs them. */
export const dayHeight = (list: ListName, cells: number, height: number, week: boolean): number => {
  if (list !== 'timeline' || cells < LEAST_CELLS || height < LEAST_HEIGHT) return 0;
  if (week && height >= LEAST_HEIGHT + 6) return height >= LEAST_HEIGHT + 7 ? 8 : 7;
  return height >= WITH_LABELS ? 3 : height >= WITH_HOURS ? 2 : 1;
};

/** As many rows as `dayHeight` says. */
export const dayRows = ({points, shown, now, week}: DayModel, cells: number, height: number): readonly Row[] => {
  const room = cells - MARGIN - STRIP_LABEL;
  const days = week && height >= 7 ? weekOf(shown) : [shown];
  const hours: readonly Row[] =
    height > days.length ? [[span(' '.repeat(MARGIN + STRIP_LABEL)), ...hoursRow(room)]] : [];
  const labels: readonly Row[] =
    height > 2 && days.length === 1
      ? [[span(' '.repeat(MARGIN + STRIP_LABEL)), ...labelsRow({points, day: shown, now}, room)]]
      : [];
  return [
    ...hours,
    ...days.map((day): Row => {
      const isShown = new Date(day).toDateString() === new Date(shown).toDateString();
      // The list below has the mark of the selected row.
      const mark = days.length > 1 && isShown ? span('▸', {role: 'accent', ascii: '>'}) : span(' ');
      return [mark, span(' '), stripLabel(day, now, isShown), ...stripRow({points, day, now}, room)];
    }),
    ...labels,
  ];
};

/** Monday to Sunday, each at noon: clocks never change then. */
const weekOf = (day: EpochMs): readonly EpochMs[] => {
  const date = new Date(day);
  const monday = date.getDate() - ((date.getDay() + 6) % 7);
  return [0, 1, 2, 3, 4, 5, 6].map(offset =>
    new Date(date.getFullYear(), date.getMonth(), monday + offset, 12).getTime(),
  );
};

const MARGIN = 2;
const LEAST_CELLS = 30;
const LEAST_HEIGHT = 9;
const WITH_HOURS = 12;
const WITH_LABELS = 15;
