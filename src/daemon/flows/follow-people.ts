// Follows changes of the configured users. Reminders and alarms are stored under a user's name; those of a renamed user
// are found again by address. Those of a removed user are reported to the owner.

import type {Address} from '../../shared/records/address.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {counted} from '../../shared/text/sentences.ts';
import type {World} from '../ports/system.ts';

type KnownUser = {readonly name: string; readonly match: readonly Address[]};

type FollowPeopleDeps = Pick<World, 'store' | 'log'> & {
  readonly users: () => readonly KnownUser[];
  /** True if the configuration has no mistakes. With mistakes nobody counts as removed. */
  readonly isSound: () => boolean;
};

export type UserChanges = {
  /** Call it at the start and after a change of the configuration. */
  readonly check: () => void;
  /** True if a user was removed from the configuration. */
  readonly isGone: (user: string | undefined) => boolean;
  /** Removed users who still have reminders or alarms. */
  readonly problems: () => readonly Problem[];
};

export const followPeople = ({store, log, users, isSound}: FollowPeopleDeps): UserChanges => {
  const isGone = (user: string | undefined): boolean =>
    user !== undefined && isSound() && !users().some(({name}) => name === user);

  /** Users with reminders or alarms who aren't configured. */
  const gone = (): readonly string[] =>
    [...new Set([...store.reminders.people(), ...store.alarms.people()])].filter(isGone);

  const known = (): ReadonlyMap<string, readonly Address[]> => new Map(JSON.parse(store.cursors.get(KNOWN) ?? '[]'));

  const check = (): void => {
    if (!isSound()) return;
    const before = known();
    const heirs = gone().flatMap(from => {
      const to = heirOf(before.get(from) ?? [], before, users());
      return to === undefined ? [] : [{from, to}];
    });
    // The addresses of removed users are kept, for a renaming in several steps.
    const left = gone().flatMap(name => (before.has(name) ? [[name, before.get(name)] as const] : []));
    const now = JSON.stringify([...users().map(({name, match}) => [name, match] as const), ...left]);
    if (heirs.length === 0 && now === store.cursors.get(KNOWN)) return;
    store.transact(emit => {
      for (const {from, to} of heirs) {
        const reminders = store.reminders.reassign(from, to);
        const alarms = store.alarms.reassign(from, to);
        log.info({from, to, reminders, alarms}, 'A person was renamed. Their reminders and alarms stay theirs.');
        for (const reminder of store.reminders.list({user: to, state: 'pending', limit: MOST_LISTED}))
          emit({type: 'reminder.edited', session: reminder.sourceSession, cause: reminder.id, reminder});
      }
      store.cursors.set(KNOWN, now);
    });
  };

  return {
    check,
    isGone,
    problems: () =>
      gone().map(user => {
        const [reminders, alarms] = [store.reminders.countPending(user), store.alarms.countActive(user)];
        const planned = [
          ...(reminders === 0 ? [] : [counted(reminders, 'reminder')]),
          ...(alarms === 0 ? [] : [counted(alarms, 'alarm')]),
        ].join(' and ');
        return {
          key: 'users',
          reason: `"${user}" is no longer configured and still has ${planned}.`,
          inForce: 'You get the reminders instead, and alarms wait. Configure the person again, or cancel them.',
        };
      }),
  };
};

/** The one new user who now has an address of the removed one. */
export const heirOf = (
  addresses: readonly Address[],
  before: ReadonlyMap<string, readonly Address[]>,
  users: readonly KnownUser[],
): string | undefined => {
  const [heir, ...others] = users.filter(
    ({name, match}) => !before.has(name) && match.some(address => addresses.includes(address)),
  );
  return others.length === 0 ? heir?.name : undefined;
};

const KNOWN = 'people.known';
const MOST_LISTED = 1_000;
