// Two connected transports in memory, for a client and a daemon in one process. They follow the contract of `Transport` exactly: the same
// line reader, the same caps. Bytes travel in microtasks, so a test needs no real time.
import {type CloseReason, createLineReader, type Transport, type TransportHandlers} from '../../src/ipc/wire/index.ts';

/** Each end accepts lines up to its own cap, in bytes, from the start. */
export const linkedPair = (leftCap: number, rightCap = leftCap): readonly [Transport, Transport] => {
  const left = createEnd(leftCap, () => right);
  const right = createEnd(rightCap, () => left);
  return [left.transport, right.transport];
};

type End = {
  readonly transport: Transport;
  /** Called by the other end. Bytes and the end after them are accepted, or wait until this end wakes the other. */
  readonly arrive: (bytes: Buffer) => boolean;
  readonly hangUp: () => boolean;
  readonly vanish: (reason: CloseReason) => void;
  readonly wake: () => void;
};

const createEnd = (lineCap: number, other: () => End): End => {
  let handlers: TransportHandlers | undefined;
  let outgoing: Buffer[] = [];
  let pending = 0;
  let scheduled = false;
  let closing = false;
  let hungUp = false;
  let closedBecause: CloseReason | undefined;
  let waiting: (() => void)[] = [];

  const reader = createLineReader({
    cap: lineCap,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
  });

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(flush);
  };

  const flush = (): void => {
    scheduled = false;
    while (outgoing[0] !== undefined && other().arrive(outgoing[0])) pending -= outgoing.shift()?.length ?? 0;
    if (pending > 0) return;
    release();
    if (closing && !hungUp) hungUp = other().hangUp();
  };

  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };

  const close = (): void => {
    if (closing) return;
    closing = true;
    // Held bytes are discarded, so the other end may continue.
    other().wake();
    schedule();
  };

  const vanish = (reason: CloseReason): void => {
    if (closedBecause !== undefined) return;
    closing = true;
    closedBecause = reason;
    outgoing = [];
    pending = 0;
    release();
    handlers?.close(reason);
  };

  const takes = (): boolean => handlers !== undefined && !reader.isPaused();

  return {
    transport: {
      start: given => {
        handlers = given;
        const reason = closedBecause;
        if (reason !== undefined) queueMicrotask(() => given.close(reason));
        other().wake();
      },
      send: lines => {
        if (closing) return;
        const bytes = typeof lines === 'string' ? Buffer.from(lines) : lines;
        outgoing.push(bytes);
        pending += bytes.length;
        schedule();
      },
      close,
      abort: () => {
        queueMicrotask(() => {
          vanish(CLOSED_HERE);
          other().vanish(CLOSED_THERE);
        });
        closing = true;
      },
      pending: () => pending,
      drained: () => (pending === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
      pause: reader.pause,
      resume: () => {
        if (closing || !reader.isPaused()) return;
        reader.resume();
        other().wake();
      },
      longLines: () => {},
    },
    arrive: bytes => {
      if (closing) return true;
      if (!takes()) return false;
      reader.push(bytes);
      return true;
    },
    hangUp: () => {
      if (!closing && !takes()) return false;
      if (closing) {
        vanish(CLOSED_HERE);
        other().vanish(CLOSED_THERE);
      } else if (handlers?.end === undefined) close();
      else handlers.end();
      return true;
    },
    vanish,
    wake: schedule,
  };
};

const CLOSED_HERE: CloseReason = {kind: 'here'};
const CLOSED_THERE: CloseReason = {kind: 'there'};
