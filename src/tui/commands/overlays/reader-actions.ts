// Keys in the reader: search, copy, page.
import type {ReaderOverlay} from '../../state/overlay.ts';
import type {Doors} from '../doors.ts';
import {copy, page} from '../items/read-item.ts';
import {say} from '../session-actions.ts';

export const onReader = ({store}: Doors, act: (overlay: ReaderOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'reader') act(overlay);
};

export const searchInReader = ({store}: Doors, overlay: ReaderOverlay): void =>
  store.dispatch({type: 'overlay', overlay: {...overlay, query: '', typing: true}});

/** Goes to the row of the next match, with wraparound. */
export const nextInReader = (doors: Doors, overlay: ReaderOverlay, by: -1 | 1, from = overlay.top): void => {
  const {store, view} = doors;
  const shown: ReaderOverlay = {...overlay, typing: false};
  store.dispatch({type: 'overlay', overlay: shown});
  if (overlay.query === '') return;
  const {rows, room, length} = view.readerMatches(store.get());
  const last = Math.max(0, length - room);
  const ahead = by === 1 ? rows.find(row => row > from) : rows.findLast(row => row < from);
  const next = ahead ?? (by === 1 ? rows[0] : rows.at(-1));
  if (next === undefined) say(doors, 'ok', `No match for "${overlay.query}".`);
  else store.dispatch({type: 'overlay', overlay: {...shown, top: Math.min(next, last)}});
};

export const readerTo = (doors: Doors, overlay: ReaderOverlay, end: 'top' | 'bottom'): void => {
  const {room, length} = doors.view.readerMatches(doors.store.get());
  doors.store.dispatch({
    type: 'overlay',
    overlay: {...overlay, top: end === 'top' ? 0 : Math.max(0, length - room)},
  });
};

/** Rows count from 1. */
export const readerToRow = (doors: Doors, overlay: ReaderOverlay, row: number): void => {
  const {room, length} = doors.view.readerMatches(doors.store.get());
  const top = Math.min(row - 1, Math.max(0, length - room));
  doors.store.dispatch({type: 'overlay', overlay: {...overlay, top}});
};

export const copyReader = (doors: Doors, {document}: ReaderOverlay): void => void copy(doors, document.text);

export const pageReader = (doors: Doors, {document}: ReaderOverlay): void => void page(doors, document);
