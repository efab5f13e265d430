// Text from outside, in every place: whatever it contains, the screen keeps its layout, the terminal its modes, and neighbouring text its
// place.
import {expect, test} from 'vitest';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {createChatView} from '../../../src/tui/screens/chat-view.ts';
import type {AppState} from '../../../src/tui/state/app-state.ts';
import {rowText, rowWidth} from '../../../src/tui/text/row.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {HOSTILE_TEXTS} from '../../support/hostile-texts.ts';
import {freshScreen, KEYS, openTestApp} from '../../support/render-app.tsx';

type Look = {
  readonly size: readonly [columns: number, rows: number];
  /** True: the whole screen is compared with a fresh one. False: each row is checked alone. */
  readonly whole: boolean;
};

const each = Object.entries(HOSTILE_TEXTS);

test.for(each)('%s is harmless and stays in place wherever text comes in', ([, text]) =>
  showsHarmless(text, [{size: [80, 24], whole: false}]),
);

// The other sizes in turn.
test.for(each)('%s on screens of two sizes leaves each equal to a fresh one', {tags: ['deep']}, ([name, text]) =>
  showsHarmless(text, [
    {size: [80, 24], whole: true},
    {size: each.findIndex(([other]) => other === name) % 2 === 0 ? [40, 15] : [140, 40], whole: true},
  ]),
);

const showsHarmless = async (text: string, looks: readonly Look[]): Promise<void> => {
  await using app = await openTestApp({columns: 80, rows: 24});
  const {gateway} = app;
  gateway.session({key: MAIN, title: text});
  gateway.session({key: 'rooster:dm:signal:bob', title: text, trust: 'familiar', unread: 2});
  gateway.says(text);
  gateway.says(text, {role: 'user', source: {kind: 'user', name: text.slice(0, 200), channel: 'signal'}});
  gateway.says(text, {role: 'user', source: {kind: 'cron', name: text.slice(0, 200)}});
  gateway.says(text, {role: 'system', source: {kind: 'system'}});
  gateway.turnStarts('turn_1');
  gateway.says('', {turnId: 'turn_1', toolCalls: [{callId: 'c1', name: text.slice(0, 300), input: {path: text}}]});
  gateway.emit({
    type: 'turn.tool',
    session: MAIN,
    turnId: 'turn_1',
    callId: 'c1',
    name: text.slice(0, 300),
    summary: text,
    phase: 'started',
  });
  gateway.says(text, {
    role: 'tool',
    turnId: 'turn_1',
    source: {kind: 'tool'},
    tool: {callId: 'c1', name: text.slice(0, 300), ok: false, tookMs: 5},
  });
  gateway.delta({turnId: 'turn_1', text, offset: 0});
  gateway.reminds({message: text});
  const sent = gateway.says('plain words');
  gateway.emit({type: 'delivery.dead', delivery: dead(text, sent.at)});
  for (const {size, whole} of looks) {
    app.terminal.resize(...size);
    await app.frame(100);
    await checked(app, 'Enter', whole);
    // Selected, read, searched, and as a trace.
    await app.type('\x1b[1;5A', KEYS.up);
    await checked(app, '', whole);
    await app.type(KEYS.altEnter);
    await checked(app, 'Esc back', whole);
    await app.type('/', text.slice(0, 20).replaceAll(/[^\p{L} ]/gu, ''), KEYS.enter, 'q', KEYS.esc, KEYS.esc);
    await checked(app, '', whole);
  }
  expect(app.terminal.alternate).toBe(true);
  expect(app.terminal.autowrap).toBe(false);
  // Besides the screen, only the window's title and our own links are written to the terminal.
  expect(app.terminal.written).not.toMatch(/\x1b\](?!0;|2;|8;;(?:\x1b|https?:)|11;)|\x1bc|[\x80-\x9f]/u);
};

const checked = async (app: Awaited<ReturnType<typeof openTestApp>>, hint: string, whole: boolean): Promise<void> => {
  const screen = (await app.frame(100)).split('\n');
  const state = app.state();
  expect(screen[0]).toMatch(/^ rooster ●/u);
  expect(screen.at(-1)).toContain(hint);
  expect(overflowing(state)).toEqual([]);
  if (whole) expect(await app.terminal.cells()).toEqual(await freshScreen(state));
};

const overflowing = (state: AppState): readonly string[] => {
  const {head, panes, foot} = createChatView().frame(state);
  const {columns} = state.ui.size;
  return [{rows: head, width: columns}, ...panes, {rows: foot, width: columns}].flatMap(({rows, width}) =>
    rows.filter(row => rowWidth(row) > width).map(rowText),
  );
};

const dead = (lastError: string, createdAt: number): Delivery => ({
  id: 'dlv_1',
  key: 'k',
  address: 'signal:bob',
  text: 'plain words',
  state: 'dead',
  attempts: 3,
  lastError,
  createdAt,
  repeat: false,
});
