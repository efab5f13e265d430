// The two lines under a list: what the selected row has no room for.
import type {ListRow} from '../../lists/list-row.ts';
import type {NounContext} from '../../nouns/noun-view.ts';
import {withView} from '../../nouns/nouns.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {oneLine, shortened} from '../text/width.ts';

/** The text of the row, and the facts about it. */
export const detailRows = (row: ListRow | undefined, by: NounContext, columns: number): readonly [Row, Row] => {
  if (row?.kind !== 'noun') return [EMPTY_ROW, EMPTY_ROW];
  const {text, facts} = withView(row.noun, (view, item) => view.detail(item, by));
  const told = facts.filter(fact => fact !== '').map(oneLine);
  const line = (words: string): string => ` ${shortened(words, columns - 2)}`;
  return [[span(line(oneLine(text)))], [span(line(told.join(' · ')), 'dim')]];
};
