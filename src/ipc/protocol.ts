// The types of the wire. Each method is one record in `methods/`, from which its types derive. Besides responses, the
// daemon sends notices. Every request gets a response; notices get none.
import type {Delta, GatewayEvent, ThinkingDelta} from '../shared/events/gateway-event.ts';
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
  /** The last notice before the daemon closes a connection, with the reason. */
  closing: {reason: string};
};

export type Notice = keyof Notices;
