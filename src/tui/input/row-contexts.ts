// The keys that apply to the selected list row, by its kind and state.

import type {RowContext as OwnContext} from '../../shared/operations/key-names.ts';
import {type KeyFor, ROW_KEYS} from '../../shared/operations/key-names.ts';
import type {ListRow} from '../lists/list-row.ts';
import {withView} from '../nouns/nouns.ts';

export type RowContext = OwnContext | 'on-row';

export const rowContexts = (row: ListRow | undefined): readonly RowContext[] =>
  row?.kind === 'noun' ? withView(row.noun, (view, item) => [...view.contexts(item), 'on-row' as const]) : [];

/** The reason why a row key does nothing on this row. */
export const whyNot = (row: ListRow | undefined, key: string, keyFor: KeyFor): string => {
  if (row?.kind !== 'noun') return 'Nothing is selected.';
  const {refused: done = 'changed that way'} = Object.values(ROW_KEYS).find(usual => usual.key === key) ?? {};
  return withView(row.noun, (view, item) => `${view.name} can't be ${done}${view.because?.(item, key, keyFor) ?? ''}`);
};
