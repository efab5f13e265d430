// ListRow: one row of a list before it is drawn: a selectable record, or a separator.
import type {EpochMs} from '../../shared/time/time.ts';
import {type Noun, withView} from '../nouns/nouns.ts';

export type ListRow = NounRow | LineBetween;

export type NounRow = {readonly kind: 'noun'; readonly id: string; readonly selectable: true; readonly noun: Noun};

type LineBetween = {readonly id: string; readonly selectable: false} & (
  | {
      readonly kind: 'divider';
      /** A day, or the title of what follows. */
      readonly day?: EpochMs;
      readonly title?: string;
      /** The heading of a group, directly above its rows. */
      readonly group?: true;
    }
  /** A note between rows. */
  | {readonly kind: 'note'; readonly text: string}
  | {readonly kind: 'now'}
);

/** `id`: for a list with several rows of the same record. */
export const nounRow = (noun: Noun, id = withView(noun, (view, item) => view.row(item))): NounRow => ({
  kind: 'noun',
  id,
  selectable: true,
  noun,
});
