import {expect, test} from 'vitest';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const opened = async (texts: readonly string[]) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  for (const text of texts) gateway.said(text);
  const app = await openTestApp({gateway, clock});
  await app.frame();
  return app;
};

test('Ctrl+↑ selects the newest message, arrows move, and Esc returns to the composer and stays there', async () => {
  await using app = await opened(['first one', 'second one', 'third one']);
  await app.type('a draft', KEYS.select);
  expect(await app.frame()).toMatch(/\n>.*third one/u);
  await app.type(KEYS.up);
  expect(await app.frame()).toMatch(/\n>.*second one/u);
  expect(await app.frame()).toContain('Enter read');
  await app.type(KEYS.esc, KEYS.esc, KEYS.esc);
  const screen = await app.frame();
  expect(screen).not.toMatch(/\n>/u);
  expect(screen).toContain(' > a draft');
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
});

test('moving below the newest message returns to the composer, and so does a letter, which is written', async () => {
  await using app = await opened(['one', 'two']);
  await app.type(KEYS.select, KEYS.down);
  expect(app.state().ui.browse).toBeUndefined();
  await app.type(KEYS.select, 'hello');
  expect(app.state().ui.browse).toBeUndefined();
  expect(await app.frame()).toContain(' > hello');
});

test('the selected message stays in place while new ones arrive', async () => {
  await using app = await opened(Array.from({length: 40}, (_, index) => `message ${index}`));
  await app.type(KEYS.select, KEYS.up, KEYS.up);
  const before = await app.frame();
  app.gateway.says('something new');
  expect(rowsOf(await app.frame())).toEqual(rowsOf(before));
  for (let step = 0; step < 30; step += 1) await app.type(KEYS.up);
  expect(await app.frame()).toMatch(/\n>.*message 7/u);
});

test('during a turn Esc asks whether to stop it, and Ctrl+↑ selects a message instead', async () => {
  await using app = await opened(['one']);
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'being written', offset: 0});
  await app.frame();
  await app.type(KEYS.esc);
  expect(await app.frame()).toMatch(/Esc again to stop.*\^↑ messages/u);
  await app.type(KEYS.select);
  expect(await app.frame()).toMatch(/\n>.*being written/u);
  await app.type(KEYS.esc, KEYS.esc);
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  app.gateway.says('being written and done', {turnId: 'turn_1'});
  app.gateway.turnEnds('turn_1');
});

test('the reader shows a whole tool call: its input and its output', async () => {
  await using app = await opened([]);
  const call = {callId: 'c1', name: 'bash', input: {command: 'seq 100'}};
  app.gateway.turnStarts('turn_1');
  app.gateway.says('', {turnId: 'turn_1', toolCalls: [call]});
  app.gateway.says(Array.from({length: 100}, (_, index) => `line ${index}`).join('\n'), {
    role: 'tool',
    turnId: 'turn_1',
    source: {kind: 'tool'},
    tool: {callId: 'c1', name: 'bash', ok: true, tookMs: 1_200},
  });
  app.gateway.turnEnds('turn_1');
  await app.frame();
  await app.type(KEYS.select, KEYS.altEnter);
  const screen = await app.frame();
  expect(screen).toContain('tool bash');
  expect(screen).toContain('{"command":"seq 100"}');
  expect(screen).toContain('line 0');
  await app.type('G');
  expect(await app.frame()).toContain('line 99');
  await app.type('/', 'line 42', KEYS.enter);
  expect(await app.frame()).toMatch(/line 42 +│\n/u);
  await app.type('y');
  await app.frame();
  expect(app.saw.copied[0]).toMatch(/^line 0\n.*line 99$/su);
  expect(await app.frame()).toContain('characters copied');
  await app.type('q');
  expect(app.state().ui.browse).toBeDefined();
});

test('copying takes the text as written, and from the menu its details too', async () => {
  await using app = await opened(['**bold** and\n- a list']);
  await app.type(KEYS.select, KEYS.alt('c'), '.', 'Y', KEYS.alt('o'));
  await app.frame();
  expect(app.saw.copied[0]).toBe('**bold** and\n- a list');
  expect(app.saw.copied[1]).toMatch(/^message msg_.*conversation: rooster:main/su);
  expect(app.saw.paged).toHaveLength(1);
  expect(app.terminal.alternate).toBe(true);
  expect(await app.frame()).toContain('bold and');
});

