import {expect, test} from 'vitest';
import {SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

test('when the daemon stops the screen stays, shows that, and counts down to the next attempt', async () => {
  await using app = await openTestApp();
  app.gateway.says('still here');
  await app.frame(3 * SECOND);
  app.gateway.goesAway('The daemon was killed.');
  const lost = await app.frame(0);
  expect(lost).toContain('still here');
  expect(lost).toMatch(/reconnecting, try 1, next in 1s +1 .*data as of \d\d:\d\d:\d\d\n/u);
  expect(lost).toContain(' ! The daemon was killed.');
  await app.frame(SECOND);
  expect(await app.frame(2 * SECOND)).toMatch(/reconnecting, try 4, next in \ds/u);
});

test.each([40, 80, 140])('at %i columns the screen says that PostgreSQL is away, as long as it is', async columns => {
  await using app = await openTestApp({columns});
  expect(await app.frame(SECOND)).not.toContain('PostgreSQL');
  app.gateway.holds('Nothing is sent or confirmed until PostgreSQL answers. PostgreSQL at db.example: no answer.');
  const held = await app.frame(SECOND);
  if (columns > 40) expect(held).toContain(' rooster ◌ sends nothing  main');
  expect(held).not.toContain('● live');
  expect(held).toMatch(
    columns > 40 ? / ! Nothing is sent or confirmed until PostgreSQL answers\./u : / ! Nothing is sent/u,
  );
  expect(held.includes('PostgreSQL at db.example: no answer.')).toBe(columns > 80);
  app.gateway.holds();
  expect(await app.frame(SECOND)).not.toContain('PostgreSQL');
});

test('a lost connection is shown as such, whatever PostgreSQL did before', async () => {
  await using app = await openTestApp();
  await app.frame(SECOND);
  app.gateway.holds('Nothing is sent or confirmed until PostgreSQL answers. PostgreSQL at db.example: no answer.');
  app.gateway.goesAway('The daemon was killed.');
  const lost = await app.frame(0);
  expect(lost).toContain('reconnecting, try 1');
  expect(lost).not.toContain('PostgreSQL');
});

test('on a small screen whole sentences are left out, not the ends of some', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.goesAway('The folder of the socket belongs to another user; set ROOSTER_HOME to a folder of your own.');
  await using app = await openTestApp({clock, gateway, columns: 40, rows: 13});
  const screen = (await app.frame(SECOND)).replaceAll(/\s+/gu, ' ');
  expect(screen).toContain('Reconnecting automatically; press Enter to try now.');
  expect(screen).not.toContain('You can write');
});

test('when no daemon can be reached, the whole reason can be read', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  const reason =
    'The folder of the socket belongs to another user; remove it, or set ROOSTER_HOME to a folder of your own.';
  gateway.goesAway(reason);
  await using app = await openTestApp({clock, gateway});
  const screen = await app.frame(SECOND);
  expect(screen).toContain("Couldn't reach the daemon.");
  expect(screen.replaceAll(/\s+/gu, ' ')).toContain(reason);
  expect(screen).not.toContain(' ! The folder');
  await app.type('?');
  const help = await app.frame();
  expect(help).not.toContain("Couldn't reach the daemon.");
  expect(help).toContain(' ! The folder');
});

test('reconnect attempts slow down to every ten seconds, and never stop', async () => {
  await using app = await openTestApp();
  await app.frame(3 * SECOND);
  app.gateway.goesAway();
  const waits: number[] = [];
  for (let step = 0; step < 600; step += 1) {
    await app.frame(100);
    const {connection} = app.state().ui;
    if (connection.kind === 'lost' && connection.retryAt !== undefined) {
      const wait = connection.retryAt;
      if (waits.at(-1) !== wait) waits.push(wait);
    }
  }
  const gaps = waits.slice(1).map((at, index) => at - (waits[index] ?? 0));
  expect(gaps.slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  expect(new Set(gaps.slice(5))).toEqual(new Set([10_000]));
});

test('a process that was suspended marks the gap above the missed messages', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame(3 * SECOND);
  // Nothing arrives while the process is stopped, and the end of the connection is noticed last.
  app.gateway.loses(() => app.gateway.says('while stopped'));
  await app.clock.advance(60 * SECOND);
  app.gateway.goesAway();
  app.gateway.comesBack();
  const screen = await app.frame(20 * SECOND);
  expect(screen).toMatch(/before[\s\S]*1 event while disconnected[\s\S]*while stopped/u);
});

test('text streamed before the daemon was killed stays, and the message can be sent again', async () => {
  await using app = await openTestApp();
  app.gateway.says('tell me a story', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', offset: 0, text: 'Once upon a time'});
  expect(await app.frame()).toContain('Once upon a time');
  app.gateway.goesAway('The daemon was killed.');
  app.gateway.turnEnds('turn_1', {outcome: 'aborted', error: 'The daemon ended.'});
  app.gateway.comesBack();
  const screen = await app.frame(20 * SECOND);
  expect(screen).toMatch(/Once upon a time[\s\S]*! The daemon ended\.[\s\S]*press Ctrl\+↑, then Alt\+T to ask again/u);
  await app.type(KEYS.select, KEYS.alt('t'));
  await app.frame();
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['tell me a story']);
});

