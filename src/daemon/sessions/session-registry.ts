// Queues turns: one at a time in each session, sessions in parallel. Isolated sessions share limited pools, for jobs,
// delegated tasks and reminders, so that background work never delays a person.
import type {Address} from '../../shared/records/address.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {RUN_KIND_FACTS, type RunPool} from '../../shared/records/jobs/run-kinds.ts';
import {reservedKind, type SessionKey, sessionName} from '../../shared/records/session-key.ts';
import type {TurnOutcome} from '../../shared/records/turn.ts';

/** A turn that waits for its session. */
export type Ticket = {
  readonly turnId: TurnId;
  readonly session: SessionKey;
  /** The address for the turn's answer. */
  readonly replyTo?: Address;
  readonly fromPerson: boolean;
  /** Runs the turn. Never rejects. The reason of the signal is a sentence for the outcome. */
  readonly run: (signal: AbortSignal) => Promise<TurnOutcome>;
};

export type Sessions = {
  /** Queues a ticket. Resolves when its turn has ended. */
  readonly enter: (ticket: Ticket) => Promise<TurnOutcome>;
  readonly busy: (session: SessionKey) => boolean;
  readonly queued: (session: SessionKey) => number;
  /** Aborts a session's running turn with a sentence for its outcome. False if none runs. */
  readonly stop: (session: SessionKey, reason: string) => boolean;
  /** Like `stop`, and resolves when the turn has ended. */
  readonly stopped: (session: SessionKey, reason: string) => Promise<void>;
  /** Removes a waiting ticket from the queue; `why` is a sentence. False if the ticket isn't waiting. */
  readonly withdraw: (turnId: TurnId, why?: string) => boolean;
  readonly totals: () => {readonly busy: number; readonly queued: number};
  /** Starts no further turn. Resolves when the running ones have ended. */
  readonly drain: () => Promise<void>;
  /** Aborts all running turns, each with its own sentence. */
  readonly stopAll: (reason: (ticket: Ticket) => string) => void;
};

type Lane = {
  readonly waiting: Place[];
  running: {readonly ticket: Ticket; readonly abort: AbortController; readonly ended: Promise<TurnOutcome>} | undefined;
};
type Place = {readonly ticket: Ticket; readonly settled: PromiseWithResolvers<TurnOutcome>; passedBy: number};

export const createSessions = ({
  isolatedPlaces = ISOLATED_PLACES,
}: {
  readonly isolatedPlaces?: number;
} = {}): Sessions => {
  const lanes = new Map<SessionKey, Lane>();
  const running: Record<RunPool, number> = {jobs: 0, reminders: 0, tasks: 0};
  let draining = false;

  const laneOf = (session: SessionKey): Lane => {
    const lane = lanes.get(session) ?? {waiting: [], running: undefined};
    lanes.set(session, lane);
    return lane;
  };

  const startNext = (session: SessionKey): void => {
    const lane = lanes.get(session);
    if (lane === undefined || lane.running !== undefined || draining) return;
    const pool = poolOf(session);
    if (pool !== undefined && running[pool] >= isolatedPlaces) return;
    const index = nextTurn(lane.waiting.map(({ticket, passedBy}) => ({fromPerson: ticket.fromPerson, passedBy})));
    const [place] = index === -1 ? [] : lane.waiting.splice(index, 1);
    if (place === undefined) {
      lanes.delete(session);
      return;
    }
    if (place.ticket.fromPerson) for (const other of lane.waiting.slice(0, index)) other.passedBy += 1;
    run(session, lane, place);
  };

  const run = (session: SessionKey, lane: Lane, {ticket, settled}: Place): void => {
    const abort = new AbortController();
    const pool = poolOf(session);
    if (pool !== undefined) running[pool] += 1;
    const ended = ticket.run(abort.signal);
    lane.running = {ticket, abort, ended};
    void ended.then(outcome => {
      lane.running = undefined;
      if (pool !== undefined) running[pool] -= 1;
      settled.resolve(outcome);
      startNext(session);
      if (pool !== undefined) startWaitingIn(pool);
    });
  };

  const startWaitingIn = (pool: RunPool): void => {
    for (const [session, lane] of lanes) {
      if (running[pool] >= isolatedPlaces) return;
      if (poolOf(session) === pool && lane.running === undefined) startNext(session);
    }
  };

  return {
    enter: ticket => {
      const settled = Promise.withResolvers<TurnOutcome>();
      laneOf(ticket.session).waiting.push({ticket, settled, passedBy: 0});
      startNext(ticket.session);
      return settled.promise;
    },
    busy: session => lanes.get(session)?.running !== undefined,
    queued: session => lanes.get(session)?.waiting.length ?? 0,
    stop: (session, reason) => {
      const running = lanes.get(session)?.running;
      running?.abort.abort(reason);
      return running !== undefined;
    },
    stopped: async (session, reason) => {
      const running = lanes.get(session)?.running;
      running?.abort.abort(reason);
      await running?.ended;
    },
    withdraw: (turnId, why = 'The message was taken back before its turn started.') => {
      for (const lane of lanes.values()) {
        const index = lane.waiting.findIndex(place => place.ticket.turnId === turnId);
        if (index === -1) continue;
        const [place] = lane.waiting.splice(index, 1);
        place?.settled.resolve({kind: 'aborted', error: why});
        return true;
      }
      return false;
    },
    totals: () => {
      let busy = 0;
      let queued = 0;
      for (const lane of lanes.values()) {
        busy += lane.running === undefined ? 0 : 1;
        queued += lane.waiting.length;
      }
      return {busy, queued};
    },
    drain: async () => {
      draining = true;
      await Promise.all([...lanes.values()].map(lane => lane.running?.ended));
    },
    stopAll: reason => {
      for (const {running: one} of lanes.values()) one?.abort.abort(reason(one.ticket));
    },
  };
};

const poolOf = (session: SessionKey): RunPool | undefined => {
  const name = sessionName(session);
  return name?.kind === 'cron' ? RUN_KIND_FACTS[reservedKind(name.name) ?? 'cron'].pool : undefined;
};

/** Number of concurrent isolated turns in each pool. */
const ISOLATED_PLACES = 4;

type WaitingTurn = {
  readonly fromPerson: boolean;
  /** Number of people's turns that have overtaken this one. */
  readonly passedBy: number;
};

/**
 * The position of the next turn in order of arrival, or -1 if none waits. People go before internal messages, but an
 * internal message waits for a bounded number of them.
 */
export const nextTurn = (line: readonly WaitingTurn[]): number => {
  const patient = line.findIndex(waiting => !waiting.fromPerson && waiting.passedBy >= PATIENCE);
  if (patient !== -1) return patient;
  const person = line.findIndex(waiting => waiting.fromPerson);
  if (person !== -1) return person;
  return line.length === 0 ? -1 : 0;
};

/** After this many people's turns an internal message goes first. */
export const PATIENCE = 3;
