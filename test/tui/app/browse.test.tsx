import {expect, test} from 'vitest';
import type {Delivery} from '../../../src/shared/records/delivery.ts';
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

test('escape picks the newest message, arrows move, and escape goes back to writing', async () => {
  await using app = await opened(['first one', 'second one', 'third one']);
  await app.type('a draft', KEYS.esc);
  expect(await app.frame()).toMatch(/\n>.*third one/u);
  await app.type(KEYS.up);
  expect(await app.frame()).toMatch(/\n>.*second one/u);
  expect(await app.frame()).toContain('Enter read');
  await app.type('k', 'j', KEYS.esc);
  const screen = await app.frame();
  expect(screen).not.toMatch(/\n>/u);
  expect(screen).toContain(' > a draft');
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
});

test('below the newest message one writes again, and a letter without a meaning begins one', async () => {
  await using app = await opened(['one', 'two']);
  await app.type(KEYS.esc, KEYS.down);
  expect(app.state().ui.browse).toBeUndefined();
  await app.type(KEYS.esc, 'hello');
  expect(app.state().ui.browse).toBeUndefined();
  expect(await app.frame()).toContain(' > hello');
});

test('what is picked stays where it is while more is said', async () => {
  await using app = await opened(Array.from({length: 40}, (_, index) => `message ${index}`));
  await app.type(KEYS.esc, KEYS.up, KEYS.up);
  const before = await app.frame();
  app.gateway.says('something new');
  expect(rowsOf(await app.frame())).toEqual(rowsOf(before));
  for (let step = 0; step < 30; step += 1) await app.type(KEYS.up);
  expect(await app.frame()).toMatch(/\n>.*message 7/u);
});

test('while a turn runs escape asks whether to stop it, and the arrow picks a message instead', async () => {
  await using app = await opened(['one']);
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'being written', offset: 0});
  await app.frame();
  await app.type(KEYS.esc);
  expect(await app.frame()).toMatch(/Esc again to stop.*↑ messages/u);
  await app.type(KEYS.up);
  expect(await app.frame()).toMatch(/\n>.*being written/u);
  await app.type(KEYS.esc, KEYS.esc);
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  app.gateway.says('being written and done', {turnId: 'turn_1'});
  app.gateway.turnEnds('turn_1');
});

