// A question before something that is hard to take back.
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {hanging, wrapped} from '../text/wrap.ts';
import {framed} from './frame.ts';

export const confirmRows = (question: string, cells: number, height: number): readonly Row[] => {
  const margin: Row = [span('  ')];
  const rows = hanging(wrapped([span(question)], Math.max(10, cells - 4)), margin, margin);
  return framed(
    'really?',
    [...rows, EMPTY_ROW, [span('  y', 'accent'), span(' yes    '), span('n', 'accent'), span(' no')]],
    cells,
    height,
  );
};
