import {expect, test} from 'vitest';
import {initialGatewayState} from '../../../src/shared/events/gateway-state.ts';
import type {Session} from '../../../src/shared/records/session.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import {edit, emptyEditor} from '../../../src/tui/editor/editor.ts';
import {initialUiState} from '../../../src/tui/state/ui-state.ts';
import {withoutDeleted, withoutLostDrafts} from '../../../src/tui/store/deleted.ts';

const TRIP: SessionKey = 'rooster:chat:trip';
const OTHER: SessionKey = 'rooster:chat:other';

const written = edit(emptyEditor, {kind: 'set', text: 'half a sentence'});
const ui = {
  ...initialUiState({columns: 80, rows: 24}, 0),
  editors: new Map([
    ['main', written],
    [TRIP, written],
    [OTHER, written],
  ]),
  sends: [{key: 'k1', session: TRIP, text: 'unsent', at: 0, state: {kind: 'waiting'}} as const],
};

const session = (key: SessionKey): Session => ({
  key,
  kind: 'chat',
  title: 'Other',
  trust: 'full',
  lastActivityAt: 0,
  messages: 0,
  unread: 0,
  busy: false,
  queued: 0,
});

test('drafts and unsent messages go with a deleted conversation', () => {
  const {editors, sends} = withoutDeleted(ui, [TRIP]);
  expect([[...editors.keys()], sends]).toEqual([['main', OTHER], []]);
});

test('drafts of conversations that were deleted while nobody watched are dropped', () => {
  const gateway = {...initialGatewayState, sessions: new Map([[OTHER, session(OTHER)]])};
  const {editors, sends} = withoutLostDrafts(ui, gateway);
  expect([[...editors.keys()], sends]).toEqual([['main', OTHER], []]);
});

test('events of a deleted conversation leave the log, and its deletion stays', () => {
  const at = '2026-11-21T11:00:00.000Z';
  const log = [
    {seq: 1, at, type: 'session.reset', session: TRIP},
    {seq: 2, at, type: 'session.reset', session: OTHER},
    {seq: 3, at, type: 'session.deleted', session: TRIP, gone: [TRIP], heir: OTHER},
  ] as const;
  expect(withoutDeleted({...ui, log}, [TRIP]).log.map(({seq}) => seq)).toEqual([2, 3]);
});
