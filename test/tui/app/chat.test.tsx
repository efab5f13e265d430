import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('the first frame appears before the daemon answers', async () => {
  await using app = await openTestApp();
  const [beforeAnswer] = app.terminal.written.split('live');
  expect(beforeAnswer).toContain('connecting');
  expect(beforeAnswer).toContain('write to rooster');
});

test('a first start explains what this is and how to begin', async () => {
  await using app = await openTestApp();
  const screen = await app.frame();
  expect(screen).toContain('An agent that keeps time.');
  expect(screen).toContain('remind me in one minute to stretch');
});

test('a sent message appears immediately, and its row becomes the stored one', async () => {
  await using app = await openTestApp();
  await app.type('hello there', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toMatch(/\d\d:\d\d you {6}hello there/u);
  expect(screen.match(/hello there/gu)).toHaveLength(1);
  expect(app.state().ui.sends).toEqual([]);
  expect(app.gateway.callsOf('session.send')).toEqual([{session: MAIN, text: 'hello there', key: 'key-1'}]);
});

test('a running turn shows text as it arrives, tools with their state, then the end', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'Let me **look**', offset: 0});
  expect(await app.frame(2_000)).toContain('Let me look▌');
  expect(await app.frame()).toContain('rooster is writing  2s');
  const call = {callId: 'c1', name: 'bash', input: {command: 'ls'}};
  const use = {
    type: 'turn.tool',
    session: MAIN,
    turnId: 'turn_1',
    callId: 'c1',
    name: 'bash',
    summary: 'list files',
  } as const;
  app.gateway.says('Let me **look**', {turnId: 'turn_1', toolCalls: [call]});
  app.gateway.emit({...use, phase: 'started'});
  expect(await app.frame()).toMatch(/▸ bash list files +running/u);
  app.gateway.emit({...use, phase: 'ended', ok: true, tookMs: 1_200});
  app.gateway.says('a\nb\nc', {
    role: 'tool',
    turnId: 'turn_1',
    source: {kind: 'tool'},
    tool: {callId: 'c1', name: 'bash', ok: true, tookMs: 1_200},
  });
  app.gateway.says('Three files.', {turnId: 'turn_1'});
  app.gateway.turnEnds('turn_1');
  const done = await app.frame();
  expect(done).toMatch(/▸ bash list files +1\.2s/u);
  expect(done).toContain('Three files.');
  expect(done).not.toContain('is writing');
  await app.type(KEYS.ctrl('o'));
  expect(await app.frame()).toMatch(/▾ bash.*\n +a\n +b\n +c/u);
});

test('a sentinel is never shown: not during streaming, not at the end of an answer, not alone', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'HEARTBEAT', offset: 0});
  const coming = await app.frame(2_000);
  expect(coming).toContain('rooster is thinking  2s');
  expect(coming).not.toContain('HEART');
  app.gateway.says('HEARTBEAT_OK', {turnId: 'turn_1'});
  app.gateway.turnEnds('turn_1', {outcome: 'silent'});
  app.gateway.says('All is well. HEARTBEAT_OK', {turnId: 'turn_2'});
  const done = await app.frame();
  expect(done).toMatch(/rooster +\(no reply\)/u);
  expect(done).toMatch(/All is well\. *$/mu);
  expect(app.terminal.written).not.toContain('HEART');
});

test('a failed turn leaves one sentence, even for clients that connect later', async () => {
  await using app = await openTestApp();
  await app.type('hello', KEYS.enter);
  const {turnId} = app.state().gateway.transcripts.get(MAIN)?.messages[0] ?? {};
  if (turnId === undefined) throw new Error('no turn');
  app.gateway.turnStarts(turnId);
  app.gateway.turnEnds(turnId, {outcome: 'failed', error: 'The model did not answer.'});
  expect(await app.frame()).toContain('! failed: The model did not answer.');
  await using later = await openTestApp({gateway: app.gateway, clock: app.clock});
  expect(await later.frame()).toContain('! failed: The model did not answer.');
});

