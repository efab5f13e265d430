// The two lines under a list: details of the selected row that don't fit in the row.
import type {ListRow} from '../../lists/list-row.ts';
import type {NounContext} from '../../nouns/noun-view.ts';
import {withView} from '../../nouns/nouns.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {drawnLine, shortened} from '../text/width.ts';

/** The row's text and its facts. */
export const detailRows = (row: ListRow | undefined, by: NounContext, columns: number): readonly [Row, Row] => {
  if (row?.kind !== 'noun') return [EMPTY_ROW, EMPTY_ROW];
  const {text, facts, kind} = withView(row.noun, (view, item) => ({
    ...view.detail(item, by),
    kind: view.sign(item),
  }));
  const lines = [kind === 'event' ? '' : kind, ...facts].filter(fact => fact !== '').map(drawnLine);
  const line = (text: string): string => ` ${shortened(text, columns - 2)}`;
  return [[span(line(drawnLine(text)))], [span(line(lines.join(' · ')), 'dim')]];
};
