import {expect, test} from 'vitest';
import {initialGatewayState} from '../../../src/shared/events/gateway-state.ts';
import {fromSnapshot, withHistory} from '../../../src/shared/events/load-state.ts';
import {emptyTranscript, type Transcript} from '../../../src/shared/events/transcript.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import {gatewayOf, lastStateOf} from '../../../src/tui/state/last-state.ts';
import {reduceApp} from '../../../src/tui/store/reduce-app.ts';

const MAIN = 'rooster:main';
const SNAPSHOT = {
  sessions: [],
  reminders: [],
  pendingReminders: 0,
  cron: {jobs: [], invalid: []},
  runs: [],
  deliveries: [],
  turns: [],
  channels: [],
  problems: [],
};

const said = (text: string, index: number): Message => ({
  id: `msg_${index}`,
  session: MAIN,
  role: 'assistant',
  text,
  at: index,
  source: {kind: 'user'},
});

const keptOf = (texts: readonly string[], session = MAIN as typeof MAIN) => {
  const page = {messages: texts.map(said), more: false, endings: []};
  const gateway = withHistory(fromSnapshot(7, SNAPSHOT, initialGatewayState), session, page, 'newest');
  const state = initialAppState({columns: 80, rows: 24}, 0);
  const last = lastStateOf({gateway, ui: {...state.ui, session}}, 9);
  return last === undefined ? undefined : gatewayOf(JSON.parse(JSON.stringify(last))).transcripts.get(session);
};

test('nothing is kept before a daemon answered', () => {
  expect(lastStateOf(initialAppState({columns: 80, rows: 24}, 0), 9)).toBeUndefined();
});

test('the newest 200 messages are kept, and half a million letters', () => {
  const few = keptOf(['one', 'two']);
  expect(few?.messages.map(({text}) => text)).toEqual(['one', 'two']);
  expect(few?.more).toBe(false);
  const many = keptOf(Array.from({length: 300}, (_, index) => `${index}`));
  expect(many?.messages.map(({text}) => text).slice(0, 1)).toEqual(['100']);
  expect(many?.messages).toHaveLength(200);
  expect(many?.more).toBe(true);
  const long = keptOf(Array.from({length: 10}, () => 'x'.repeat(120_000)));
  expect(long?.messages).toHaveLength(4);
});

test('messages that arrived before the first page was read are kept', () => {
  const start = initialAppState({columns: 80, rows: 24}, 0);
  const ui = {...start.ui, session: MAIN} as const;
  const live = fromSnapshot(7, SNAPSHOT, initialGatewayState);
  const keptTexts = (transcript: Transcript) => {
    const last = lastStateOf({gateway: {...live, transcripts: new Map([[MAIN, transcript]])}, ui}, 9);
    const page = last?.pages.find(({session}) => session === MAIN)?.page;
    return {texts: page?.messages.map(({text}) => text), more: page?.more};
  };
  const arrived = {...emptyTranscript, messages: ['question', 'answer'].map(said)};
  expect(keptTexts(emptyTranscript)).toEqual({});
  expect(keptTexts(arrived)).toEqual({texts: ['question', 'answer'], more: true});
  expect(keptTexts({...arrived, liveFrom: 2})).toEqual({texts: ['question', 'answer'], more: true});
  // Messages between the two may be missing.
  expect(keptTexts({...arrived, liveFrom: 1})).toEqual({texts: ['answer'], more: true});
});

test("the daemon's own state replaces the kept one, messages included", () => {
  const page = {messages: ['deleted meanwhile'].map(said), more: false, endings: []};
  const gateway = withHistory(fromSnapshot(7, SNAPSHOT, initialGatewayState), MAIN, page, 'newest');
  const start = initialAppState({columns: 80, rows: 24}, 0);
  const state = {...start, ui: {...start.ui, session: MAIN} as const};
  const last = lastStateOf({...state, gateway}, 9);
  if (last === undefined) throw new Error('nothing was kept');
  const old = reduceApp(state, {type: 'last-state', last});
  expect(old.ui.oldAt).toBe(9);
  expect(old.gateway.transcripts.get(MAIN)?.messages).toHaveLength(1);
  const fresh = reduceApp(old, {type: 'snapshot', seq: 8, snapshot: SNAPSHOT, now: 10});
  expect(fresh.ui.oldAt).toBeUndefined();
  expect(fresh.gateway.transcripts.get(MAIN)?.messages ?? []).toEqual([]);
  expect(reduceApp(fresh, {type: 'last-state', last})).toBe(fresh);
});
