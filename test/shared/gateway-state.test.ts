import {expect, test} from 'vitest';
import {applyDelta, reduce} from '../../src/shared/events/apply-event.ts';
import type {Fact, GatewayEvent, Snapshot} from '../../src/shared/events/gateway-event.ts';
import {type GatewayState, initialGatewayState} from '../../src/shared/events/gateway-state.ts';
import {fromSnapshot, opened, withHistory} from '../../src/shared/events/load-state.ts';
import {fromWire, toWire} from '../../src/shared/fields/wire.ts';
import type {Alarm} from '../../src/shared/records/jobs/alarm.ts';
import type {CronJob} from '../../src/shared/records/jobs/cron-job.ts';
import type {Run} from '../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../src/shared/records/message.ts';
import {isoOf, MINUTE} from '../../src/shared/time/time.ts';
import {seededRandom} from '../support/seeded-random.ts';

const MAIN = 'rooster:main';
const NOON = Date.UTC(2026, 10, 21, 12);

test('an event already contained in the state changes nothing, and the same state is returned', () => {
  const state = after(started(), [said('one')]);
  expect(reduce(state, event(1, said('one')))).toBe(state);
});

test('an event of unknown type only advances the number', () => {
  const state = started();
  const unknown = {...event(1, said('x')), type: 'moon.phase'} as unknown as GatewayEvent;
  expect(reduce(state, unknown)).toEqual({...state, seq: 1});
});

test('only opened sessions keep their messages', () => {
  const state = after(started(), [
    said('one'),
    {...said('two'), message: message('two', {session: 'rooster:dm:signal:bob'})},
  ]);
  expect(textsOf(state)).toEqual(['one']);
  expect(state.transcripts.has('rooster:dm:signal:bob')).toBe(false);
});

test('a history page and live messages make one transcript, whichever came first', () => {
  const live = after(started(), [said('three'), said('four')]);
  const page = {messages: [message('one'), message('two'), message('three')], more: true, endings: []};
  expect(textsOf(withHistory(live, MAIN, page, 'newest'))).toEqual(['one', 'two', 'three', 'four']);
});

test('older pages go before the held messages, and the last one says there are no more', () => {
  const newest = withHistory(started(), MAIN, {messages: [message('three')], more: true, endings: []}, 'newest');
  const all = withHistory(
    newest,
    MAIN,
    {messages: [message('one'), message('two')], more: false, endings: []},
    'older',
  );
  expect(textsOf(all)).toEqual(['one', 'two', 'three']);
  expect(all.transcripts.get(MAIN)?.more).toBe(false);
});

