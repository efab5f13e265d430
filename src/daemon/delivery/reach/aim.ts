// Decides where something that comes by itself goes: to the first of the person's ways on which they are. Records it, so that the next way
// can follow if nothing confirms that the person knows.
import {present} from '../../../shared/fields/present.ts';
import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {Escalation, ReachKind} from '../../../shared/records/escalation.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {InternalSource} from '../../../shared/records/message.ts';
import type {SeenPerson} from '../../../shared/records/presence.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {UserConfig} from '../../config/config-schema.ts';
import type {World} from '../../ports/system.ts';
import {type Around, firstReason, nextWay, waitOf, waysOf} from './ways.ts';

export type AimRequest = {
  readonly run: Pick<Run, 'id'>;
  readonly source: InternalSource;
  /** The configured person for whom it is. */
  readonly person: string | undefined;
  readonly kind: ReachKind;
  /** The addresses for a person without a configured order of ways. */
  readonly otherwise: readonly Address[];
  /** The key of its deliveries, without the address. @default the run's id */
  readonly key?: string;
  readonly again?: number;
  readonly notice?: true;
  /** The conversation that already has the text. */
  readonly saidIn?: SessionKey;
};

export type Reach = {
  /**
   * The addresses to deliver to now. With an order of ways: one, and the next one follows by itself. Runs in the current transaction; the
   * same request has the same answer, also after a restart.
   */
  readonly aim: (request: AimRequest) => readonly Address[];
  /** What is known about a person's place now. */
  readonly around: (person: string) => Around;
};

type ReachDeps = Pick<World, 'store' | 'clock'> & {
  readonly users: () => readonly UserConfig[];
  readonly seen: () => SeenPerson;
  readonly serves: (channel: string) => boolean;
  /** Called when the next way is due at `at`. */
  readonly reschedule: (at: EpochMs) => void;
};

export const createReach = ({store, clock, users, seen, serves, reschedule}: ReachDeps): Reach => {
  const userNamed = (name: string | undefined): UserConfig | undefined => users().find(user => user.name === name);
  const around = (person: string): Around => ({
    seen: userNamed(person)?.match.includes(TERMINAL) === true ? seen() : undefined,
    serves,
  });

  return {
    around,
    aim: request => {
      const {run, person, kind, otherwise, key = run.id, again} = request;
      const user = userNamed(person);
      const ways = user && waysOf(user, kind);
      if (user === undefined || ways === undefined) return otherwise;
      const id = again === undefined ? key : `${key}#${again}`;
      const known = store.escalations.get(id);
      if (known !== undefined) return known.tried.slice(0, 1).map(({address}) => address);
      const here = around(user.name);
      // Without any open way the message waits on the first one.
      const first = nextWay({ways, tried: []}, here) ?? ways[0] ?? TERMINAL;
      const now = clock.now();
      for (const earlier of store.escalations.ofRun(run.id)) {
        if (earlier.key === key && earlier.nextAt !== undefined) store.escalations.update(superseded(earlier, now));
      }
      const afterMs = waitOf(user, kind);
      const escalation: Escalation = {
        id,
        person: user.name,
        kind,
        runId: run.id,
        key,
        source: request.source,
        ...present({again, notice: request.notice, saidIn: request.saidIn}),
        ways,
        afterMs,
        tried: [{address: first, at: now, why: firstReason(ways, first, here)}],
        state: 'open',
        nextAt: now + afterMs,
        createdAt: now,
      };
      store.escalations.add(escalation);
      reschedule(now + afterMs);
      return [first];
    },
  };
};

const superseded = ({nextAt: _, ...earlier}: Escalation, now: EpochMs): Escalation => ({
  ...earlier,
  state: 'over',
  outcome: 'superseded',
  endedAt: now,
});