test('a message sent during a turn is shown as queued, and can be withdrawn into the draft', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_running');
  await app.type('wait for me', KEYS.enter);
  expect(await app.frame()).toMatch(/wait for me\n +queued · Alt\+Up edits it/u);
  await app.type(KEYS.altUp);
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.retract')).toHaveLength(1);
  expect(screen).toContain(' > wait for me');
  expect(screen).not.toContain('queued, Alt');
});

test('Enter adds to the own running turn, and Alt+Enter queues behind it', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  app.gateway.turnStarts('turn_running', MAIN, {kind: 'user', name: 'alice', channel: 'terminal'});
  await app.type('in blue');
  expect(await app.frame()).toContain('Enter add to this turn · Alt+Enter queue');
  expect(await app.frame()).toContain('to main, into this turn');
  await app.type(KEYS.enter);
  expect(await app.frame()).toMatch(/in blue .*\n +read before the next step · Alt\+Up edits it/u);
  await app.type('then buy milk', KEYS.altEnter);
  expect(await app.frame()).toMatch(/then buy milk .*\n +queued · Alt\+Up edits it/u);
  expect(app.gateway.callsOf('session.send').map(({text, steer}) => [text, steer])).toEqual([
    ['in blue', true],
    ['then buy milk', undefined],
  ]);
});

test('what joined a running turn stands in it, and waits no longer', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_running', MAIN, {kind: 'user', name: 'alice', channel: 'terminal'});
  await app.type('in blue', KEYS.enter);
  const [message] = app.state().gateway.transcripts.get(MAIN)?.messages.slice(-1) ?? [];
  if (message?.turnId === undefined) throw new Error('nothing was sent');
  app.gateway.joins(message.id, 'turn_running');
  const screen = await app.frame();
  expect(screen).toContain('in blue');
  expect(screen).not.toContain('read before the next step');
  await app.type(KEYS.altUp);
  expect(app.gateway.callsOf('session.retract')).toEqual([]);
});

test('Esc pressed twice stops the running turn, and any other key cancels that', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  await app.type(KEYS.esc);
  expect(await app.frame()).toContain('Esc again to stop');
  await app.type('x', KEYS.backspace);
  expect(await app.frame()).toContain('Esc stop');
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  await app.type(KEYS.esc, KEYS.esc);
  await app.frame();
  expect(app.gateway.callsOf('session.stop')).toEqual([{session: MAIN}]);
  await app.type(KEYS.ctrl('c'), KEYS.ctrl('c'));
  await app.frame();
  expect(app.gateway.callsOf('session.stop')).toHaveLength(2);
});

test('Esc never stops anything when no turn runs', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.esc, KEYS.esc, KEYS.esc);
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  expect(app.left()).toBe(false);
});

test('a refused message shows the reason, and returns to the draft', async () => {
  await using app = await openTestApp();
  app.gateway.refuses('session.send', new GatewayError('busy', '20 messages wait already.'));
  await app.type('one too many', KEYS.enter);
  expect(await app.frame()).toContain('not sent: 20 messages wait already.');
  await app.type(KEYS.altUp);
  expect(await app.frame()).toContain(' > one too many');
});

test('a reader can scroll far back, and nothing moves while reading', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  for (let index = 1; index <= 250; index += 1) gateway.said(`message number ${index}`);
  await using app = await openTestApp({gateway, clock});
  expect(await app.frame()).toContain('message number 250');
  await app.type(KEYS.pageUp);
  const held = firstRows(await app.frame());
  gateway.says('something new');
  const after = await app.frame();
  expect(firstRows(after)).toEqual(held);
  expect(after).toContain('▼ 1 new below · Ctrl+End');
  for (let page = 0; page < 40 && !(await app.frame()).includes('message number 1\n'); page += 1)
    await app.type(KEYS.pageUp);
  expect(await app.frame()).toContain('message number 1\n');
  await app.type(KEYS.ctrlEnd);
  expect(await app.frame()).toContain('something new');
});

