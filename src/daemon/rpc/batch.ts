// What one turn of the event loop has to tell: every event and delta is encoded once, however many clients hear it.
import {encodeNotice} from '../../ipc/messages.ts';
import type {Notices} from '../../ipc/protocol.ts';
import type {Delta, GatewayEvent, ThinkingDelta} from '../../shared/events/gateway-event.ts';

export type Batch = {
  /** The numbers of its first and last event; undefined while it holds deltas only. */
  first(): number | undefined;
  last(): number | undefined;
  /** How much it holds: it grows with every event and delta. */
  size(): number;
  addEvent(event: GatewayEvent): void;
  addDelta(delta: Delta): void;
  addThinking(delta: ThinkingDelta): void;
  /** Everything, in the order it was added, or all but what models think. The same bytes for everybody. */
  whole(thinking: boolean): Buffer;
  /** Without the deltas, for clients that are slow to read. */
  eventsOnly(): Buffer;
};

export const createBatch = (): Batch => {
  let first: number | undefined;
  let last: number | undefined;
  let lines = '';
  let eventLines = '';
  /** What is not thinking; undefined while that is everything. */
  let saidLines: string | undefined;
  let whole: Buffer | undefined;
  let said: Buffer | undefined;
  let eventsOnly: Buffer | undefined;

  return {
    first: () => first,
    last: () => last,
    size: () => lines.length,
    addEvent: event => {
      const line = encodeEvent(event);
      lines += line;
      if (saidLines !== undefined) saidLines += line;
      eventLines += line;
      first ??= event.seq;
      last = event.seq;
    },
    addDelta: delta => {
      const line = encodeNotice<Notices, 'delta'>('delta', delta);
      lines += line;
      if (saidLines !== undefined) saidLines += line;
    },
    addThinking: delta => {
      saidLines ??= lines;
      lines += encodeNotice<Notices, 'thinking'>('thinking', delta);
    },
    whole: thinking => {
      if (!thinking && saidLines !== undefined) {
        said ??= ownBytes(saidLines);
        return said;
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

/**
 * In memory of their own: a slice of Node's pool, held for one client that does not read, would hold all that others have
 * put into the pool meanwhile.
 */
const ownBytes = (lines: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(lines));
  bytes.write(lines);
  return bytes;
};

export const encodeEvent = (event: GatewayEvent): string => encodeNotice<Notices, 'event'>('event', event);