test('a search goes back through loaded messages, then asks the daemon for older pages', async () => {
  const texts = Array.from(
    {length: 300},
    (_, index) => `message number ${index}${index === 3 ? ' with a needle' : ''}`,
  );
  await using app = await opened(texts);
  await app.type(KEYS.select, KEYS.ctrl('f'), 'number 29', KEYS.enter);
  expect(await app.frame()).toMatch(/\n>.*message number 298/u);
  await app.type(KEYS.alt('n'));
  expect(await app.frame()).toMatch(/\n>.*message number 297/u);
  await app.type(KEYS.alt('b'));
  expect(await app.frame()).toMatch(/\n>.*message number 298/u);
  await app.type(KEYS.ctrl('f'), 'needle', KEYS.enter);
  for (let step = 0; step < 10; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 3 with a needle/u);
  await app.type(KEYS.ctrl('f'), 'no such words', KEYS.enter);
  await app.frame();
  expect(await app.frame()).toContain('No older message has "no such words"');
});

test('a search finds literal text, even inside words, past newer messages that only have the words', async () => {
  const texts = Array.from(
    {length: 400},
    (_, index) => `message number ${index}: ${index % 42 === 0 ? '42 again' : 'x'}`,
  );
  await using app = await opened(texts);
  await app.type(KEYS.select, KEYS.ctrl('f'), 'number 42:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 42: 42 again/u);
  await app.type(KEYS.ctrl('f'), KEYS.ctrl('u'), 'UMBER 17:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 17: x/u);
});

test("a search finds part of a word in a message that isn't loaded", async () => {
  await using app = await opened(Array.from({length: 400}, (_, index) => `message number ${index}: x`));
  await app.type(KEYS.select, KEYS.ctrl('f'), 'UMBER 17:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 17: x/u);
});

test('a search continues behind the first 50 hits if none of them can be shown', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.said('the needle to find');
  for (let index = 0; index < 120; index += 1) {
    const tool = {callId: `c${index}`, name: 'bash', ok: true, tookMs: 1};
    gateway.said(`needle ${index}`, {role: 'tool', source: {kind: 'tool'}, tool});
  }
  for (let index = 0; index < 300; index += 1) gateway.said(`later ${index}`);
  await using app = await openTestApp({gateway, clock});
  await app.frame();
  await app.type(KEYS.select, KEYS.ctrl('f'), 'needle', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*the needle to find/u);
  const befores = gateway.callsOf('message.search').map(({before}) => before);
  expect(befores).toHaveLength(3);
  expect(new Set(befores).size).toBe(3);
});

test('the menu lists the actions that apply; the key of another says why not, and a key runs one', async () => {
  await using app = await opened([]);
  const reminder = app.gateway.reminds({message: 'tea'});
  app.gateway.says('tea', {source: {kind: 'reminder', name: reminder.id}});
  await app.frame();
  await app.type(KEYS.select);
  expect(await app.frame()).toMatch(/Enter actions · Alt\+S snooze · /u);
  await app.type('.');
  const menu = await app.frame();
  expect(menu).toContain('actions for message: tea');
  expect(menu).toMatch(/s +snooze the reminder/u);
  expect(menu).toMatch(/x +cancel the reminder/u);
  for (const other of ['run the job', 'send again', 'skip', 'pause', 'resume', 'dry run'])
    expect(menu).not.toContain(other);
  await app.type(KEYS.esc, KEYS.alt('t'));
  expect(await app.frame()).toContain('send again: nothing to resend');
  await app.type('.', 'x');
  await app.frame();
  expect(app.gateway.callsOf('reminder.cancel')).toEqual([{id: reminder.id}]);
});

test('a dead delivery is shown beside its message, and can be retried there', async () => {
  await using app = await opened([]);
  const message = app.gateway.says('rent is due');
  const delivery: Delivery = {
    id: 'dlv_1',
    key: 'k',
    address: 'signal:alice',
    text: 'rent is due',
    state: 'dead',
    attempts: 3,
    lastError: 'unknown number',
    session: MAIN,
    createdAt: message.at,
    repeat: false,
  };
  app.gateway.emit({type: 'delivery.dead', delivery});
  expect(await app.frame()).toContain('signal ! not delivered: unknown number');
  await app.type(KEYS.select, KEYS.alt('t'));
  await app.frame();
  expect(app.gateway.callsOf('outbox.retry')).toEqual([{id: 'dlv_1'}]);
});

test('a waiting message can be withdrawn into the draft', async () => {
  await using app = await opened([]);
  app.gateway.turnStarts('turn_running');
  await app.type('wait for me', KEYS.enter);
  await app.frame();
  await app.type(KEYS.select, KEYS.up, KEYS.alt('x'));
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.retract')).toHaveLength(1);
  expect(screen).toContain(' > wait for me');
});

test('a message is answered with a quote', async () => {
  await using app = await opened(['one\ntwo']);
  await app.type(KEYS.select, KEYS.alt('r'));
  expect(app.state().ui.browse).toBeUndefined();
  expect(await app.frame()).toMatch(/> > one\n +> two/u);
});

const rowsOf = (screen: string): readonly string[] => screen.split('\n').slice(2, 16);

test('an event in the log shows its original form and its cause', async () => {
  await using app = await openTestApp();
  app.gateway.emit({
    type: 'policy.refused',
    reason: 'unknown sender',
    source: {kind: 'user'},
    cause: 'msg_7',
    trust: 'public',
  });
  await app.frame();
  await app.type('/log', KEYS.enter, 'G', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toMatch(/event \d+/u);
  expect(screen).toMatch(/cause +msg_7/u);
  expect(screen).toContain('"reason": "unknown sender"');
});

test('a stranger who wrote is a notice, and a count in the header until they are allowed', async () => {
  await using app = await openTestApp({columns: 120});
  const signal = {channel: 'signal', inbound: 'up', outbound: 'up'} as const;
  app.gateway.emit({type: 'channel.status', ...signal});
  const contact = {address: 'signal:carol-uuid', name: 'Carol', times: 1, lastAt: Date.UTC(2026, 10, 21, 8)} as const;
  const reason = 'Contact request from Carol on Signal, not answered.';
  app.gateway.emit({type: 'policy.refused', reason, source: {kind: 'user', name: 'Carol', channel: 'signal'}, contact});
  app.gateway.emit({type: 'policy.refused', reason, source: {kind: 'user', name: 'Carol', channel: 'signal'}, contact});
  const screen = await app.frame();
  expect(screen).toContain('Contact request from Carol on Signal, not answered. /signal shows it.');
  expect(screen).toContain(' 1 contact request ');
  app.gateway.emit({type: 'channel.status', ...signal});
  expect(await app.frame()).not.toContain('1 contact request ');
});

test('the selection stays on the screen when the window changes its size', async () => {
  await using app = await opened(
    Array.from({length: 60}, (_, index) => `message number ${index} ${'and so on '.repeat(9)}`),
  );
  await app.type(KEYS.select);
  expect(await app.frame()).toMatch(/\n>.*message number 59/u);
  for (const [columns, rows] of [
    [60, 16],
    [40, 12],
    [100, 30],
  ] as const) {
    app.terminal.resize(columns, rows);
    expect(await app.frame(100)).toMatch(/\n>[\s\S]*message number 59/u);
  }
});

test('a long pasted message is collapsed to its first rows, and opens whole', async () => {
  await using app = await opened([]);
  const text = Array.from({length: 220}, (_, line) => `line ${line + 1}.`).join('\n');
  app.gateway.says(text, {role: 'user', source: {kind: 'user'}});
  app.gateway.says('Read it.');
  const screen = await app.frame();
  expect(screen).toMatch(
    /you +line 1\.[\s\S]*line 8\.\n +… 212 more rows: Ctrl\+↑, then Alt\+Enter\n[\s\S]*Read it\./u,
  );
  await app.type(KEYS.select, KEYS.up, KEYS.altEnter, 'G');
  expect(await app.frame()).toContain('line 220.');
});

test('in a document a number before a movement repeats it, and before G it is a row', async () => {
  await using app = await openTestApp();
  app.gateway.says(Array.from({length: 120}, (_, index) => `line ${index + 1}`).join('\n\n'));
  await app.frame();
  await app.type(KEYS.select, KEYS.altEnter);
  await app.frame();
  const top = () => (app.state().ui.overlay.kind === 'reader' ? app.state().ui.overlay : {top: -1}) as {top: number};
  await app.type('1', '5');
  expect(await app.frame()).toContain('15: now j, k, PgUp, PgDn, or G for that row');
  await app.type('j');
  expect(top().top).toBe(15);
  await app.type('5', 'k');
  expect(top().top).toBe(10);
  await app.type('40G');
  expect(top().top).toBe(39);
  await app.type('3', 'y', 'j');
  expect(top().top).toBe(40);
});
