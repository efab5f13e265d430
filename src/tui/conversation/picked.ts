// Selecting in the transcript: which items are selectable, their daemon reference, and their searchable text.
import {spokenIn} from '../../shared/record-text/sentinels.ts';
import type {ItemRef} from '../nouns/item-ref.ts';
import {outputOf} from '../state/local-command.ts';
import type {Item} from './item.ts';

export type Pickable = Extract<
  Item,
  {kind: 'message' | 'tool' | 'thinking' | 'writing' | 'ending' | 'sending' | 'local'}
>;

export const isPickable = (item: Item): item is Pickable =>
  item.kind === 'message' ||
  item.kind === 'tool' ||
  item.kind === 'thinking' ||
  item.kind === 'writing' ||
  item.kind === 'ending' ||
  item.kind === 'sending' ||
  item.kind === 'local';

/** The item's reference; undefined if the daemon doesn't know it yet. */
export const refOfItem = (item: Pickable): ItemRef | undefined => {
  switch (item.kind) {
    case 'message':
      return {kind: 'message', id: item.message.id};
    case 'tool':
      return item.tool.turnId === undefined ? undefined : {kind: 'turn', id: item.tool.turnId};
    case 'thinking':
      return item.thought.turnId === undefined ? undefined : {kind: 'turn', id: item.thought.turnId};
    case 'writing':
      return {kind: 'turn', id: item.turn.turnId};
    case 'ending':
      return {kind: 'turn', id: item.ending.turnId};
    case 'sending':
    case 'local':
      return undefined;
  }
};

/** The item's searchable text. */
export const wordsOfItem = (item: Pickable): string => {
  switch (item.kind) {
    case 'message':
      return spokenIn(item.message);
    case 'tool':
      return `${item.tool.name} ${item.tool.summary}`;
    case 'thinking':
      // Usually folded, so a match would be invisible.
      return '';
    case 'writing':
      return item.turn.text;
    case 'ending':
      return item.ending.error ?? item.ending.outcome;
    case 'sending':
      return item.send.text;
    case 'local':
      return `${item.command.line}\n${outputOf(item.command)}`;
  }
};

/** The item with this id. Growing text may have become a message since: the same step of the same turn. */
export const indexOfItem = (items: readonly Item[], id: string): number => {
  const index = items.findIndex(item => item.id === id);
  const [, turnId, step] = index === -1 ? (WRITING_ID.exec(id) ?? []) : [];
  if (turnId === undefined) return index;
  let steps = Number(step);
  return items.findIndex(
    item =>
      item.kind === 'message' && item.message.role === 'assistant' && item.message.turnId === turnId && steps-- === 0,
  );
};

/** The selected item: the one with the id, otherwise the newest. */
export const pickedItem = (items: readonly Item[], id: string): Pickable | undefined => {
  const item = items[indexOfItem(items, id)];
  return item !== undefined && isPickable(item) ? item : items.findLast(isPickable);
};

/** The next selectable item in a direction; the same one at the end. */
export const nextPick = (items: readonly Item[], from: string, by: -1 | 1): Pickable | undefined => {
  const current = pickedItem(items, from);
  const index = current === undefined ? -1 : items.indexOf(current);
  const ahead = by === 1 ? items.slice(index + 1) : items.slice(0, Math.max(0, index)).toReversed();
  return ahead.find(isPickable) ?? current;
};

/** The nearest item in a direction that contains the query; undefined if there is none. */
export const nextMatch = (items: readonly Item[], from: string, query: string, by: -1 | 1): Pickable | undefined => {
  const wanted = query.toLowerCase();
  const current = pickedItem(items, from);
  const index = current === undefined ? items.length : items.indexOf(current);
  const ahead = by === 1 ? items.slice(index + 1) : items.slice(0, Math.max(0, index)).toReversed();
  return ahead.filter(isPickable).find(item => wordsOfItem(item).toLowerCase().includes(wanted));
};

const WRITING_ID = /^(?:turn|think):(.+)#(\d+)$/u;
