import {expect, test} from 'vitest';
import type {ChannelStatus} from '../../../src/shared/events/gateway-event.ts';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import type {Problem} from '../../../src/shared/records/problem.ts';
import type {LinkOutcome} from '../../../src/shared/records/setup/signal-link.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {signalShown} from '../../../src/tui/commands/overlays/connect/signal.ts';
import {createChatView} from '../../../src/tui/screens/chat-view.ts';
import type {AppState} from '../../../src/tui/state/app-state.ts';
import {rowText, rowWidth} from '../../../src/tui/text/row.ts';
import {drawnIn} from '../../support/overlay-room.ts';
import {KEYS, openTestApp, type TestApp} from '../../support/render-app.tsx';

const MALLORY = 'signal:+15555550199';
const status = (now: number): ChannelStatus => ({
  channel: 'signal',
  inbound: 'up',
  outbound: 'down',
  outboundDetail: 'No network.',
  account: '+15555550100',
  version: '0.14.6',
  restarts: 2,
  lastReceivedAt: now - 5 * MINUTE,
  contactRequests: [
    {address: 'signal:+15555550198', times: 1, lastAt: now - MINUTE},
    {address: MALLORY, name: 'Mallory', times: 3, lastAt: now - 2 * MINUTE},
  ],
});

test('/signal shows both directions and the contact requests, and adds the selected one after a question', async () => {
  await using app = await openTestApp();
  app.gateway.signals(status(app.clock.now()));
  await app.type('/signal', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toMatch(/in +up\s/u);
  expect(screen).toMatch(/out +down: No network\./u);
  expect(screen).toMatch(/received +10:55, .* ago/u);
  expect(screen).toMatch(/> .*once {2}signal:\+15555550198/u);
  await app.type('j', 'a');
  expect(await app.frame()).toMatch(
    /── contact request[\s\S]*Let Mallory \(\+15555550199\) talk to the agent\? Trust\W+familiar: chat/u,
  );
  await app.answer('y');
  expect(await app.frame()).toContain('Allowed mallory. Trust familiar: chat only');
  expect(app.gateway.callsOf('signal.allow')).toEqual([{address: MALLORY, trust: 'familiar'}]);
  expect(await app.frame()).not.toContain('3 times');
  await app.type(KEYS.esc);
  expect(app.state().ui.overlay.kind).toBe('none');
});

const OWN = 'signal:+15555550100';
const OFF: ChannelStatus = {channel: 'signal', inbound: 'off', outbound: 'off', detail: 'It is not set up.'};
const linked = (problems: readonly Problem[] = []): LinkOutcome => ({
  kind: 'linked',
  account: '+15555550100',
  address: OWN,
  problems,
});
const QUESTION = 'Did your phone ring?';

/** The panel after linking the user's own account, with the test message on its way. */
const linkOwn = async (app: TestApp): Promise<void> => {
  app.gateway.signals(OFF, [linked()]);
  await app.type('/signal', KEYS.enter, 'L');
  await app.answer('y');
  await app.frame();
};
const sent = (app: TestApp, end: Partial<Delivery> = {}) =>
  app.gateway.delivers({id: app.state().gateway.deliveries[0]?.id as Delivery['id'], state: 'sent', ...end});

test('L links: it asks whose account it is, sends a test message, and stores and shows the answer', async () => {
  await using app = await openTestApp();
  app.gateway.signals(OFF, [linked()]);
  await app.type('/signal', KEYS.enter, 'L');
  expect((await app.frame()).replaceAll(/[\s│]+/gu, ' ')).toContain(
    'Is +15555550100 your own number? If so, Note to Self becomes your chat with the agent,',
  );
  await app.answer('y');
  expect(await app.frame()).toContain('Allowed alice. Sending a test message');
  expect(app.gateway.callsOf('signal.allow')).toEqual([{address: OWN, user: 'alice'}]);
  expect(app.gateway.callsOf('outbox.send')).toMatchObject([{to: OWN}]);
  expect(await app.frame(), 'not before it has left').not.toContain(QUESTION);
  sent(app);
  expect(await app.frame(100)).toContain(QUESTION);
  await app.answer('y');
  expect(await app.frame()).toContain('rings       yes, tested');
  expect(app.gateway.callsOf('signal.rang')).toEqual([{address: OWN, rang: true}]);
});

test('a no is stored too, by its letter or by selecting it; Enter and Esc answer nothing', async () => {
  for (const keys of [['n'], [KEYS.tab, KEYS.tab, KEYS.enter]]) {
    await using app = await openTestApp();
    await linkOwn(app);
    sent(app);
    await app.frame(100);
    for (const key of keys) await app.answer(key);
    expect((await app.frame()).replaceAll(/\s+/gu, ' ')).toContain('rings no; allow notifications on the phone');
    expect(app.gateway.callsOf('signal.rang')).toEqual([{address: OWN, rang: false}]);
  }
  for (const key of [KEYS.enter, KEYS.esc]) {
    await using app = await openTestApp();
    await linkOwn(app);
    sent(app);
    await app.frame(100);
    expect(await app.frame(500)).toMatch(/> Esc later {5}n silent {5}y it rang/u);
    await app.type(key);
    expect(app.state().ui.overlay.kind).toBe('signal');
    expect(app.gateway.callsOf('signal.rang')).toEqual([]);
  }
});

test("a key typed before the question is readable doesn't answer whether the phone rang", async () => {
  await using app = await openTestApp();
  await linkOwn(app);
  sent(app);
  await app.frame(100);
  await app.type('n', 'y');
  expect(await app.frame()).toContain(QUESTION);
  expect(app.gateway.callsOf('signal.rang')).toEqual([]);
});

test("a test message that can't be sent is reported, and no question follows", async () => {
  await using app = await openTestApp();
  await linkOwn(app);
  sent(app, {state: 'dead', lastError: 'No network.'});
  expect(await app.frame(100)).toContain("Couldn't send the test message. No network.");
  await using waiting = await openTestApp();
  await linkOwn(waiting);
  expect(await waiting.frame(MINUTE)).toContain("The test message isn't sent yet.");
  for (const each of [app, waiting]) expect(await each.frame()).not.toContain('it rang');
});

test("an account that is somebody else's is not added, and a can still add it", async () => {
  await using app = await openTestApp();
  app.gateway.signals(OFF, [linked()]);
  await app.type('/signal', KEYS.enter, 'L');
  await app.answer(KEYS.enter);
  expect(await app.frame()).toContain('Linked to +15555550100');
  expect(app.gateway.callsOf('signal.allow')).toEqual([]);
  expect(app.gateway.callsOf('outbox.send')).toEqual([]);
  await app.type('a');
  expect(await app.frame()).toContain('Is +15555550100 your own number?');
});

test('a person who closed the panel before the message left learns how to answer', async () => {
  await using app = await openTestApp();
  await linkOwn(app);
  await app.type(KEYS.esc);
  sent(app);
  expect(await app.frame(100)).toContain('Answer with "rooster signal ring yes"');
  expect(app.state().ui.overlay.kind).toBe('none');
});

test("a known account of the user isn't asked about again: the test message goes out", async () => {
  await using app = await openTestApp();
  await linkOwn(app);
  app.gateway.signals(OFF, [linked()]);
  await app.type('L');
  expect(await app.frame()).toContain('+15555550100 already belongs to alice.');
  expect(app.gateway.callsOf('signal.allow')).toHaveLength(1);
  expect(app.gateway.callsOf('outbox.send')).toHaveLength(2);
});

test("an account that couldn't be stored is reported, and no question follows", async () => {
  await using app = await openTestApp();
  app.gateway.signals(OFF, [linked([{key: 'signal.account', reason: 'The file is read-only.', inForce: 'None.'}])]);
  await app.type('/signal', KEYS.enter, 'L');
  expect(await app.frame()).toContain("Couldn't write signal.account: The file is read-only.");
  expect(app.state().ui.overlay.kind).toBe('signal');
});

test('Enter allows nobody, and an unanswered question adds nobody', async () => {
  await using app = await openTestApp();
  app.gateway.signals(status(app.clock.now()));
  await app.type('/signal', KEYS.enter, KEYS.enter);
  await app.frame(1_000);
  await app.type(KEYS.enter);
  expect(app.state().ui.overlay.kind).toBe('signal');
  await app.type('j', 'a');
  await app.answer(KEYS.enter);
  expect(await app.frame()).toContain('contact requests');
  await app.type('a');
  await app.answer('n');
  expect(app.state().ui.overlay).toMatchObject({kind: 'signal', index: 1});
  expect(app.gateway.callsOf('signal.allow')).toEqual([]);
});

test('Enter on a contact request opens no question, so that repeating it allows nobody', async () => {
  await using app = await openTestApp();
  app.gateway.signals(status(app.clock.now()));
  await app.type('/signal', KEYS.enter, 'j');
  expect(await app.frame()).toMatch(/> .*Mallory/u);
  await app.answer(KEYS.enter);
  expect(app.state().ui.overlay).toMatchObject({kind: 'signal', index: 1});
  await app.answer(KEYS.enter);
  await app.answer('y');
  expect(app.state().ui.overlay).toMatchObject({kind: 'signal', index: 1});
  expect(app.gateway.callsOf('signal.allow')).toEqual([]);
});

test("a question about a group uses its name, and a sender without a name can't be added here", async () => {
  await using app = await openTestApp();
  const lastAt = app.clock.now();
  const group = 'signal:group:AAECAw==';
  app.gateway.signals({
    ...status(lastAt),
    contactRequests: [
      {address: group, name: 'Allotment', times: 2, lastAt},
      {address: 'signal:+15555550198', times: 1, lastAt},
    ],
  });
  await app.type('/signal', KEYS.enter, 'a');
  expect(await app.frame()).toContain('Let the group "Allotment" talk to the agent?');
  await app.answer(KEYS.tab);
  await app.answer(KEYS.enter);
  expect(app.gateway.callsOf('signal.allow')).toEqual([{address: group}]);
  await app.frame();
  await app.type('a');
  expect((await app.frame()).replaceAll(/\s+/gu, ' ')).toContain(
    'has no profile name. To allow them: rooster signal allow',
  );
  expect(app.gateway.callsOf('signal.allow')).toHaveLength(1);
});

test('a failed linking says why', async () => {
  await using app = await openTestApp();
  await app.type('/signal', KEYS.enter, 'L');
  expect(await app.frame()).toContain('Nobody scanned it.');
});

const model = {index: 0, daemonNow: 1_000_000_000, isLight: false};
const uri = `sgnl://linkdevice?uuid=${'a'.repeat(24)}&pub_key=${'b'.repeat(56)}`;

test('the code fills the pane, dark on light or light on dark like the terminal', () => {
  for (const isLight of [true, false]) {
    const rows = drawnIn(79, 27, room => signalShown({...model, isLight, linking: {kind: 'shown', uri}}, room)).rows;
    const code = rows.slice(1).map(rowText);
    expect(rows).toHaveLength(27);
    expect(code[0]?.trim()).toBe(isLight ? '' : '█'.repeat(49));
  }
});

test('a small screen keeps both directions and the selected contact request visible', () => {
  const at = model.daemonNow;
  const contactRequests = Array.from({length: 20}, (_, index) => ({
    address: `signal:u:${index}` as const,
    times: 1,
    lastAt: at,
  }));
  const seen = (index: number) =>
    drawnIn(40, 11, room => signalShown({...model, index, status: {...status(at), contactRequests}}, room))
      .rows.map(rowText)
      .join('\n');
  for (const index of [0, 1, 7, 19]) {
    expect(seen(index)).toMatch(/in {10}up[\s\S]*out {9}down/u);
    expect(seen(index)).toContain('contact requests');
    expect(seen(index)).toMatch(new RegExp(`> .* signal:u:${index}(?!\\d)`, 'u'));
  }
});

test('the panel fits any screen', () => {
  for (const cells of [20, 40, 79, 139]) {
    for (const linking of [undefined, {kind: 'shown', uri} as const]) {
      const rows = drawnIn(cells, 12, room =>
        signalShown({...model, status: status(model.daemonNow), linking}, room),
      ).rows;
      expect(rows.length).toBeLessThanOrEqual(12);
      expect(rows.every(row => rowWidth(row) <= cells + 2)).toBe(true);
    }
  }
});

test('an ordinary terminal has space for the code, in any view', async () => {
  await using app = await openTestApp();
  app.gateway.signals({channel: 'signal', inbound: 'off', outbound: 'off'}, []);
  await app.type('/signal', KEYS.enter);
  const {overlay} = app.state().ui;
  if (overlay.kind !== 'signal') throw new Error('the panel is not open');
  const state = app.state();
  const shown: AppState = {
    ...state,
    ui: {...state.ui, overlay: {...overlay, linking: {kind: 'shown', uri: uri.slice(0, -12)}}},
  };
  const {head, panes, foot} = createChatView().frame(shown);
  expect(head.length + (panes[0]?.rows.length ?? 0) + foot.length).toBe(24);
  expect(panes[0]?.rows.map(rowText).join('\n')).toMatch(/█▀|▄▀/u);
});

test('without an account the panel says how to link one, and r takes the last failure away', async () => {
  await using app = await openTestApp();
  app.gateway.signals(OFF, [{kind: 'failed', because: "No program 'signal-cli'."}]);
  await app.type('/signal', KEYS.enter);
  expect(await app.frame()).toContain('Press L to link your phone.');
  await app.type('L');
  expect(await app.frame()).toContain("No program 'signal-cli'.");
  await app.type('r');
  const screen = await app.frame();
  expect(screen).not.toContain("No program 'signal-cli'.");
  expect(screen).toContain('Press L to link your phone.');
});
