import {expect, test} from 'vitest';
import type {Session} from '../../../src/shared/records/session.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {injectShown} from '../../../src/tui/commands/overlays/inject.ts';
import {draftOf} from '../../../src/tui/editor/draft.ts';
import {changedChoice, INJECT_FIELDS, type InjectForm, initialInject} from '../../../src/tui/state/inject-form.ts';
import {rowWidth} from '../../../src/tui/text/row.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {drawnIn} from '../../support/overlay-room.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const NAMES = {'signal:alice': 'Alice', 'signal:group:AAEC': 'Rowing', 'terminal:default': 'owner', [MAIN]: 'main'};
const SESSION = {
  kind: 'dm',
  title: 'x',
  trust: 'full',
  messages: 0,
  unread: 0,
  busy: false,
  queued: 0,
  lastActivityAt: 0,
};
const BOB = 'rooster:dm:signal:bob';

test("an injection shows the model's view and the effect beforehand, and only Enter sends it", async () => {
  await using app = await openTestApp();
  app.gateway.session({key: BOB, title: 'Bob', trust: 'familiar'});
  await app.type('/inject', KEYS.enter);
  expect(await app.frame()).toContain('The message is empty.');
  await app.type('bring the folder');
  const screen = await app.frame(200);
  expect(screen).toContain('⟦Injected by the operator:⟧');
  expect(screen).toContain('Starts a turn at once.');
  // To the session: back over reply, trust and effect.
  await app.type('\x1b[Z', '\x1b[Z', '\x1b[Z', '\x1b[Z', KEYS.right);
  expect(await app.frame()).toMatch(/> to {7}Bob +2 of 2/u);
  await app.type(KEYS.tab, KEYS.tab, KEYS.right, KEYS.tab, KEYS.right);
  const chosen = await app.frame();
  expect(chosen).toMatch(/\(•\) full/u);
  expect(chosen).toMatch(/\(•\) to signal:bob/u);
  expect(app.gateway.callsOf('session.inject')).toEqual([]);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('Injected into "');
  expect(app.gateway.callsOf('session.inject')).toMatchObject([
    {session: BOB, text: 'bring the folder', trust: 'full', replyTo: 'signal:bob'},
  ]);
});

test('text can be recorded without a turn', async () => {
  await using app = await openTestApp();
  await app.type('/inject', KEYS.enter, 'the key is under the mat', '\x1b[Z', '\x1b[Z', '\x1b[Z', KEYS.left);
  // Without a turn there is no choice of trust or reply.
  expect(await app.frame(200)).not.toMatch(/^. (?:trust|reply)/mu);
  expect(await app.frame()).toContain('Nothing is sent.');
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('session.record')).toEqual([{session: MAIN, text: 'the key is under the mat'}]);
  expect(app.gateway.callsOf('session.inject')).toEqual([]);
});

test('the form keeps its text when it is closed, and shows a refusal', async () => {
  await using app = await openTestApp();
  await app.type('my draft');
  await app.type(KEYS.ctrl('u'), '/inject', KEYS.enter, 'half a');
  await app.frame(200);
  app.gateway.refuses('session.preview', new GatewayError('invalid', 'It belongs to no agent here.'));
  await app.type(' thought');
  expect(await app.frame(200)).toContain('It belongs to no agent here.');
  await app.type(KEYS.esc, '/inject', KEYS.enter);
  expect(await app.frame(200)).toContain('half a thought');
});

test('a reply can go to the address of the conversation and to everybody known, in a circle', () => {
  const choices = {sessions: [], names: NAMES};
  const form = {...initialInject(BOB), field: 'reply'} as const;
  const seen: InjectForm[] = [form];
  for (const _ of [1, 2, 3, 4]) seen.push(changedChoice(seen.at(-1) ?? form, choices, 1));
  expect(seen.map(({replyTo}) => replyTo)).toEqual([
    undefined,
    'signal:bob',
    'signal:alice',
    'signal:group:AAEC',
    undefined,
  ]);
  const model = {
    form: {...form, replyTo: 'signal:alice'},
    draft: draftOf(''),
    session: undefined,
    sessions: [MAIN],
    names: NAMES,
  } as const;
  const wide = drawnIn(100, 20, room => injectShown(model, room)).rows.map(row => row.map(({text}) => text).join(''));
  expect(wide.find(row => row.includes('reply'))).toContain('(•) to Alice on signal  ( ) to Rowing');
  const narrow = drawnIn(50, 20, room => injectShown(model, room)).rows.map(row => row.map(({text}) => text).join(''));
  expect(narrow.find(row => row.includes('reply'))).toContain('(•) to Alice on signal  3 of 4');
  // Another conversation has another address of its own.
  const sessions = [MAIN, BOB].map(key => ({...SESSION, key}) as Session);
  const moved = changedChoice({...form, field: 'session', replyTo: 'signal:bob'}, {sessions, names: NAMES}, 1);
  expect(moved).toMatchObject({session: MAIN});
  expect(moved).not.toHaveProperty('replyTo');
});

test('the form fits any screen', () => {
  for (const [cells, height] of [
    [20, 6],
    [39, 9],
    [79, 18],
    [139, 30],
  ] as const) {
    for (const field of INJECT_FIELDS) {
      const form = {...initialInject('rooster:dm:signal:bob'), field};
      const preview = {
        session: form.session,
        message: 'x '.repeat(400),
        source: {kind: 'operator'},
        trust: 'full',
        effects: ['a '.repeat(90)],
      } as const;
      const model = {
        form: {...form, preview},
        draft: draftOf('word '.repeat(60)),
        session: undefined,
        sessions: [MAIN, MAIN, MAIN],
        names: NAMES,
      };
      const {rows, cursor} = drawnIn(cells, height, room => injectShown(model, room));
      expect(rows.length).toBeLessThanOrEqual(height);
      for (const row of rows) expect(rowWidth(row)).toBeLessThanOrEqual(cells + 2);
      if (cursor !== undefined) expect(cursor.y).toBeLessThan(height);
    }
  }
});
