// The keys that apply to the selected list row, by its kind and state.
import type {ListRow} from '../lists/list-row.ts';
import type {KeyFor} from '../nouns/key-for.ts';
import type {NounContextName} from '../nouns/noun-view.ts';
import {withView} from '../nouns/nouns.ts';

export type RowContext = NounContextName | 'on-row';

export const rowContexts = (row: ListRow | undefined): readonly RowContext[] =>
  row?.kind === 'noun' ? withView(row.noun, (view, item) => [...view.contexts(item), 'on-row' as const]) : [];

/** The reason why a row key does nothing on this row. */
export const whyNot = (row: ListRow | undefined, key: string, keyFor: KeyFor): string => {
  if (row?.kind !== 'noun') return 'Nothing is selected.';
  const done = PARTICIPLES[key] ?? 'changed that way';
  return withView(row.noun, (view, item) => `${view.name} can't be ${done}${view.because?.(item, key, keyFor) ?? ''}`);
};

const PARTICIPLES: Readonly<Record<string, string>> = {
  s: 'snoozed',
  S: 'skipped',
  E: 'reworded',
  d: 'marked as done',
  e: 'moved',
  x: 'cancelled',
  p: 'paused',
  F: 'run',
  R: 'sent again',
  T: 'run dry',
  l: 'asked for its last run',
  h: 'held back',
};
