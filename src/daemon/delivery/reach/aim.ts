// Decides where an unprompted message goes: to the person's first reachable channel. Records it, so that the next way
// can follow if nothing confirms that the person knows.
import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {Escalation, HeldMessage, ReachKind} from '../../../shared/records/delivery/escalation.ts';
import type {SeenPerson} from '../../../shared/records/delivery/presence.ts';
import type {RequestId, TurnId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {InternalSource} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {minuteOfDay} from '../../../shared/time/time.ts';
import type {UserConfig} from '../../config/config-schema.ts';
import type {World} from '../../ports/system.ts';
import {createOwnQuiet, type OwnQuiet} from './own-quiet.ts';
import {nextTime} from './quiet.ts';
import {type Around, firstReason, nextWay, waitOf, waysOf} from './ways.ts';

export type AimRequest = {
  /** The subject: a run, or the turn or request of another program. */
  readonly run: Pick<Run, 'id' | 'late' | 'scheduledFor'> | {readonly id: TurnId | RequestId};
  /** The text, in case it has to wait. */
  readonly text: string;
  readonly markup?: true;
  /** The addresses were named: they are used as they are, at once or after quiet hours. */
  readonly addressed?: boolean;
  /** It rings in quiet hours, too. */
  readonly urgent?: boolean | undefined;
  readonly source: InternalSource;
  /** The configured person for whom it is. */
  readonly person: string | undefined;
  readonly kind: ReachKind;
  /** The addresses for a person without a configured order of ways. */
  readonly otherwise: readonly Address[];
  /** The key of its deliveries, without the address. @default the run's id */
  readonly key?: string;
  readonly repeatNumber?: number;
  readonly notice?: true;
  /** The conversation that already has the text. */
  readonly alreadyIn?: SessionKey;
};

export type Reach = OwnQuiet & {
  /**
   * The addresses to deliver to now; none if it waits for the end of quiet hours. With an order of ways: one, and the
   * next one follows. Runs in the current transaction. The same request has the same answer, even after a restart.
   */
  readonly aim: (request: AimRequest) => readonly Address[];
  /** The instant at which held messages are delivered. Undefined if nothing has to wait now. */
  readonly digestAt: (person: string) => EpochMs | undefined;
  /** Delivers the person's held messages now. Returns their number. */
  readonly deliverHeld: (person: string) => number;
  /** All messages that quiet hours hold back, oldest first. */
  readonly heldMessages: () => readonly HeldMessage[];
  /** Delivers the held messages about a run, turn or request now. Throws `not_found` if there are none. */
  readonly releaseHeld: (id: string) => number;
  /** The ways of a person, in order. Undefined without a configured order. */
  readonly waysTo: (person: string, kind: ReachKind) => readonly Address[] | undefined;
  /** The first way on which the person is now; without an order, all of `addresses`. */
  readonly awayOf: (person: string, addresses: readonly Address[]) => readonly Address[];
  /** The person's presence, quiet hours and channels now. */
  readonly around: (person: string) => Around;
};

type ReachDeps = Pick<World, 'store' | 'clock'> & {
  readonly userNamed: (name: string | undefined) => UserConfig | undefined;
  readonly seen: () => SeenPerson;
  readonly serves: (channel: string) => boolean;
  readonly zoneOf: (person: string) => string;
  /** Called when the next way is due at `at`. */
  readonly reschedule: (at: EpochMs) => void;
};

export const createReach = ({store, clock, userNamed, seen, serves, zoneOf, reschedule}: ReachDeps): Reach => {
  const around = (person: string): Around => ({
    seen: userNamed(person)?.match.includes(TERMINAL) === true ? seen() : undefined,
    serves,
  });

  const {held, move, ...release} = createHeld({store, reschedule});

  const quiet = createOwnQuiet({
    ...{store, clock, userNamed, zoneOf},
    changed: person => move(held(person), digestAt(person) ?? clock.now()),
  });

  const digestAt: Reach['digestAt'] = person => {
    const end = quiet.quietUntil(person);
    const minutes = minuteOfDay(userNamed(person)?.digest ?? '');
    return end === undefined || minutes === undefined ? end : nextTime(minutes, end - 1, zoneOf(person));
  };

  /** A reminder that was set for this time rings; one that is only late now waits. */
  const canWait = ({kind, urgent, run, person}: AimRequest): boolean => {
    if (urgent === true) return false;
    return (
      kind === 'announce' || ('late' in run && run.late && quiet.quietUntil(person, run.scheduledFor) === undefined)
    );
  };

  return {
    around,
    ...quiet,
    digestAt,
    waysTo: (person, kind) => {
      const user = userNamed(person);
      return user && waysOf(user, kind);
    },
    awayOf: (person, addresses) => {
      const user = userNamed(person);
      const ways = user && waysOf(user, 'announce');
      const [first] = ways ?? [];
      if (ways === undefined || first === undefined) return addresses;
      return [nextWay({ways, tried: []}, around(person)) ?? first];
    },
    ...release,
    aim: request => {
      const {run, person, kind, otherwise, key = run.id, repeatNumber} = request;
      const user = userNamed(person);
      if (user === undefined) return otherwise;
      const isNamed = request.addressed === true;
      const ways = isNamed ? undefined : waysOf(user, kind);
      const isOwn = otherwise.length > 0 && otherwise.every(address => user.match.includes(address));
      const waitsUntil = (isOwn || !isNamed) && canWait(request) ? digestAt(user.name) : undefined;
      if (ways === undefined && waitsUntil === undefined) return otherwise;
      const id = repeatNumber === undefined ? key : `${key}#${repeatNumber}`;
      const known = store.escalations.get(id);
      if (known !== undefined) return known.tried.slice(0, 1).map(({address}) => address);
      const now = clock.now();
      const afterMs = waitOf(user, kind);
      const {source, text} = request;
      const {notice, alreadyIn, markup} = request;
      const base = {
        ...{id, person: user.name, kind, about: run.id, key, source, afterMs, createdAt: now},
        repeatNumber,
        notice,
        alreadyIn,
        plain: markup !== true ? (true as const) : undefined,
        urgent: request.urgent === true ? (true as const) : undefined,
      };
      if (waitsUntil !== undefined) {
        const nextAt = waitsUntil;
        store.escalations.add({...base, ways: ways ?? otherwise, tried: [], state: 'held', nextAt, text});
        reschedule(nextAt);
        return [];
      }
      if (ways === undefined) return otherwise;
      const here = around(user.name);
      // Without any open way the message waits on the first one.
      const first = nextWay({ways, tried: []}, here) ?? ways[0] ?? TERMINAL;
      for (const earlier of store.escalations.ofRun(run.id)) {
        if (earlier.key === key && earlier.state !== 'over') store.escalations.update(superseded(earlier, now));
      }
      store.escalations.add({
        ...base,
        ways,
        tried: [{address: first, at: now, why: firstReason(ways, first, here)}],
        state: 'open',
        nextAt: now + afterMs,
      });
      reschedule(now + afterMs);
      return [first];
    },
  };
};

/** The messages that quiet hours hold back, and their release. */
const createHeld = ({store, reschedule}: Pick<ReachDeps, 'store' | 'reschedule'>) => {
  const held = (person?: string): readonly Escalation[] =>
    store.escalations.open(MOST_HELD, person).filter(({state}) => state === 'held');

  const move = (all: readonly Escalation[], at: EpochMs): void => {
    for (const item of all) store.escalations.update({...item, nextAt: at});
    reschedule(at);
  };

  const releaseNow = (waiting: readonly Escalation[]): number => {
    if (waiting.length > 0) store.transact(() => move(waiting, ASKED_AT));
    return waiting.length;
  };

  return {
    held,
    move,
    deliverHeld: (person: string): number => releaseNow(held(person)),
    heldMessages: (): readonly HeldMessage[] =>
      held().flatMap(({about, person, text, createdAt, nextAt}) =>
        text === undefined || nextAt === undefined || nextAt === ASKED_AT
          ? []
          : [{id: about, person, text, createdAt, untilAt: nextAt}],
      ),
    releaseHeld: (id: string): number => {
      const released = releaseNow(held().filter(({about}) => about === id));
      if (released > 0) return released;
      throw new GatewayError('not_found', `Quiet hours hold nothing about ${id} back. See: rooster outbox`);
    },
  };
};

/** The stored name is an old one. */

const superseded = ({nextAt: _, ...earlier}: Escalation, now: EpochMs): Escalation => ({
  ...earlier,
  state: 'over',
  outcome: 'superseded',
  endedAt: now,
});

/** Due at once, although it is quiet: the person asked for it. */
export const ASKED_AT: EpochMs = 0;
const MOST_HELD = 1_000;
