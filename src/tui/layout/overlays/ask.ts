// A question that is answered in a few words.
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {hanging, wrapped} from '../text/wrap.ts';
import {framed} from './frame.ts';

export const askRows = (
  {question, text}: {readonly question: string; readonly text: string},
  cells: number,
  height: number,
): readonly Row[] => {
  const margin: Row = [span('  ')];
  const rows = hanging(wrapped([span(question)], Math.max(10, cells - 4)), margin, margin);
  return framed('say', [...rows, EMPTY_ROW, [span(' > ', 'accent'), span(text)]], cells, height);
};

/** The row of the answer, from the top of the overlay. */
export const askRow = (question: string, cells: number, height: number): number =>
  (height > 4 ? 2 : 1) + wrapped([span(question)], Math.max(10, cells - 4)).length + 1;