test('PageUp goes page by page through the whole conversation, without a jump at any loaded page', async () => {
  await using app = await openLong(400, {rows: 40, columns: 90});
  let top = topNumber(await app.frame());
  const seen: number[] = [];
  for (let page = 0; page < 40 && top > 1; page += 1) {
    await app.type(KEYS.pageUp);
    const next = topNumber(await app.frame());
    seen.push(top - next);
    top = next;
  }
  expect(top).toBe(1);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  expect(Math.max(...seen)).toBeLessThan(40);
});

test('Ctrl+Home shows the first message after one request, and reading on reaches the loaded ones', async () => {
  await using app = await openLong(5_000);
  await app.type(KEYS.ctrlHome);
  expect(topNumber(await app.frame())).toBe(1);
  expect(app.gateway.callsOf('session.history')).toEqual([
    {session: MAIN, limit: 100},
    {session: MAIN, limit: 100, oldest: true},
  ]);
  let top = 1;
  for (let page = 0; page < 20; page += 1) {
    await app.type(KEYS.pageDown);
    const next = topNumber(await app.frame());
    expect(next - top).toBeGreaterThan(0);
    expect(next - top).toBeLessThan(24);
    top = next;
  }
  expect(top).toBeGreaterThan(250);
  app.gateway.says('message number 5001');
  expect(topNumber(await app.frame())).toBe(top);
  expect(await app.frame()).toContain('▼ 1 new below');
  await app.type(KEYS.ctrlEnd);
  expect(await app.frame()).toContain('message number 5001');
  await app.type(KEYS.pageUp, KEYS.pageUp);
  expect(topNumber(await app.frame())).toBeGreaterThan(4_900);
  await app.type(KEYS.ctrlHome);
  expect(topNumber(await app.frame())).toBe(1);
});

test('the hole between the first and the newest messages closes when both sides are read', async () => {
  await using app = await openLong(420);
  await app.type(KEYS.ctrlHome);
  for (let page = 0; page < 40; page += 1) await app.type(KEYS.pageDown);
  expect(await app.frame()).toContain('message number 420');
  expect(app.state().ui.scroll).toEqual({kind: 'follow'});
  const held = app.state().gateway.transcripts.get(MAIN);
  expect([held?.messages.length, held?.hole, held?.more]).toEqual([420, undefined, false]);
  expect(held?.messages.map(({text}) => Number(text.split(' ').at(-1)))).toEqual(
    Array.from({length: 420}, (_, index) => index + 1),
  );
});

test('while a message is selected Home selects the first one and End the newest', async () => {
  await using app = await openLong(1_000);
  await app.type(KEYS.select, KEYS.home);
  expect(await app.frame()).toMatch(/\n>.*message number 1\n/u);
  await app.type(KEYS.down, KEYS.down);
  expect(await app.frame()).toMatch(/\n>.*message number 3\n/u);
  await app.type(KEYS.end);
  expect(await app.frame()).toMatch(/\n>.*message number 1000\n/u);
});

test('scrolling on before the first messages arrive cancels the jump to them', async () => {
  await using app = await openLong(1_000);
  app.terminal.type(KEYS.ctrlHome);
  app.terminal.type(KEYS.pageUp);
  expect(topNumber(await app.frame())).toBeGreaterThan(900);
});

test("a very long conversation doesn't fill the memory, and its beginning can still be read", async () => {
  await using app = await openTestApp();
  for (let index = 0; index < 2_500; index += 1) app.gateway.says(`message number ${index}`);
  await app.frame();
  const held = () => app.state().gateway.transcripts.get(MAIN)?.messages.length ?? 0;
  expect(held()).toBeLessThanOrEqual(2_000);
  expect(app.gateway.callsOf('events.subscribe')).toHaveLength(1);
  const before = held();
  await app.type(KEYS.ctrlHome);
  await app.frame();
  expect(held()).toBe(before + 100);
});

const openLong = async (length: number, size: {readonly rows?: number; readonly columns?: number} = {}) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  for (let index = 1; index <= length; index += 1) gateway.said(`message number ${index}`);
  const app = await openTestApp({gateway, clock, ...size});
  await app.frame();
  return app;
};

