// The quiet hours of each person: by configuration, by command, and planned. What they said is stored, so a restart
// changes nothing.
import type {PlannedQuiet} from '../../../shared/records/delivery/presence.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {UserConfig} from '../../config/config-schema.ts';
import type {World} from '../../ports/system.ts';
import {joinPlanned, type QuietOverride, quietUntil, readQuietOverride} from './quiet.ts';

export type OwnQuiet = {
  /** The end of the person's quiet hours. Undefined outside of them, or if nobody has this name. */
  readonly quietUntil: (person: string | undefined, at?: EpochMs) => EpochMs | undefined;
  /** The person says how long they want quiet: `2h`, `until 07:00`, `off`. Throws `invalid` for anything else. */
  readonly overrideQuiet: (person: string, text: string) => void;
  /** The spans of quiet that are planned or running, the earliest first. */
  readonly plannedQuiet: (person: string) => readonly PlannedQuiet[];
  /** Adds a span. Throws `invalid` if it has ended, or has no length. */
  readonly planQuiet: (person: string, span: PlannedQuiet) => void;
  /** Removes a span by its number in the list, from 1; all without a number. Throws `not_found` if there is none. */
  readonly unplanQuiet: (person: string, number?: number) => void;
};

type Rules = Pick<World, 'store' | 'clock'> & {
  readonly userNamed: (name: string | undefined) => UserConfig | undefined;
  readonly zoneOf: (person: string) => string;
  /** Moves what is held back. Runs in the transaction of the change. */
  readonly changed: (person: string) => void;
};

export const createOwnQuiet = ({store, clock, userNamed, zoneOf, changed}: Rules): OwnQuiet => {
  const stored = <T>(key: string): T | undefined => {
    const text = store.cursors.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  };
  const plannedQuiet = (person: string): readonly PlannedQuiet[] =>
    joinPlanned(stored(plannedKey(person)) ?? [], clock.now());
  const rulesOf = ({name, quiet}: UserConfig) => ({
    quiet,
    override: stored<QuietOverride>(overrideKey(name)),
    planned: plannedQuiet(name),
    zone: zoneOf(name),
  });
  const keep = (person: string, key: string, value: unknown): void =>
    store.transact(() => {
      store.cursors.set(key, JSON.stringify(value));
      changed(person);
    });
  const setPlanned = (person: string, spans: readonly PlannedQuiet[]): void =>
    keep(person, plannedKey(person), joinPlanned(spans, clock.now()));

  return {
    plannedQuiet,
    quietUntil: (person, at = clock.now()) => {
      const user = userNamed(person);
      return user && quietUntil(rulesOf(user), at);
    },
    overrideQuiet: (person, text) => {
      const user = userNamed(person);
      const override = user && readQuietOverride(text, rulesOf(user), clock.now());
      if (override === undefined) {
        const sentence = `"${text}" isn't a time I understand. Examples: 2h, 90m, until 07:00, off, saturday 8 to 18.`;
        throw new GatewayError('invalid', sentence);
      }
      keep(person, overrideKey(person), override);
    },
    planQuiet: (person, span) => {
      if (span.untilAt <= Math.max(span.fromAt, clock.now()))
        throw new GatewayError('invalid', 'That span has ended already.');
      setPlanned(person, [...plannedQuiet(person), span]);
    },
    unplanQuiet: (person, number) => {
      const planned = plannedQuiet(person);
      const rest = number === undefined ? [] : planned.filter((_, index) => index !== number - 1);
      if (rest.length === planned.length) {
        const sentence = number === undefined ? 'No quiet is planned.' : `No planned quiet has the number ${number}.`;
        throw new GatewayError('not_found', sentence);
      }
      setPlanned(person, rest);
    },
  };
};

const plannedKey = (person: string): string => `quiet.planned:${person}`;
const overrideKey = (person: string): string => `quiet.said:${person}`;
