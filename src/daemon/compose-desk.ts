// The front desk's room: who is connected, what they follow, what is answered, and the socket they come in by. Its clients are
// let go last of all, when everything they follow has been told.
import {PARAMS} from '../ipc/params.ts';
import {type Connection, servePeer} from '../ipc/peer.ts';
import {type DaemonStatus, type Methods, PROTOCOL} from '../ipc/protocol.ts';
import type {ChannelStatus, ConfigProblem, Delta, ThinkingDelta} from '../shared/events/gateway-event.ts';
import {errorMessage} from '../shared/records/gateway-error.ts';
import {type Places, socketsOf} from '../shared/records/places.ts';
import {type EpochMs, isoOf, SECOND} from '../shared/time/time.ts';
import type {World} from './ports.ts';
import {channelProblems} from './rpc/channel-problems.ts';
import {cronProblems} from './rpc/cron-problems.ts';
import {sayGoodbye} from './rpc/goodbye.ts';
import {openSockets, type Sockets} from './rpc/keep-sockets.ts';
import {createMethods, type RpcMethodsDeps} from './rpc/methods.ts';
import {takeSnapshot} from './rpc/snapshot.ts';
import {createSubscriptions} from './rpc/subscriptions.ts';
import type {Scheduler} from './schedule/scheduler.ts';
import type {Sessions} from './sessions/session-registry.ts';
import {inTime} from './system/in-time.ts';
import type {Turns} from './turns/run-turn.ts';

type RpcDeps = World &
  Omit<RpcMethodsDeps, 'greeting' | 'status' | 'subscribe'> & {
    readonly places: Places;
    readonly version: string;
    readonly bootId: string;
    readonly startedAt: EpochMs;
    /** Of the person at the terminal. */
    readonly zone: () => string;
    readonly sessions: Sessions;
    readonly turns: Pick<Turns, 'running'>;
    readonly scheduler: Pick<Scheduler, 'upcoming'>;
    readonly channels: () => readonly ChannelStatus[];
    readonly problems: () => readonly ConfigProblem[];
    /** What waits for something that is not set up. */
    readonly waitingProblems: () => readonly ConfigProblem[];
    /** What is wrong with the disk and the database. */
    readonly storeProblems: () => readonly ConfigProblem[];
    readonly backupStatus: () => NonNullable<DaemonStatus['backup']>;
    readonly describeModel: () => DaemonStatus['model'];
    readonly idle: () => NonNullable<DaemonStatus['idle']>;
  };

type RpcMethods = AsyncDisposable & {
  readonly delta: (delta: Delta) => void;
  readonly thinking: (delta: ThinkingDelta) => void;
  /** Opens the socket; disposing of it takes nobody new and leaves those who are there. */
  readonly open: () => Promise<AsyncDisposable>;
};

export const createRpcMethods = (deps: RpcDeps): RpcMethods => {
  const {store, clock, log, index, turns, cron, channels, problems, places, version, bootId, startedAt} = deps;
  const clients = new Set<Connection>();
  let sockets: Sockets | undefined;
  const who = {version, pid: process.pid, bootId};
  const subscriptions = createSubscriptions({
    eventsAfter: store.events.after,
    currentSeq: () => store.events.seq,
    snapshot: () => takeSnapshot({store, index, turns, cron: cron.list, channels, problems}),
    onCommitted: store.onCommitted,
    clock,
    log,
  });
  const handlers = createMethods({
    ...deps,
    greeting: () => ({
      protocol: PROTOCOL,
      ...who,
      startedAt: isoOf(startedAt),
      now: isoOf(clock.now()),
      seq: store.events.seq,
      zone: deps.zone(),
      names: deps.names(),
    }),
    status: async () => ({
      running: true,
      ...who,
      startedAt,
      now: clock.now(),
      seq: store.events.seq,
      zone: deps.zone(),
      home: places,
      agent: deps.agent(),
      model: deps.describeModel(),
      clients: clients.size,
      sessions: {total: store.sessions.list().length, ...deps.sessions.totals()},
      reminders: {pending: store.reminders.countPending()},
      alarms: {active: store.alarms.countActive()},
      outbox: store.deliveries.counts(),
      nextWakes: deps.scheduler.upcoming(NEXT_WAKES),
      idle: deps.idle(),
      backup: deps.backupStatus(),
      channels: channels(),
      problems: [
        ...problems(),
        ...channelProblems(channels()),
        ...cronProblems(cron.list().invalid, places.config),
        ...deps.waitingProblems(),
        ...deps.storeProblems(),
        ...(sockets?.problems() ?? []),
      ],
    }),
    subscribe: subscriptions.subscribe,
  });

  return {
    delta: subscriptions.delta,
    thinking: subscriptions.thinking,
    open: async () => {
      sockets = await openSockets({
        paths: socketsOf(places),
        clock,
        log,
        onConnection: transport => {
          const connection = servePeer<Methods>({
            transport,
            handlers,
            parsers: PARAMS,
            clock,
            onError: (thrown, method) => log.error({error: thrown, method}, `${method} broke: ${errorMessage(thrown)}`),
            onClose: () => clients.delete(connection),
          });
          clients.add(connection);
        },
        onError: error => log.warn({error}, `a connection could not be taken: ${errorMessage(error)}`),
      });
      return sockets;
    },
    [Symbol.asyncDispose]: async () => {
      subscriptions[Symbol.dispose]();
      for (const client of clients) sayGoodbye(client, 'The daemon is stopping.');
      await inTime(Promise.all([...clients].map(client => client.closed)), GOODBYE_MS, clock);
    },
  };
};

const NEXT_WAKES = 10;
const GOODBYE_MS = SECOND;
