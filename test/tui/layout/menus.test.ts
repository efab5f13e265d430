import {expect, test} from 'vitest';
import type {Session} from '../../../src/shared/records/session.ts';
import {overlayRows} from '../../../src/tui/commands/overlays/overlays.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import type {Overlay} from '../../../src/tui/state/overlay.ts';
import {type Row, rowText} from '../../../src/tui/text/row.ts';

const underlined = (rows: readonly Row[]): string =>
  rows
    .flat()
    .flatMap(({text, underline}) => (underline === true ? [text] : []))
    .join('');

/** In a frame of 60 cells and 10 rows. */
const drawnOver = (sessions: readonly Session[], overlay: Overlay): readonly Row[] => {
  const {gateway, ui} = initialAppState({columns: 80, rows: 24}, 0);
  const known = new Map(sessions.map(session => [session.key, session]));
  return overlayRows({gateway: {...gateway, sessions: known}, ui: {...ui, overlay}}, 63, 10)?.rows ?? [];
};

test('the list of conversations marks the matched letters', () => {
  const session = {
    key: 'rooster:chat:work',
    title: 'Work',
    unread: 0,
    messages: 1,
    lastActivityAt: 0,
    createdAt: 0,
    kind: 'chat',
    trust: 'full',
    busy: false,
    queued: 0,
  } as const;
  const drawn = drawnOver([session], {kind: 'chats', query: 'wo', index: 0, archived: false});
  expect(underlined(drawn)).toBe('Wo');
  expect(drawn.map(rowText).join('\n')).toMatch(/> Work[\s\S]*\+ new conversation "wo"/u);
});

test('the menu of actions has each key beside its action', () => {
  const lines = [
    {action: 'item.snooze', key: 's', label: 'snooze…'},
    {action: 'item.cancel', key: 'x', label: 'cancel the reminder'},
  ] as const;
  const drawn = drawnOver([], {kind: 'actions', title: 'tea', lines, index: 1}).map(rowText).join('\n');
  expect(drawn).toMatch(/actions for tea[\s\S]* s +snooze…[\s\S]*> x +cancel the reminder/u);
});
