// Sends committed events to subscribed clients. Each event is encoded once, with one write per client and turn of the
// event loop. Clients don't wait for each other.
import type {Params, Result} from '../../ipc/method-table.ts';
import type {Notices} from '../../ipc/protocol.ts';
import {type Caller, encodeNotice, type PeerConnection} from '../../ipc/wire/index.ts';
import type {Delta, GatewayEvent, Snapshot, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import {createBatch} from './batch.ts';
import {createSubscriber, type Subscriber} from './subscriber.ts';

/** A client's parameters besides events and the text of running turns. */
export type SubscribeRequest = Omit<Params<'events.subscribe'>, 'since'>;

export type SubscriptionsDeps = {
  /** Events after `since`, in order. Undefined if some of them have been deleted. */
  readonly eventsAfter: (since: number, limit: number) => readonly GatewayEvent[] | undefined;
  readonly currentSeq: () => number;
  /** The state right after event `currentSeq()`. Synchronous, so that nothing is committed in between. */
  readonly snapshot: () => Wire<Snapshot>;
  /** The reason why nothing is sent or confirmed now. Undefined for a daemon that is alone. */
  readonly held?: (() => string | undefined) | undefined;
  /** Calls the listener with the events of each transaction, in order, after its commit. */
  readonly onCommitted: (listener: (events: readonly GatewayEvent[]) => void) => Disposable;
  readonly clock: Clock;
  readonly log: Log;
};

export type Subscriptions = Disposable & {
  /**
   * Sends events right after the answer: those after `since`, or after `seq` if the answer has a snapshot. `seq` is the
   * newest event now, so a client knows when it has caught up. A connection has one subscription; a new one replaces
   * it.
   */
  subscribe(caller: Caller, since?: number, request?: SubscribeRequest): Result<'events.subscribe'>;
  /** Sends a piece of text to all clients that keep up. */
  delta(delta: Delta): void;
  /** Says to all clients why nothing is sent or confirmed, or that it is again. */
  held(reason: string | undefined): void;
  /** Sends a piece of thinking to the clients that asked for it. */
  thinking(delta: ThinkingDelta): void;
};

export const createSubscriptions = ({
  eventsAfter,
  currentSeq,
  snapshot,
  held,
  onCommitted,
  clock,
  log,
}: SubscriptionsDeps): Subscriptions => {
  const subscribers = new Map<PeerConnection, Subscriber>();
  /** Connections that get the number of clients. */
  const counting = new Set<PeerConnection>();
  let batch = createBatch();
  let gathering = false;

  const publishCount = (): void => {
    const line = encodeNotice<Notices, 'clients'>('clients', {count: subscribers.size});
    for (const connection of counting) connection.send(line);
  };

  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    setImmediate(afterTurn, batch.size(), 1);
  };

  /**
   * Flushes once a turn of the event loop adds nothing. Several turns share one write, because each write costs time
   * per client.
   */
  const afterTurn = (sizeBefore: number, turns: number): void => {
    if (batch.size() > sizeBefore && turns < MOST_TURNS) setImmediate(afterTurn, batch.size(), turns + 1);
    else flush();
  };

  const flush = (): void => {
    const full = batch;
    batch = createBatch();
    gathering = false;
    for (const subscriber of subscribers.values()) subscriber.take(full);
  };

  const listening = onCommitted(events => {
    if (subscribers.size === 0) return;
    for (const event of events) batch.addEvent(event);
    gather();
  });

  const keep = (connection: PeerConnection, subscriber: Subscriber): void => {
    subscribers.get(connection)?.end();
    subscribers.set(connection, subscriber);
    void connection.closed.then(() => {
      subscriber.end();
      if (subscribers.get(connection) !== subscriber) return;
      subscribers.delete(connection);
      counting.delete(connection);
      publishCount();
    });
  };

  const canReplay = (since: number, seq: number): boolean => since <= seq && eventsAfter(since, 1) !== undefined;

  return {
    subscribe: ({connection, afterAnswer}, since, {thinking = false, clients = false} = {}) => {
      const seq = currentSeq();
      const replays = since !== undefined && canReplay(since, seq);
      const answer = replays ? {seq} : {seq, snapshot: snapshot()};
      const subscriber = createSubscriber({
        connection,
        since: replays ? since : seq,
        thinking,
        eventsAfter,
        clock,
        log,
      });
      keep(connection, subscriber);
      if (clients) counting.add(connection);
      // Before the answer, which waits for the gate.
      if (held !== undefined) connection.send(heldNotice(held()));
      afterAnswer(() => {
        subscriber.start();
        publishCount();
      });
      return answer;
    },
    held: reason => {
      const line = heldNotice(reason);
      for (const connection of subscribers.keys()) connection.send(line);
    },
    delta: delta => {
      if (subscribers.size === 0) return;
      batch.addDelta(delta);
      gather();
    },
    thinking: delta => {
      if (subscribers.size === 0) return;
      batch.addThinking(delta);
      gather();
    },
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      // Clients that keep up still get what was committed in this turn.
      flush();
      for (const subscriber of subscribers.values()) subscriber.end();
      subscribers.clear();
      counting.clear();
    },
  };
};

const heldNotice = (reason: string | undefined) => encodeNotice<Notices, 'held'>('held', {reason});

/** At most this many turns of the event loop share one write. */
const MOST_TURNS = 4;