test('after a reconnect exactly the missed messages are added, once', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame();
  app.gateway.goesAway();
  await app.frame();
  app.gateway.says('while away');
  app.gateway.comesBack();
  const screen = await app.frame(SECOND);
  expect(screen).toContain('● live');
  expect(screen.match(/before|while away/gu)).toEqual(['before', 'while away']);
  expect(app.gateway.callsOf('events.subscribe').at(-1)).toEqual({since: 1, thinking: true, clients: true});
});

test('when the missed events are pruned, a snapshot and the newest page replace them', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame();
  app.gateway.goesAway();
  for (let index = 0; index < 5; index += 1) app.gateway.says(`missed ${index}`);
  app.gateway.forgetsEvents();
  app.gateway.comesBack();
  const screen = await app.frame(SECOND);
  expect(screen.match(/before|missed \d/gu)).toEqual(['before', ...[0, 1, 2, 3, 4].map(index => `missed ${index}`)]);
});

test('a gap in the event numbers leads to a new request, not to a guess', async () => {
  await using app = await openTestApp();
  app.gateway.says('one');
  app.gateway.loses(() => app.gateway.says('lost on the way'));
  app.gateway.says('three');
  const screen = await app.frame();
  expect(screen.match(/one|lost on the way|three/gu)).toEqual(['one', 'lost on the way', 'three']);
  expect(app.gateway.callsOf('events.subscribe').at(-1)).toEqual({thinking: true, clients: true});
});

test('messages written without a daemon wait, and are sent exactly once, in order', async () => {
  await using app = await openTestApp();
  app.gateway.goesAway();
  await app.frame();
  await app.type('first', KEYS.enter, 'second', KEYS.enter, 'draft');
  const waiting = await app.frame();
  expect(waiting).toMatch(/first\n +sent once the daemon answers/u);
  expect(waiting).toContain('sent after reconnecting');
  app.gateway.comesBack();
  const screen = await app.frame(10 * SECOND);
  expect(app.gateway.messages.map(({text}) => text)).toEqual(['first', 'second']);
  expect(screen.match(/first|second/gu)).toEqual(['first', 'second']);
  expect(screen).toContain(' > draft');
});

test('a message whose response was lost is sent again under its key and stays one message', async () => {
  await using app = await openTestApp();
  const {gateway} = app;
  await app.frame(3 * SECOND);
  // The daemon stores the message and dies before its response.
  const stored = gateway.callsOf('session.send').length;
  app.terminal.type(`only once${KEYS.enter}`);
  gateway.diesAnswering('session.send');
  await app.frame();
  expect(gateway.callsOf('session.send')).toHaveLength(stored + 1);
  gateway.comesBack();
  const screen = await app.frame(10 * SECOND);
  expect(gateway.callsOf('session.send').map(({key}) => key)).toEqual(['key-1', 'key-1']);
  expect(gateway.messages.map(({text}) => text)).toEqual(['only once']);
  expect(screen.match(/only once/gu)).toHaveLength(1);
});

test('unsent messages survive quitting', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  gateway.goesAway();
  const app = await openTestApp({clock, files, gateway});
  await app.type('from before', KEYS.enter);
  await app.frame();
  await app[Symbol.asyncDispose]();
  gateway.comesBack();
  await using next = await openTestApp({clock, files, gateway});
  expect(await next.frame()).toContain('from before');
  expect(gateway.messages.map(({text}) => text)).toEqual(['from before']);
});

test('Enter, a send and /reconnect do not wait for the next attempt', async () => {
  await using app = await openTestApp();
  app.gateway.goesAway();
  await app.frame(30 * SECOND);
  expect(app.state().ui.connection).toMatchObject({kind: 'lost'});
  app.gateway.comesBack();
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('● live');
});

test('turns that ended during a disconnection are ended here too', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'half a sen', offset: 0});
  expect(await app.frame()).toContain('half a sen▌');
  app.gateway.goesAway();
  app.gateway.turnEnds('turn_1', {outcome: 'aborted', error: 'The daemon ended before the turn did.'});
  app.gateway.comesBack();
  const screen = await app.frame(SECOND);
  expect(screen).toContain('! The daemon ended before the turn did.');
  expect(screen).not.toContain('is writing');
  expect(app.state().gateway.turns.size).toBe(0);
});

test('a daemon with another database is loaded from the start', async () => {
  await using app = await openTestApp();
  for (let index = 0; index < 5; index += 1) app.gateway.says(`old ${index}`);
  await app.frame();
  const clock = app.clock;
  const other = fakeGateway(clock);
  other.said('another life');
  app.gateway.becomes(other);
  app.gateway.goesAway();
  app.gateway.comesBack();
  const screen = await app.frame(SECOND);
  expect(screen).toContain('another life');
  expect(screen).not.toContain('old 4');
  expect(app.state().gateway.transcripts.get(MAIN)?.messages).toHaveLength(1);
});
