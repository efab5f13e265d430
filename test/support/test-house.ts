// The whole house in one process, on a folder of its own: real database, real router, real flows, real socket; the clock moved
// by hand, the model scripted, people's channels fake. What a story test starts from.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {startDaemon} from '../../src/daemon/bootstrap/start-daemon.ts';
import type {Channel} from '../../src/daemon/ports/channel.ts';
import type {Models} from '../../src/daemon/ports/model.ts';
import {randomIds} from '../../src/daemon/system/random-ids.ts';
import {createRedactor} from '../../src/daemon/system/redact.ts';
import {createClient} from '../../src/ipc/client.ts';
import {dial} from '../../src/ipc/dial.ts';
import {type Method, type Params, PROTOCOL, type Result} from '../../src/ipc/protocol.ts';
import type {Delta, GatewayEvent, ThinkingDelta} from '../../src/shared/events/gateway-event.ts';
import {type Environment, placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {isZone} from '../../src/shared/time/zone.ts';
import {type FakeClock, fakeClock, settle} from './fake-clock.ts';
import {type MemoryLog, memoryLog} from './memory-log.ts';
import {until} from './until.ts';

export type TestHouse = AsyncDisposable & {
  readonly clock: FakeClock;
  readonly log: MemoryLog;
  readonly events: readonly GatewayEvent[];
  /** What running turns wrote, piece by piece. */
  readonly deltas: readonly Delta[];
  /** What they thought before. */
  readonly thoughts: readonly ThinkingDelta[];
  readonly call: <M extends Method>(method: M, params: Params<M>) => Promise<Result<M>>;
  /** Says it at the terminal and waits for the end of the turn. */
  readonly say: (text: string) => Promise<string>;
  /** Waits until an event of this type (that fits) has come, and gives it. */
  readonly event: <T extends GatewayEvent['type']>(
    type: T,
    fits?: (event: Extract<GatewayEvent, {type: T}>) => boolean,
  ) => Promise<Extract<GatewayEvent, {type: T}>>;
  /** Lets the clock run until it has resolved: for what waits between its tries. */
  readonly whileTimePasses: <T>(waited: Promise<T>) => Promise<T>;
  /** Closes the house and opens it again on the same folder; the clock goes on. */
  readonly restart: (options?: Partial<TestHouseOptions>) => Promise<TestHouse>;
};

export type TestHouseOptions = {
  readonly home: string;
  readonly models?: Models;
  readonly config?: unknown;
  readonly clock?: FakeClock;
  readonly channels?: readonly Channel[];
  /** What the daemon finds in its environment. @default nothing */
  readonly env?: Environment;
};

export const openTestHouse = async (options: TestHouseOptions): Promise<TestHouse> => {
  const {home, config, channels = [], models, env = {}, clock = fakeClock()} = options;
  const places = placesOf({ROOSTER_HOME: home}, home);
  const log = memoryLog();
  if (config !== undefined) {
    mkdirSync(dirname(places.config), {recursive: true});
    writeFileSync(places.config, JSON.stringify(config));
  }
  const house = await startDaemon({
    places,
    env,
    zones: {system: 'Europe/Berlin', isZone},
    clock,
    ids: randomIds(),
    log,
    redactor: createRedactor(),
    version: 'test',
    channels,
    ...(models === undefined ? {} : {models}),
    onStop: () => {},
    onBroken: error => {
      throw error;
    },
  });
  const events: GatewayEvent[] = [];
  const deltas: Delta[] = [];
  const thoughts: ThinkingDelta[] = [];
  const client = createClient({
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

  const event: TestHouse['event'] = async (type, fits = () => true) => {
    const found = () =>
      events.find((each): each is EventOf<typeof type> => each.type === type && fits(each as EventOf<typeof type>));
    await until(`an event ${type}`, () => found() !== undefined);
    const one = found();
    if (one === undefined) throw new Error(`no event ${type}`);
    return one;
  };
  const whileTimePasses: TestHouse['whileTimePasses'] = async waited => {
    let over = false;
    void waited.then(
      () => (over = true),
      () => (over = true),
    );
    await settle();
    // Slowly enough for what the other end of a real socket has to do meanwhile.
    while (!over) {
      await clock.advance(SECOND);
      await new Promise<void>(resolve => setTimeout(resolve, 2));
    }
    return waited;
  };
  const close = async (): Promise<void> => {
    await client[Symbol.asyncDispose]();
    // What does not end by itself is given a bounded time on the clock.
    await whileTimePasses(Promise.resolve(house[Symbol.asyncDispose]()));
  };
  return {
    clock,
    log,
    events,
    deltas,
    thoughts,
    call: client.call,
    event,
    whileTimePasses,
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
      return openTestHouse({...same, clock, ...changes});
    },
    [Symbol.asyncDispose]: close,
  };
};

type EventOf<T extends GatewayEvent['type']> = Extract<GatewayEvent, {type: T}>;