test('the reader shows all of a tool call: what it was asked, and its whole answer', async () => {
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
  await app.type(KEYS.esc, KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain('tool bash');
  expect(screen).toContain('{"command":"seq 100"}');
  expect(screen).toContain('line 0');
  await app.type('G');
  expect(await app.frame()).toContain('line 99');
  await app.type('/', 'line 42', KEYS.enter);
  expect(await app.frame()).toMatch(/line 42\n/u);
  await app.type('y');
  await app.frame();
  expect(app.saw.copied[0]).toMatch(/^line 0\n.*line 99$/su);
  expect(await app.frame()).toContain('characters copied');
  await app.type('q');
  expect(app.state().ui.browse).toBeDefined();
});

test('what is copied is the text as it was written, and with a capital its facts too', async () => {
  await using app = await opened(['**bold** and\n- a list']);
  await app.type(KEYS.esc, 'y', 'Y', 'o');
  await app.frame();
  expect(app.saw.copied[0]).toBe('**bold** and\n- a list');
  expect(app.saw.copied[1]).toMatch(/^message msg_.*conversation: rooster:main/su);
  expect(app.saw.paged).toHaveLength(1);
  expect(app.terminal.alternate).toBe(true);
  expect(await app.frame()).toContain('bold and');
});

test('searching goes back through what is held, then asks the daemon for older pages', async () => {
  const texts = Array.from(
    {length: 300},
    (_, index) => `message number ${index}${index === 3 ? ' with a needle' : ''}`,
  );
  await using app = await opened(texts);
  await app.type(KEYS.esc, '/', 'number 29', KEYS.enter);
  expect(await app.frame()).toMatch(/\n>.*message number 298/u);
  await app.type('n');
  expect(await app.frame()).toMatch(/\n>.*message number 297/u);
  await app.type('N');
  expect(await app.frame()).toMatch(/\n>.*message number 298/u);
  await app.type(KEYS.esc, '/', 'needle', KEYS.enter);
  for (let step = 0; step < 10; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 3 with a needle/u);
  await app.type('/', 'no such words', KEYS.enter);
  await app.frame();
  expect(await app.frame()).toContain('no older message has "no such words"');
});

test('searching finds the text as it stands, also within words, past newer messages that only have the words', async () => {
  const texts = Array.from(
    {length: 400},
    (_, index) => `message number ${index}: ${index % 42 === 0 ? '42 again' : 'x'}`,
  );
  await using app = await opened(texts);
  await app.type(KEYS.esc, '/', 'number 42:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 42: 42 again/u);
  await app.type('/', KEYS.ctrl('u'), 'UMBER 17:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 17: x/u);
});

test('searching finds part of a word in a message that is not loaded', async () => {
  await using app = await opened(Array.from({length: 400}, (_, index) => `message number ${index}: x`));
  await app.type(KEYS.esc, '/', 'UMBER 17:', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*message number 17: x/u);
});

test('searching goes on behind the first 50 hits where none of them can be seen', async () => {
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
  await app.type(KEYS.esc, '/', 'needle', KEYS.enter);
  for (let step = 0; step < 20; step += 1) await app.frame();
  expect(await app.frame()).toMatch(/\n>.*the needle to find/u);
  const befores = gateway.callsOf('message.search').map(({before}) => before);
  expect(befores).toHaveLength(3);
  expect(new Set(befores).size).toBe(3);
});

test('the menu lists what can be done, and says why not; a key does it', async () => {
  await using app = await opened([]);
  const reminder = app.gateway.reminds({message: 'tea'});
  app.gateway.says('tea', {source: {kind: 'reminder', name: reminder.id}});
  await app.frame();
  await app.type(KEYS.esc);
  expect(await app.frame()).toMatch(/Enter read {2}s snooze {2}/u);
  await app.type('.');
  const menu = await app.frame();
  expect(menu).toContain('actions for message: tea');
  expect(menu).toMatch(/F {6}run now or wake the agent {2,}not a job or an alarm/u);
  expect(menu).toMatch(/s +snooze the reminder/u);
  expect(menu).toMatch(/R +send again +nothing to resend/u);
  await app.type('R');
  expect(await app.frame()).toContain('send again: nothing to resend');
  await app.type('x');
  expect(await app.frame()).toContain('Cancel the reminder "tea"?');
  await app.answer('y');
  await app.frame();
  expect(app.gateway.callsOf('reminder.cancel')).toEqual([{id: reminder.id}]);
});

test('a delivery that died is seen beside its message, and is sent again from there', async () => {
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
  await app.type(KEYS.esc, KEYS.esc, KEYS.esc, 'R');
  await app.type(KEYS.esc, 'R');
  await app.frame();
  expect(app.gateway.callsOf('outbox.retry')).toEqual([{id: 'dlv_1'}]);
});

test('a message that waits is taken back into the draft', async () => {
  await using app = await opened([]);
  app.gateway.turnStarts('turn_running');
  await app.type('wait for me', KEYS.enter);
  await app.frame();
  await app.type(KEYS.esc, KEYS.up, 'x');
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.retract')).toHaveLength(1);
  expect(screen).toContain(' > wait for me');
});

test('a message is answered with a quote', async () => {
  await using app = await opened(['one\ntwo']);
  await app.type(KEYS.esc, 'r');
  expect(app.state().ui.browse).toBeUndefined();
  expect(await app.frame()).toMatch(/> > one\n +> two/u);
});

const rowsOf = (screen: string): readonly string[] => screen.split('\n').slice(2, 16);

test('an event of the log is read as it was sent, with what caused it', async () => {
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

test('what is selected stays on the screen when the window changes its size', async () => {
  await using app = await opened(
    Array.from({length: 60}, (_, index) => `message number ${index} ${'and so on '.repeat(9)}`),
  );
  await app.type(KEYS.esc);
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

test('a long pasted message is shown by its first rows, and opens whole', async () => {
  await using app = await opened([]);
  const text = Array.from({length: 220}, (_, line) => `line ${line + 1}.`).join('\n');
  app.gateway.says(text, {role: 'user', source: {kind: 'user'}});
  app.gateway.says('Read it.');
  const screen = await app.frame();
  expect(screen).toMatch(/you +line 1\.[\s\S]*line 8\.\n +… 212 more rows: Esc, then Enter\n[\s\S]*Read it\./u);
  await app.type(KEYS.esc, KEYS.up, KEYS.enter, 'G');
  expect(await app.frame()).toContain('line 220.');
});
