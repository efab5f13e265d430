// The types of the wire. Each method is one record in `methods/`; what it takes and returns is read from there. Beside the methods the
// daemon sends notices by itself. An answer is owed to every request; notices get none.
import type {ChannelStatus, ConfigProblem, Delta, GatewayEvent, ThinkingDelta} from '../shared/events/gateway-event.ts';
import type {IdleStatus} from '../shared/records/idle-status.ts';
import type {Wake} from '../shared/records/jobs.ts';
import type {ParamsOf, ResultOf} from './method.ts';
import type {TABLE} from './method-table.ts';

export const PROTOCOL = 1;

export type Method = keyof typeof TABLE;
export type Params<M extends Method> = ParamsOf<(typeof TABLE)[M]>;
export type Result<M extends Method> = ResultOf<(typeof TABLE)[M]>;

/** The default session of a request is the agent's main one. */
export type Methods = {[M in Method]: {params: Params<M>; result: Result<M>}};

/** What the daemon sends without being asked. */
export type Notices = {
  event: GatewayEvent;
  delta: Delta;
  /** Only to those that subscribed to it. */
  thinking: ThinkingDelta;
  /** How many clients follow the events now, this one with them: at first, and whenever it changes. Only where asked for. */
  clients: {count: number};
  /** The last thing on a connection that the daemon closes, with the reason. */
  closing: {reason: string};
};

export type Notice = keyof Notices;

export type DaemonStatus = {
  /** What a command says of a daemon that does not run has the same keys, as far as they are known, and false here. */
  running: true;
  version: string;
  pid: number;
  bootId: string;
  startedAt: number;
  now: number;
  seq: number;
  /** The zone of the person at the terminal. */
  zone?: string;
  home: {config: string; database: string; workspace: string; log: string; socket: string};
  agent: string;
  model: {name: string; ready: boolean; detail?: string};
  clients: number;
  sessions: {total: number; busy: number; queued: number};
  reminders: {pending: number};
  alarms?: {active: number};
  outbox: {waiting: number; dead: number};
  nextWakes: readonly Wake[];
  /** What is next in the conversations that have gone quiet, or why nothing is; `why`: in none of them. An older daemon does not say. */
  idle?: {why?: string; sessions: readonly IdleStatus[]};
  channels: readonly ChannelStatus[];
  problems: readonly ConfigProblem[];
  /** The newest backup, and how many there are. An older daemon does not say. */
  backup?: {at?: number; file?: string; kept: number};
};
