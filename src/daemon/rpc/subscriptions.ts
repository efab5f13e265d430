// Who follows the events, and how they hear of them: once committed, encoded once, in one write a client and turn of the event
// loop. No client waits for another.

import {encodeNotice} from '../../ipc/messages.ts';
import type {Caller, Connection} from '../../ipc/peer.ts';
import type {Notices, Params, Result} from '../../ipc/protocol.ts';
import type {Delta, GatewayEvent, Snapshot, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import {createBatch} from './batch.ts';
import {createSubscriber, type Subscriber} from './subscriber.ts';

/** What a client wants to hear besides the events and the text of running turns. */
export type SubscribeRequest = Omit<Params<'events.subscribe'>, 'since'>;

type SubscriptionsDeps = {
  /** Events after `since`, in order; undefined when some of them are no longer kept. */
  readonly eventsAfter: (since: number, limit: number) => readonly GatewayEvent[] | undefined;
  readonly currentSeq: () => number;
  /** The state after event `currentSeq()`: taken at once, with nothing committed in between. */
  readonly snapshot: () => Wire<Snapshot>;
  /** Calls the listener with the events of each transaction, in order, after its commit. */
  readonly onCommitted: (listener: (events: readonly GatewayEvent[]) => void) => Disposable;
  readonly clock: Clock;
  readonly log: Log;
};

export type Subscriptions = Disposable & {
  /**
   * Starts to send events right after the answer: exactly those after `since`, or after `seq` where the answer has a
   * snapshot. `seq` is the newest event at this moment, so a client knows when it has caught up. A connection has one
   * subscription; the next one replaces it.
   */
  subscribe(caller: Caller, since?: number, request?: SubscribeRequest): Result<'events.subscribe'>;
  /** Tells everybody who keeps up. */
  delta(delta: Delta): void;
  /** Tells those of them that want to hear it. */
  thinking(delta: ThinkingDelta): void;
};

export const createSubscriptions = ({
  eventsAfter,
  currentSeq,
  snapshot,
  onCommitted,
  clock,
  log,
}: SubscriptionsDeps): Subscriptions => {
  const subscribers = new Map<Connection, Subscriber>();
  /** Those that want to know how many they are. */
  const counting = new Set<Connection>();
  let batch = createBatch();
  let gathering = false;

  const tellCount = (): void => {
    const line = encodeNotice<Notices, 'clients'>('clients', {count: subscribers.size});
    for (const connection of counting) connection.send(line);
  };

  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    setImmediate(afterTurn, batch.size(), 1);
  };

  /**
   * A turn that brought nothing more ends the gathering. While each brings more, some are taken together: what is told costs
   * a write a client, however much it is, and a busy daemon has better things to do.
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

  const keep = (connection: Connection, subscriber: Subscriber): void => {
    subscribers.get(connection)?.end();
    subscribers.set(connection, subscriber);
    void connection.closed.then(() => {
      subscriber.end();
      if (subscribers.get(connection) !== subscriber) return;
      subscribers.delete(connection);
      counting.delete(connection);
      tellCount();
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
      afterAnswer(() => {
        subscriber.start();
        tellCount();
      });
      return answer;
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
      // Whoever keeps up still gets what was committed in this very turn.
      flush();
      for (const subscriber of subscribers.values()) subscriber.end();
      subscribers.clear();
      counting.clear();
    },
  };
};

/** The turns of the event loop that are told of in one write at most. */
const MOST_TURNS = 4;
