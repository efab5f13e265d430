// Collects the events and deltas of one turn of the event loop. Each is encoded once for all clients.
import type {Notices} from '../../ipc/protocol.ts';
import {encodeNotice} from '../../ipc/wire/index.ts';
import type {Delta, GatewayEvent, ThinkingDelta} from '../../shared/events/gateway-event.ts';

export type Batch = {
  /** The numbers of its first and last event. Undefined if there are only deltas. */
  first(): number | undefined;
  last(): number | undefined;
  /** Size in characters. Increases with every event and delta. */
  size(): number;
  addEvent(event: GatewayEvent): void;
  addDelta(delta: Delta): void;
  addThinking(delta: ThinkingDelta): void;
  /** All lines in order, with or without thinking. All clients share the same bytes. */
  whole(thinking: boolean): Buffer;
  /** Without the deltas, for clients that are slow to read. */
  eventsOnly(): Buffer;
};

export const createBatch = (): Batch => {
  let first: number | undefined;
  let last: number | undefined;
  let lines = '';
  let eventLines = '';
  /** Lines without thinking. Undefined while there is no thinking. */
  let sharedLines: string | undefined;
  let whole: Buffer | undefined;
  let shared: Buffer | undefined;
  let eventsOnly: Buffer | undefined;

  return {
    first: () => first,
    last: () => last,
    size: () => lines.length,
    addEvent: event => {
      const line = encodeEvent(event);
      lines += line;
      if (sharedLines !== undefined) sharedLines += line;
      eventLines += line;
      first ??= event.seq;
      last = event.seq;
    },
    addDelta: delta => {
      const line = encodeNotice<Notices, 'delta'>('delta', delta);
      lines += line;
      if (sharedLines !== undefined) sharedLines += line;
    },
    addThinking: delta => {
      sharedLines ??= lines;
      lines += encodeNotice<Notices, 'thinking'>('thinking', delta);
    },
    whole: thinking => {
      if (!thinking && sharedLines !== undefined) {
        shared ??= ownBytes(sharedLines);
        return shared;
      }
      whole ??= ownBytes(lines);
      return whole;
    },
    eventsOnly: () => {
      eventsOnly ??= ownBytes(eventLines);
      return eventsOnly;
    },
  };
};

/** Allocates own memory. A slice of Node's pool, held by one slow client, would keep the whole pool block alive. */
const ownBytes = (lines: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(lines));
  bytes.write(lines);
  return bytes;
};

export const encodeEvent = (event: GatewayEvent): string => encodeNotice<Notices, 'event'>('event', event);