test('after a gap an overlapping page keeps the held messages and fills the gap', () => {
  const held = withHistory(
    started(),
    MAIN,
    {messages: ['a', 'b', 'c'].map(text => message(text)), more: false, endings: []},
    'newest',
  );
  const resumed = after(fromSnapshot(10, snapshot(), held), [said('f')], 10);
  const page = {messages: ['c', 'd', 'e'].map(text => message(text)), more: true, endings: []};
  expect(textsOf(withHistory(resumed, MAIN, page, 'newest'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('after a gap without overlap only the page and later messages remain', () => {
  const held = withHistory(started(), MAIN, {messages: [message('old')], more: false, endings: []}, 'newest');
  const resumed = after(fromSnapshot(10, snapshot(), held), [said('f')], 10);
  const filled = withHistory(
    resumed,
    MAIN,
    {messages: [message('d'), message('e')], more: true, endings: []},
    'newest',
  );
  expect(textsOf(filled)).toEqual(['d', 'e', 'f']);
  expect(filled.transcripts.get(MAIN)?.more).toBe(true);
});

test('a withdrawn message is gone, and its turn no longer waits', () => {
  const asked = message('never mind', {role: 'user', turnId: 'turn_1', source: {kind: 'user'}});
  const waiting = after(started(), [{type: 'message.added', session: MAIN, message: asked}]);
  expect([...waiting.waiting.keys()]).toEqual(['turn_1']);
  const taken = after(waiting, [{type: 'message.retracted', session: MAIN, messageId: asked.id, turnId: 'turn_1'}], 1);
  expect(textsOf(taken)).toEqual([]);
  expect(taken.waiting.size).toBe(0);
});

test('a delta that arrives twice, late or in part is applied once', () => {
  const running = after(started(), [turnStarted]);
  const deltas = [
    {turnId: 'turn_1', session: MAIN, text: 'Hel', offset: 0},
    {turnId: 'turn_1', session: MAIN, text: 'Hel', offset: 0},
    {turnId: 'turn_1', session: MAIN, text: 'lo the', offset: 3},
    {turnId: 'turn_1', session: MAIN, text: 'there', offset: 6},
    {turnId: 'turn_gone', session: MAIN, text: 'x', offset: 0},
  ] as const;
  expect(deltas.reduce(applyDelta, running).turns.get('turn_1')?.text).toBe('Hello there');
});

test("a dropped delta counts as missing text, until the step's message arrives", () => {
  const running = applyDelta(after(started(), [turnStarted]), {
    turnId: 'turn_1',
    session: MAIN,
    text: 'end',
    offset: 40,
  });
  expect(running.turns.get('turn_1')).toMatchObject({text: 'end', missing: 40});
  const stored = after(
    running,
    [{type: 'message.added', session: MAIN, message: message('all of it', {turnId: 'turn_1'})}],
    1,
  );
  expect(stored.turns.get('turn_1')).toMatchObject({text: '', missing: 0});
});

test('a failed turn leaves its sentence, a replied one leaves nothing', () => {
  const failed = after(started(), [turnStarted, ended('failed', 'No answer.')]);
  expect(failed.turns.size).toBe(0);
  expect(failed.transcripts.get(MAIN)?.endings).toMatchObject([
    {turnId: 'turn_1', outcome: 'failed', error: 'No answer.'},
  ]);
  expect(after(started(), [turnStarted, ended('replied')]).transcripts.get(MAIN)?.endings).toEqual([]);
});

test('tools of a running turn are distinguished by call, with their result', () => {
  const use = {type: 'turn.tool', session: MAIN, turnId: 'turn_1', name: 'bash', summary: 'ls'} as const;
  const state = after(started(), [
    turnStarted,
    {...use, callId: 'a', phase: 'started'},
    {...use, callId: 'b', phase: 'started'},
    {...use, callId: 'a', phase: 'ended', ok: false, tookMs: 5},
  ]);
  expect(state.turns.get('turn_1')?.tools).toMatchObject([
    {callId: 'a', end: {ok: false, tookMs: 5}},
    {callId: 'b', name: 'bash'},
  ]);
});

test('reminders are listed while they are pending or firing, earliest first', () => {
  const [late, early] = [reminder('rem_late', 9), reminder('rem_early', 1)];
  const set = after(started(), [
    {type: 'reminder.set', reminder: late},
    {type: 'reminder.set', reminder: early},
  ]);
  expect(set.reminders.map(({id}) => id)).toEqual(['rem_early', 'rem_late']);
  const fired = after(set, [{type: 'reminder.fired', reminder: {...early, state: 'fired'}, late: false}], 2);
  expect(fired.reminders.map(({id}) => id)).toEqual(['rem_late']);
  expect(fired.fired.map(({id}) => id)).toEqual(['rem_early']);
  const snoozed = after(fired, [{type: 'reminder.snoozed', reminder: early}], 3);
  expect([snoozed.reminders.length, snoozed.fired.length]).toEqual([2, 0]);
});

test('alarms are listed while they are active, by their next action', () => {
  const alarm = (id: string, over: Partial<Alarm> = {}): Alarm => ({
    id: `alm_${id}`,
    kind: 'once',
    state: 'active',
    nextAt: NOON + 10,
    zone: 'UTC',
    message: id,
    session: 'rooster:main',
    user: 'alice',
    createdAt: NOON,
    failures: 0,
    skipped: 0,
    ...over,
  });
  const ids = (state: GatewayState) => state.alarms.map(({message}) => message);
  const set = [
    {type: 'alarm.set', alarm: alarm('a')},
    {type: 'alarm.set', alarm: alarm('b', {nextAt: NOON + 5})},
    {type: 'alarm.delayed', alarm: alarm('a', {retryAt: NOON + 1, failures: 1})},
  ] as const;
  const state = set.reduce((held, fact, index) => reduce(held, event(index + 1, fact)), initialGatewayState);
  expect(ids(state)).toEqual(['a', 'b']);
  expect(state.alarms[0]).toMatchObject({retryAt: NOON + 1, failures: 1});
  const fired = event(4, {type: 'alarm.fired', late: false, alarm: alarm('a', {state: 'fired'})});
  expect(ids(reduce(state, fired))).toEqual(['b']);
  const failed = event(5, {type: 'alarm.failed', alarm: alarm('b', {state: 'failed'})});
  expect(ids(reduce(reduce(state, fired), failed))).toEqual([]);
});

test("a run that just ended is its job's last one; an older one reported late isn't", () => {
  const job: CronJob = {
    name: 'sweep',
    cron: '0 9 * * *',
    zone: 'UTC',
    message: 'x',
    deliver: [],
    announce: 'none',
    missed: 'skip',
    overlap: 'skip',
    enabled: true,
    preTools: [],
    retry: 'auto',
    carryLastOutput: false,
    origin: 'config',
    paused: false,
  };
  const run = (at: number, status: Run['status']): Run => ({
    id: `run_${at}`,
    kind: 'cron',
    name: 'sweep',
    session: 'rooster:cron:sweep',
    status,
    scheduledFor: NOON + at,
    startedAt: NOON + at,
    attempt: 1,
    late: false,
  });
  const known = after(started(), [{type: 'cron.changed', job}]);
  const running = after(known, [{type: 'run.started', run: run(5, 'running')}], 1);
  expect(running.cron[0]?.last).toBeUndefined();
  const ended = after(running, [{type: 'run.ended', run: {...run(5, 'failed'), error: 'It broke.'}}], 2);
  expect(ended.cron[0]?.last).toEqual({status: 'failed', startedAt: NOON + 5, error: 'It broke.'});
  const late = after(ended, [{type: 'run.ended', run: run(1, 'ran')}], 3);
  expect(late.cron[0]?.last?.status).toBe('failed');
});

test('a snapshot keeps open transcripts, marked for reloading', () => {
  const state = fromSnapshot(
    7,
    snapshot(),
    withHistory(started(), MAIN, {messages: [message('a')], more: false, endings: []}, 'newest'),
  );
  expect(state.seq).toBe(7);
  expect(state.transcripts.get(MAIN)).toMatchObject({loaded: false, liveFrom: 1});
});

test('a conversation that was started over is empty', () => {
  const state = after(started(), [said('old'), {type: 'session.reset', session: MAIN}, said('new')]);
  expect(textsOf(state)).toEqual(['new']);
});

test('replaying any tail of the events leads to the same state', () => {
  const random = seededRandom(7);
  const facts: Fact[] = Array.from({length: 60}, (_, index) => {
    const pick = Math.floor(random() * 5);
    if (pick === 0) return {type: 'reminder.set', reminder: reminder(`rem_${index % 5}`, index)};
    if (pick === 1) return {...turnStarted, turnId: `turn_${index % 4}`};
    if (pick === 2) return {...ended('failed', 'x'), turnId: `turn_${index % 4}`};
    return said(`message ${index}`);
  });
  const events = facts.map((fact, index) => event(index + 1, fact));
  const once = events.reduce(reduce, started());
  for (const from of [0, 10, 59]) expect(events.slice(from).reduce(reduce, once)).toBe(once);
});

test('a record survives the wire, and tool arguments are left alone', () => {
  const one = message('x', {
    toolCalls: [{callId: 'c', name: 'reminder', input: {at: '2026-11-21T12:00:00.000Z', fireAt: 5}}],
  });
  expect(fromWire<Message>(toWire(one))).toEqual(one);
});

const started = (): GatewayState => opened(fromSnapshot(0, snapshot(), initialGatewayState), MAIN);

const snapshot = () =>
  toWire<Snapshot>({
    sessions: [
      {
        key: MAIN,
        kind: 'main',
        title: 'main',
        trust: 'full',
        lastActivityAt: NOON,
        messages: 0,
        unread: 0,
        busy: false,
        queued: 0,
      },
    ],
    reminders: [],
    pendingReminders: 0,
    cron: {jobs: [], invalid: []},
    runs: [],
    deliveries: [],
    turns: [],
    channels: [],
    problems: [],
  });

const after = (state: GatewayState, facts: readonly Fact[], from = 0): GatewayState =>
  facts.map((fact, index) => event(from + index + 1, fact)).reduce(reduce, state);

const event = (seq: number, fact: Fact): GatewayEvent =>
  ({...toWire(fact), seq, at: isoOf(NOON + seq)}) as GatewayEvent;

/** A message's id is derived from its text. */
const message = (text: string, given: Partial<Message> = {}): Message => ({
  id: `msg_${text}`,
  session: MAIN,
  role: 'assistant',
  text,
  at: NOON,
  source: {kind: 'agent'},
  ...given,
});

const said = (text: string) => ({type: 'message.added', session: MAIN, message: message(text)}) as const;

const turnStarted = {
  type: 'turn.started',
  session: MAIN,
  turnId: 'turn_1',
  source: {kind: 'user'},
  model: 'offline',
} as const;

const ended = (outcome: 'failed' | 'replied', error?: string) =>
  ({
    type: 'turn.ended',
    session: MAIN,
    turnId: 'turn_1',
    outcome,
    source: {kind: 'user'},
    ...(error === undefined ? {} : {error}),
  }) as const;

const reminder = (id: `rem_${string}`, minutes: number) =>
  ({
    id,
    fireAt: NOON + minutes * MINUTE,
    message: 'tea',
    mode: 'verbatim',
    delivery: ['terminal:default'],
    sourceSession: MAIN,
    createdAt: NOON,
    state: 'pending',
    zone: 'UTC',
  }) as const;

const textsOf = (state: GatewayState): readonly string[] | undefined =>
  state.transcripts.get(MAIN)?.messages.map(({text}) => text);
