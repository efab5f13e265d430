// The daemon's notices, and a client of the daemon. Each method is one record in `methods/`. Every request gets a
// response; notices get none.
import type {Delta, GatewayEvent, ThinkingDelta} from '../shared/events/gateway-event.ts';
import type {Methods} from './method-table.ts';
import {type ClientDeps, createClient, type Client as WireClient} from './wire/index.ts';

/** Notices from the daemon. */
export type Notices = {
  event: GatewayEvent;
  delta: Delta;
  /** Only to subscribers of thinking. */
  thinking: ThinkingDelta;
  /**
   * Number of clients that follow the events, including this one: once at first, then on each change. Only on request.
   */
  clients: {count: number};
  /**
   * Nothing is sent or confirmed, for this reason: a fleet's PostgreSQL doesn't answer, or another machine has taken
   * over. Without a reason, all leaves again. With the subscription, and on each change.
   */
  held: {reason?: string};
  /** The last notice before the daemon closes a connection, with the reason. */
  closing: {reason: string};
};

export type Notice = keyof Notices;

export type Client = WireClient<Methods>;

export const daemonClient = (deps: ClientDeps<Notices>): Client => createClient<Methods, Notices>(deps);
