// The table of docs/notifications.md: where Alice is, what comes, and what rings. Each row is a test with a clock moved by hand, and its
// last cell is what really rang. In quiet hours the tests begin at noon and the quiet ends at one.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {TERMINAL} from '../../src/shared/records/address.ts';
import type {RunKind} from '../../src/shared/records/jobs/run-kinds.ts';
import {isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

type Scene = {
  /** The daemon that runs now. */
  readonly now: () => TestDaemon;
  readonly home: string;
  readonly signal: FakeChannel;
  readonly ntfy: FakeChannel;
  /** The daemon is down for so long. */
  readonly down: (ms: number) => Promise<void>;
};
type Act = (scene: Scene) => unknown;

/** Steps with their times, in ms from the instant at which the message is due. */
type Plan = {
  readonly steps?: readonly (readonly [atMs: number, act: Act])[];
  readonly alice?: object;
  readonly config?: object;
  readonly answers?: readonly ScriptedTurn[];
  /** The run that must have ended before the clock goes on. */
  readonly run?: RunKind;
  /** The model's request is repeated, for which time must pass. */
  readonly isRetried?: true;
};

const remind =
  (how: object = {}): Act =>
  ({now}) =>
    now().call('reminder.set', {in: '10m', message: 'tea', user: 'alice', ...how} as never);

const job = (more: object = {}): object => ({
  ...{name: 'news', at: '2026-11-21 12:10', timezone: 'Europe/Berlin', user: 'alice', message: 'What is new?'},
  ...{announce: 'direct', ...more},
});

const key =
  (focused = true): Act =>
  ({now}) =>
    now().call('client.presence', {active: focused, focused});

/** The terminal shows its newest message. */
const show: Act = async ({now}) => {
  const {messages} = await now().call('session.history', {session: 'rooster:main', limit: 1});
  await now().call('session.read', {session: 'rooster:main', upTo: messages[0]?.id ?? 'msg_0'});
};

const done: Act = async ({now}) => {
  const {reminders} = await now().call('reminder.list', {state: 'fired', user: 'alice'});
  await now().call('reminder.done', {id: reminders[0]?.id ?? 'rem_0'});
};

const turn =
  (outbound: 'up' | 'down'): Act =>
  ({signal}) =>
    signal.turn(outbound);

/** As a receipt of the phone does. */
const confirm: Act = ({home}) => {
  using database = new DatabaseSync(join(home, 'rooster.db'));
  database.exec("UPDATE deliveries SET state = 'delivered' WHERE address LIKE 'signal:%'");
};

const writes: Act = async ({now, signal}) => {
  await signal.says('alice-uuid', 'hi');
  await now().event('turn.ended');
};

const ALICE = {
  name: 'alice',
  trust: 'full',
  timezone: 'Europe/Berlin',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
};
const BOB = {name: 'bob', trust: 'inner', match: ['signal:bob-uuid', 'ntfy:bob'], reach: ['signal', 'ntfy']};
const QUIET = {quiet: '12:05-13:00'};
const FAILS: ScriptedTurn = {error: new Error('no model today')};
const NAMES: Readonly<Record<string, string>> = {
  'terminal:default': 'the terminal',
  'signal:alice-uuid': 'Signal',
  'ntfy:default': 'ntfy',
  'signal:bob-uuid': "Bob's Signal",
  'ntfy:bob': "Bob's ntfy",
};
/** 12:10 in Berlin. */
const DUE = Date.UTC(2026, 10, 21, 11, 10);
const QUIET_MS = 50 * MINUTE;

/** Kinds of messages, due at 12:10. */
const CALLS: Readonly<Record<string, Plan & {readonly set?: Act}>> = {
  'a reminder': {set: remind()},
  'a reminder set for now': {set: remind()},
  'a reminder that names ntfy': {set: remind({to: 'ntfy:default'})},
  'a reminder from before': {set: remind({in: '2m'}), steps: [[-9 * MINUTE, ({down}) => down(9 * MINUTE)]]},
  "a reminder's repeat": {set: remind({in: '2m', nag: '8m'}), steps: [[51 * MINUTE, done]]},
  "an urgent reminder's repeat": {
    set: remind({in: '2m', nag: '8m', message: 'urgent: tea'}),
    steps: [[MINUTE, done]],
  },
  'an urgent reminder from before': {
    set: remind({in: '2m', urgent: true}),
    steps: [[-9 * MINUTE, ({down}) => down(9 * MINUTE)]],
  },
  'a reminder for Bob': {set: remind({user: 'bob'})},
  "a job's result": {config: {cron: [job()]}, answers: ['Rain.'], run: 'cron'},
  "a failed job's note": {
    config: {cron: [job({retry: 'never'})]},
    answers: [FAILS, FAILS, FAILS],
    run: 'cron',
    isRetried: true,
  },
  "an urgent job's result": {config: {cron: [job({urgent: true})]}, answers: ['Rain.'], run: 'cron'},
  "an urgent alarm's answer": {
    set: ({now}) => now().call('alarm.set', {in: '10m', message: 'Look at the build.', urgent: true}),
    answers: ['The build is green.'],
    run: 'alarm',
  },
  "an alarm's answer": {
    set: ({now}) => now().call('alarm.set', {in: '10m', message: 'Look at the build.'}),
    answers: ['The build is green.'],
    run: 'alarm',
  },
  "an alarm's answer for Bob": {
    // In his conversation, and he is quiet at the same time.
    set: ({now}) =>
      now().call('alarm.set', {at: isoOf(DUE), message: 'Look at the oven.', session: 'rooster:person:bob'}),
    config: {
      users: [
        {...ALICE, ...QUIET},
        {...BOB, ...QUIET, timezone: 'Europe/Berlin'},
      ],
    },
    answers: ['The oven is off.'],
    run: 'alarm',
  },
  "a heartbeat's report": {
    set: async ({now}) => {
      await now().clock.advance(6 * MINUTE - SECOND);
      await now().say('hello');
      // The code for idle conversations is loaded a moment after the start.
      const isWatched = async () => (await now().call('daemon.status', {})).idle?.sessions.length === 1;
      while (!(await isWatched())) await now().clock.advance(1);
    },
    config: {agent: {model: 'anthropic/test'}, heartbeat: {enabled: true, idleMinutes: 4}},
    answers: ['Hello.', 'The disk is nearly full.'],
    run: 'heartbeat',
  },
  'a reply to your message': {steps: [[0, writes]], answers: ['Hello.']},
};

/** Her presence, and her actions. */
const PLACES: Readonly<Record<string, Plan>> = {
  'at the terminal': {steps: [[-SECOND, key()]]},
  'at the terminal, which shows it': {
    steps: [
      [-SECOND, key()],
      [SECOND, show],
    ],
  },
  'at the terminal, done within a minute': {
    steps: [
      [-SECOND, key()],
      [MINUTE - SECOND, done],
    ],
  },
  'at the terminal, then on a walk': {
    steps: [
      [-SECOND, key()],
      [MINUTE, key(false)],
    ],
  },
  'in another window': {steps: [[-SECOND, key(false)]]},
  'no key for 3 minutes': {steps: [[-4 * MINUTE, key()]]},
  away: {},
  'away, the phone has it': {steps: [[MINUTE, confirm]]},
  'away, done within a minute': {steps: [[MINUTE - SECOND, done]]},
  'away, signal-cli is down for 10 minutes': {
    steps: [
      [-SECOND, turn('down')],
      [10 * MINUTE, turn('up')],
    ],
  },
  'away, signal-cli is down, Done on ntfy': {
    steps: [
      [-SECOND, turn('down')],
      [5 * MINUTE, done],
      [10 * MINUTE, turn('up')],
    ],
  },
  'away, Signal refuses it': {steps: [[-SECOND, ({signal}) => signal.answer('never')]]},
  anywhere: {steps: [[-SECOND, key()]]},
  'anywhere, without `reach`': {alice: {reach: undefined}, steps: [[-SECOND, key()]]},
  'in quiet hours': {alice: QUIET},
  'in quiet hours, at the terminal': {alice: QUIET, steps: [[-SECOND, key()]]},
  'in quiet hours, after `/digest`': {
    alice: QUIET,
    steps: [[20 * MINUTE, ({now}) => now().call('reach.digest', {})]],
  },
};

const rows = readFileSync('docs/notifications.md', 'utf8')
  .split(/^(?=#)/mu)
  .filter(part => part.startsWith('## What rings'))
  .flatMap(part => part.split('\n').filter(line => line.startsWith('| ')))
  .slice(1)
  .map(line =>
    line
      .split('|')
      .map(cell => cell.trim())
      .slice(1, 4),
  );

test('the table has a row for each place and for each kind of message, and no row twice', () => {
  expect(new Set(rows.map(([place]) => place))).toEqual(new Set(Object.keys(PLACES)));
  expect(new Set(rows.map(([, what]) => what))).toEqual(new Set(Object.keys(CALLS)));
  expect(new Set(rows.map(([place, what]) => `${place} ${what}`)).size).toBe(rows.length);
});

test.each(rows)('%s, %s: %s', async (place = '', what = '', rings) => {
  const [where, call] = [PLACES[place] ?? {}, CALLS[what] ?? {}];
  using home = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  using model = scriptedModel(call.answers ?? []);
  const idle = {heartbeat: {enabled: false}, reflection: {enabled: false}};
  const config = {users: [{...ALICE, ...where.alice}, BOB], ...idle, ...call.config};
  let fixture = await openTestDaemon({home: home.path, config, channels: [signal, ntfy], models: model.models});
  const {clock} = fixture;
  let due = DUE;
  const endMs = where.alice === QUIET ? QUIET_MS + 25 * MINUTE : 35 * MINUTE;
  const scene: Scene = {
    now: () => fixture,
    home: home.path,
    signal,
    ntfy,
    down: async ms => {
      clock.set(clock.now() + ms);
      fixture = await fixture.restart();
    },
  };
  if (call.config !== undefined) await jobsTold(fixture, clock);
  await call.set?.(scene);
  const steps = [...(call.steps ?? []), ...(where.steps ?? []), [0, () => {}] as const, [endMs, () => {}] as const];
  for (const [atMs, act] of steps.toSorted(([a], [b]) => a - b)) {
    await clock.advance(Math.max(0, DUE + atMs - clock.now()));
    await act(scene);
    const {run} = call;
    if (atMs !== 0 || run === undefined) continue;
    const ended = fixture.event('run.ended', event => event.run.kind === run);
    due = Date.parse((await (call.isRetried === true ? fixture.whileTimePasses(ended) : ended)).at);
  }
  await clock.advance(SECOND);
  expect(formatRings(fixture, due)).toBe(rings);
  await fixture[Symbol.asyncDispose]();
});

/** All rings from then on, each with the time since the one before it. */
const formatRings = ({events}: TestDaemon, due: number): string => {
  let before = due;
  const rings = events.filter(isRing).filter(({at}) => Date.parse(at) >= due);
  const rang = rings.map((event, index) => {
    const at = Date.parse(event.at);
    const minutes = Math.floor((at - before) / MINUTE);
    before = at;
    const name = NAMES[event.delivery.address] ?? event.delivery.address;
    if (minutes === 0) return name;
    if (index > 0) return `${name} ${minutes} min later`;
    return at - DUE < QUIET_MS ? `${name} after ${minutes} min` : `${name} when they end`;
  });
  return rang.join(', ');
};

/** An answer at the terminal stands in the conversation there, and rings nothing. */
const isRing = (event: GatewayEvent): event is Extract<GatewayEvent, {type: 'delivery.sent'}> =>
  event.type === 'delivery.sent' && (event.delivery.address !== TERMINAL || event.delivery.turnId === undefined);
