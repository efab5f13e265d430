// One client that follows the events. It is live, and takes what everybody is told; or it catches up from the store, at the
// pace at which it reads. Either way the next event it is sent is the one after the last: what does not follow is not sent,
// it is fetched. So switching from one to the other loses and repeats nothing, whatever is committed meanwhile.

import type {Connection} from '../../ipc/peer.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';
import {type Batch, encodeEvent} from './batch.ts';
import {sayGoodbye} from './goodbye.ts';

type SubscriberDeps = {
  readonly connection: Connection;
  /** The last event the client has. */
  readonly since: number;
  /** Whether it wants to hear what models think. */
  readonly thinking: boolean;
  /** Events after `since`, in order; undefined when some of them are no longer kept. */
  readonly eventsAfter: (since: number, limit: number) => readonly GatewayEvent[] | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

export type Subscriber = {
  /** Begins to send. */
  start(): void;
  /** What is told to everybody, if this client is up to it; otherwise it fetches it later. Never waits. */
  take(batch: Batch): void;
  end(): void;
};

export const createSubscriber = ({
  connection,
  since,
  thinking,
  eventsAfter,
  clock,
  log,
}: SubscriberDeps): Subscriber => {
  let state: 'waiting' | 'catching-up' | 'live' | 'ended' = 'waiting';
  let sent = since;
  let patience: Disposable | undefined;

  const catchUp = async (): Promise<void> => {
    state = 'catching-up';
    try {
      while (isCatchingUp()) {
        if (connection.pending() > SLOW_BYTES) await connection.drained();
        else if (sendPage()) await nextTurn();
        else state = 'live';
      }
    } catch (thrown) {
      log.error({error: errorMessage(thrown)}, 'The events for a client could not be read.');
      cut('The events could not be read; the log of the daemon says why.');
    }
  };

  // A function, because the state changes while the loop waits, which the compiler cannot know.
  const isCatchingUp = (): boolean => state === 'catching-up';

  /** Sends some of the events that are missing; false when there are none. */
  const sendPage = (): boolean => {
    const page = eventsAfter(sent, PAGE);
    if (page === undefined) {
      cut('Events that this client has not seen are no longer kept; subscribing again gives a snapshot.');
      return true;
    }
    let lines = '';
    for (const event of page) {
      if (lines.length > SLOW_BYTES) break;
      lines += encodeEvent(event);
      sent = event.seq;
    }
    if (lines !== '') connection.send(lines);
    return page.length > 0;
  };

  const cut = (reason: string): void => {
    log.warn({reason, lastSeq: sent, unsentBytes: connection.pending()}, 'A client was disconnected.');
    end();
    sayGoodbye(connection, reason);
  };

  const end = (): void => {
    state = 'ended';
    patience?.[Symbol.dispose]();
  };

  /**
   * Nothing more is piled up for it. A burst can outrun a client that reads well, so it gets a moment to take what it was
   * sent; one that still has not is not reading. Once it has, what waits for it then is something new.
   */
  const fallBehind = (): void => {
    patience?.[Symbol.dispose]();
    const running = clock.after(PATIENCE_MS, () => {
      if (state !== 'ended' && connection.pending() > STUCK_BYTES) cut(NOT_READING);
    });
    patience = running;
    void connection.drained().then(() => running[Symbol.dispose]());
    void catchUp();
  };

  const deliver = (batch: Batch, unsent: number): void => {
    const bytes = unsent > SLOW_BYTES ? batch.eventsOnly() : batch.whole(thinking);
    if (bytes.length > 0) connection.send(bytes);
    sent = batch.last() ?? sent;
  };

  return {
    start: () => {
      if (state === 'waiting') void catchUp();
    },
    take: batch => {
      if (state !== 'live') return;
      const unsent = connection.pending();
      if (unsent > STUCK_BYTES) fallBehind();
      else if ((batch.first() ?? sent + 1) === sent + 1) deliver(batch, unsent);
      // It went live between the commit and now, and has some of this, or all of it, from the store.
      else if ((batch.last() ?? sent) > sent) void catchUp();
    },
    end,
  };
};

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Events in one step of a replay: what the event loop is held up by, a millisecond or less. */
const PAGE = 64;
/** Unsent bytes above which a client is sent no deltas, and a replay waits for it. */
const SLOW_BYTES = 256 * 1024;
/** Unsent bytes above which nothing is added for a client. */
const STUCK_BYTES = 1024 * 1024;
const PATIENCE_MS = SECOND;
const NOT_READING = 'This client stopped reading; it can subscribe again from the last event it has.';
