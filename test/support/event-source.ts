// A store of events only: commits are numbered, stored and published, as in the real one.
import type {Delta, GatewayEvent, Snapshot} from '../../src/shared/events/gateway-event.ts';
import type {Wire} from '../../src/shared/fields/wire.ts';

export type EventSource = {
  readonly eventsAfter: (since: number, limit: number) => readonly GatewayEvent[] | undefined;
  readonly currentSeq: () => number;
  readonly snapshot: () => Wire<Snapshot>;
  readonly onCommitted: (listener: (events: readonly GatewayEvent[]) => void) => Disposable;
  /** One transaction with so many events, each of about `bytes`. */
  commit(count?: number, bytes?: number): void;
  /** The same, but stored only: the listeners aren't called yet. Pass the result to `tell`. */
  keep(count?: number, bytes?: number): readonly GatewayEvent[];
  tell(events: readonly GatewayEvent[]): void;
  /** Forgets events up to and including this one. */
  forget(upTo: number): void;
  /** Runs before every read of the store. */
  beforeRead: () => void;
  /** The number of events that each read requested. */
  readonly reads: readonly number[];
};

export const eventSource = (): EventSource => {
  let kept: GatewayEvent[] = [];
  let seq = 0;
  const reads: number[] = [];
  const listeners = new Set<(events: readonly GatewayEvent[]) => void>();
  const source: EventSource = {
    eventsAfter: (since, limit) => {
      source.beforeRead();
      reads.push(limit);
      const first = kept[0]?.seq ?? seq + 1;
      return since < first - 1 ? undefined : kept.slice(since + 1 - first, since + 1 - first + limit);
    },
    currentSeq: () => seq,
    snapshot: () => SNAPSHOT,
    onCommitted: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => listeners.delete(listener)};
    },
    commit: (count, bytes) => source.tell(source.keep(count, bytes)),
    keep: (count = 1, bytes = 100) => {
      const events = Array.from({length: count}, () => {
        seq += 1;
        return {seq, at: '2026-11-21T11:00:00.000Z', type: 'config.changed', keys: ['x'.repeat(bytes)]} as const;
      });
      kept.push(...events);
      return events;
    },
    tell: events => {
      for (const listener of listeners) listener(events);
    },
    forget: upTo => {
      kept = kept.filter(event => event.seq > upTo);
    },
    beforeRead: () => {},
    reads,
  };
  return source;
};

export const deltaOf = (text: string, offset = 0): Delta => ({
  session: 'rooster:main',
  turnId: 'turn_1',
  text,
  offset,
});

const SNAPSHOT: Wire<Snapshot> = {
  sessions: [],
  reminders: [],
  pendingReminders: 0,
  cron: {jobs: [], invalid: []},
  runs: [],
  deliveries: [],
  turns: [],
  channels: [],
  problems: [],
};
