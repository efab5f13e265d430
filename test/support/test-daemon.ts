// The whole daemon in one process, on its own folder: real database, router, flows and socket; a clock moved by hand, a scripted model,
// fake channels. The base of story tests.

import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {startDaemon} from '../../src/daemon/bootstrap/start-daemon.ts';
import type {Channel} from '../../src/daemon/ports/channel.ts';
import type {Models} from '../../src/daemon/ports/model.ts';
import type {OutputGate} from '../../src/daemon/ports/output-gate.ts';
import type {Sandbox} from '../../src/daemon/ports/sandbox.ts';
import {randomIds} from '../../src/daemon/system/random-ids.ts';
import {createRedactor} from '../../src/daemon/system/redact.ts';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import type {Method, Params, Result} from '../../src/ipc/method-table.ts';
import {daemonClient} from '../../src/ipc/protocol.ts';
import {dial} from '../../src/ipc/socket/dial.ts';
import type {Delta, GatewayEvent, ThinkingDelta} from '../../src/shared/events/gateway-event.ts';
import {type Environment, placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {isZone} from '../../src/shared/time/zone.ts';
import {type FakeClock, fakeClock} from './fake-clock.ts';
import {fakeSandbox} from './fake-sandbox.ts';
import {type MemoryLog, memoryLog} from './memory-log.ts';
import {putNewDatabase} from './new-database.ts';
import {until} from './until.ts';
import {whileTimePasses} from './while-time-passes.ts';

export type TestDaemon = AsyncDisposable & {
  readonly clock: FakeClock;
  readonly log: MemoryLog;
  readonly events: readonly GatewayEvent[];
  /** The text of running turns, piece by piece. */
  readonly deltas: readonly Delta[];
  /** The reasoning before it. */
  readonly thoughts: readonly ThinkingDelta[];
  readonly call: <M extends Method>(method: M, params: Params<M>) => Promise<Result<M>>;
  /** Sends the text at the terminal and waits for the end of the turn. */
  readonly say: (text: string) => Promise<string>;
  /** Waits for an event of this type (that matches), and returns it. */
  readonly event: <T extends GatewayEvent['type']>(
    type: T,
    fits?: (event: Extract<GatewayEvent, {type: T}>) => boolean,
  ) => Promise<Extract<GatewayEvent, {type: T}>>;
  /** Advances the clock until it has resolved: for code that waits between attempts. */
  readonly whileTimePasses: <T>(waited: Promise<T>) => Promise<T>;
  /** Closes the daemon and starts it again on the same folder; the clock continues. */
  readonly restart: (options?: Partial<TestDaemonOptions>) => Promise<TestDaemon>;
};

export type TestDaemonOptions = {
  readonly home: string;
  readonly models?: Models;
  readonly config?: unknown;
  readonly clock?: FakeClock;
  readonly channels?: readonly Channel[];
  /** @default commands run without one */
  readonly sandbox?: Sandbox;
  /** The daemon's environment. @default nothing */
  readonly env?: Environment;
  /** @default nothing that leaves waits */
  readonly gate?: OutputGate | undefined;
};

export const openTestDaemon = async (options: TestDaemonOptions): Promise<TestDaemon> => {
  const {home, config, channels = [], models, env = {}, clock = fakeClock(), sandbox = fakeSandbox(), gate} = options;
  const places = placesOf({ROOSTER_HOME: home}, home);
  const log = memoryLog();
  if (config !== undefined) {
    mkdirSync(dirname(places.config), {recursive: true});
    writeFileSync(places.config, JSON.stringify(config));
  }
  putNewDatabase(places.database);
  const fixture = await startDaemon({
    places,
    env,
    zones: {system: 'Europe/Berlin', isZone},
    clock,
    ids: randomIds(),
    log,
    redactor: createRedactor(),
    version: 'test',
    channels,
    sandbox,
    ...(models === undefined ? {} : {models}),
    ...(gate === undefined ? {} : {gate}),
    onStop: () => {},
    onBroken: error => {
      throw error;
    },
  });
  const events: GatewayEvent[] = [];
  const deltas: Delta[] = [];
  const thoughts: ThinkingDelta[] = [];
  const client = daemonClient({
    transport: await dial(places.socket),
    clock: systemClock(),
    onNotice: notice => {
      if (notice.method === 'event') events.push(notice.params);
      if (notice.method === 'delta') deltas.push(notice.params);
      if (notice.method === 'thinking') thoughts.push(notice.params);
    },
  });
  await client.call('hello', {protocol: PROTOCOL, client: 'test'});
  await client.call('events.subscribe', {since: 0, thinking: true});

  const event: TestDaemon['event'] = async (type, fits = () => true) => {
    const found = () =>
      events.find((each): each is EventOf<typeof type> => each.type === type && fits(each as EventOf<typeof type>));
    await until(`an event ${type}`, () => found() !== undefined);
    const one = found();
    if (one === undefined) throw new Error(`no event ${type}`);
    return one;
  };
  const close = async (): Promise<void> => {
    await client[Symbol.asyncDispose]();
    // An endless operation gets a limited time on the clock.
    await whileTimePasses(clock, Promise.resolve(fixture[Symbol.asyncDispose]()));
    // The next daemon doesn't open in the same millisecond.
    await clock.advance(1);
  };
  return {
    clock,
    log,
    events,
    deltas,
    thoughts,
    call: client.call,
    event,
    whileTimePasses: waited => whileTimePasses(clock, waited),
    say: async text => {
      const {turnId} = await client.call('session.send', {text});
      const ended = await event('turn.ended', each => each.turnId === turnId);
      if (ended.outcome === 'failed' || ended.outcome === 'aborted') return `${ended.outcome}: ${ended.error}`;
      const {messages} = await client.call('session.history', {session: 'rooster:main', limit: 20});
      return messages.findLast(message => message.turnId === turnId && message.role === 'assistant')?.text ?? '';
    },
    restart: async changes => {
      await close();
      const {config: _, ...same} = options;
      return openTestDaemon({...same, clock, ...changes});
    },
    [Symbol.asyncDispose]: close,
  };
};

type EventOf<T extends GatewayEvent['type']> = Extract<GatewayEvent, {type: T}>;