/** The first message on the screen. */
const topNumber = (screen: string): number => Number(/message number (\d+)/u.exec(screen)?.[1]);

test('messages that arrived while away are marked as new, and become read once shown', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.said('seen before');
  gateway.said('new one');
  gateway.said('new two');
  gateway.session({key: MAIN, unread: 2});
  await using app = await openTestApp({gateway, clock});
  const screen = await app.frame();
  expect(screen).toMatch(/seen before\n.*new \(2\)[^\n]*\n.*new one/su);
  expect(gateway.callsOf('session.read')).toEqual([{session: MAIN, upTo: gateway.messages.at(-1)?.id}]);
});

test("a conversation that isn't on the screen stays unread", async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob', unread: 1});
  app.gateway.says('hi', {session: 'rooster:dm:signal:bob'});
  await app.frame();
  expect(app.gateway.callsOf('session.read')).toEqual([]);
  await app.type(KEYS.alt('a'));
  await app.frame();
  expect(app.gateway.callsOf('session.read')).toMatchObject([{session: 'rooster:dm:signal:bob'}]);
  expect(await app.frame()).toContain('to Bob');
});

test('a message of another client appears here', async () => {
  await using one = await openTestApp();
  await using other = await openTestApp({gateway: one.gateway, clock: one.clock});
  await other.type('from the other window', KEYS.enter);
  expect(await one.frame()).toContain('from the other window');
});

test('hostile text is harmless and stays in its place', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: MAIN, title: 'ma\x1b[2Jin'});
  app.gateway.says('\x1b[2J\x1b[H\x1b]0;owned\x07top \u202eesrever \x1b[?1049lend', {
    source: {kind: 'system'},
    role: 'system',
  });
  const screen = await app.frame();
  expect(screen).toContain('system   top esrever end');
  expect(app.terminal.alternate).toBe(true);
  expect(app.terminal.written).not.toContain('owned');
});

test('a message of the agent is drawn as Markdown, a reminder word for word', async () => {
  await using app = await openTestApp();
  app.gateway.says('**bold** and `code`');
  app.gateway.says('**exactly** this', {source: {kind: 'reminder', name: 'rem_1'}});
  const screen = await app.frame();
  expect(screen).toContain('bold and code');
  expect(screen).toContain('reminder **exactly** this');
});

test.each([
  {columns: 140, rows: 40},
  {columns: 80, rows: 30},
  {columns: 80, rows: 24},
  {columns: 40, rows: 15},
])('a first start at $columns x $rows shows what to do, and the sunrise where there is room', async size => {
  await using app = await openTestApp({...size, gateway: fakeGateway(fakeClock(), {fresh: true})});
  const screen = await app.frame();
  expect(screen).toContain('An agent that keeps');
  expect(screen).toContain('Enter   send your message');
  expect(screen.includes('▄███▄')).toBe(size.columns >= 80);
  expect(screen).toMatch(/rooster {2}\w{3} \d+ \w{3}(?: |$)/mu);
  app.gateway.reminds({message: 'call the dentist', fireAt: app.clock.now() + 30 * MINUTE});
  if (size.rows >= 24) expect(await app.frame()).toMatch(/^.* {2}11:30 {2}call the dentist/mu);
});

test("the header counts down to the next event by the daemon's clock", async () => {
  await using app = await openTestApp({columns: 119});
  app.gateway.reminds({message: 'call the dentist', fireAt: app.clock.now() + 12 * MINUTE + 500});
  expect(await app.frame()).toContain('next: "call the dentist" in 12m');
  expect(await app.frame(11 * MINUTE)).toMatch(/in 1:0\d/u);
  expect(await app.frame(30_000)).toMatch(/in 0:3\d/u);
});

const firstRows = (screen: string): readonly string[] => screen.split('\n').slice(2, 16);

test('the answer to the first message of a conversation is not marked as new for its sender', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock, {fresh: true});
  await using app = await openTestApp({clock, gateway});
  await app.type('hello', KEYS.enter);
  gateway.says('Hello!');
  gateway.session({key: MAIN, unread: 1});
  expect(await app.frame()).not.toContain('new (');
});
