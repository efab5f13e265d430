// Keys in the reader: search, copy, page.
import {type ReaderOverlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {copy, page} from '../items/read-item.ts';
import {say} from '../session-actions.ts';

export const onReader = ({store}: CommandPorts, act: (overlay: ReaderOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'reader') act(overlay);
};

export const searchInReader = ({store}: CommandPorts, overlay: ReaderOverlay): void =>
  store.update(showOverlay({...overlay, query: '', typing: true}));

/** Goes to the row of the next match, with wraparound. */
export const nextInReader = (ports: CommandPorts, overlay: ReaderOverlay, by: -1 | 1, from = overlay.top): void => {
  const {store, view} = ports;
  const shown: ReaderOverlay = {...overlay, typing: false};
  store.update(showOverlay(shown));
  if (overlay.query === '') return;
  const {rows, room, length} = view.readerMatches(store.get());
  const last = Math.max(0, length - room);
  const ahead = by === 1 ? rows.find(row => row > from) : rows.findLast(row => row < from);
  const next = ahead ?? (by === 1 ? rows[0] : rows.at(-1));
  if (next === undefined) say(ports, 'ok', `No match for "${overlay.query}".`);
  else store.update(showOverlay({...shown, top: Math.min(next, last)}));
};

export const readerTo = (ports: CommandPorts, overlay: ReaderOverlay, end: 'top' | 'bottom'): void => {
  const {room, length} = ports.view.readerMatches(ports.store.get());
  ports.store.update(showOverlay({...overlay, top: end === 'top' ? 0 : Math.max(0, length - room)}));
};

/** Rows count from 1. */
export const readerToRow = (ports: CommandPorts, overlay: ReaderOverlay, row: number): void => {
  const {room, length} = ports.view.readerMatches(ports.store.get());
  const top = Math.min(row - 1, Math.max(0, length - room));
  ports.store.update(showOverlay({...overlay, top}));
};

export const copyReader = (ports: CommandPorts, {document}: ReaderOverlay): void => void copy(ports, document.text);

export const pageReader = (ports: CommandPorts, {document}: ReaderOverlay): void => void page(ports, document);
