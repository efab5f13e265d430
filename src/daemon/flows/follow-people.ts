// People come and go in the configuration; what was planned for them stays in the database under their name. Somebody who was renamed
// keeps an address, by which their reminders and alarms are found again. What belongs to somebody who is gone is told to the owner.

import type {ConfigProblem} from '../../shared/events/gateway-event.ts';
import type {Address} from '../../shared/records/address.ts';
import type {World} from '../ports/system.ts';

type KnownUser = {readonly name: string; readonly match: readonly Address[]};

type FollowPeopleDeps = Pick<World, 'store' | 'log'> & {
  readonly users: () => readonly KnownUser[];
  /** Whether the configuration says what its owner meant: with mistakes in it nobody is taken for gone. */
  readonly isSound: () => boolean;
};

export type People = {
  /** To be called at the start and when the configuration has changed. */
  readonly look: () => void;
  /** Whether somebody was taken out of the configuration. */
  readonly isGone: (user: string | undefined) => boolean;
  /** Who is gone and still has something planned. */
  readonly problems: () => readonly ConfigProblem[];
};

export const followPeople = ({store, log, users, isSound}: FollowPeopleDeps): People => {
  const isGone = (user: string | undefined): boolean =>
    user !== undefined && isSound() && !users().some(({name}) => name === user);

  /** Everybody with something planned who is not configured. */
  const gone = (): readonly string[] =>
    [...new Set([...store.reminders.people(), ...store.alarms.people()])].filter(isGone);

  const known = (): ReadonlyMap<string, readonly Address[]> => new Map(JSON.parse(store.cursors.get(KNOWN) ?? '[]'));

  const look = (): void => {
    if (!isSound()) return;
    const before = known();
    const heirs = gone().flatMap(from => {
      const to = heirOf(before.get(from) ?? [], before, users());
      return to === undefined ? [] : [{from, to}];
    });
    // Whose name is gone is still known by address, for a change of name in several steps.
    const left = gone().flatMap(name => (before.has(name) ? [[name, before.get(name)] as const] : []));
    const now = JSON.stringify([...users().map(({name, match}) => [name, match] as const), ...left]);
    if (heirs.length === 0 && now === store.cursors.get(KNOWN)) return;
    store.transact(emit => {
      for (const {from, to} of heirs) {
        const reminders = store.reminders.reassign(from, to);
        const alarms = store.alarms.reassign(from, to);
        log.info({from, to, reminders, alarms}, 'somebody was renamed: what was planned for them goes along');
        for (const reminder of store.reminders.list({user: to, state: 'pending', limit: MOST_TOLD}))
          emit({type: 'reminder.edited', session: reminder.sourceSession, cause: reminder.id, reminder});
      }
      store.cursors.set(KNOWN, now);
    });
  };

  return {
    look,
    isGone,
    problems: () =>
      gone().map(user => {
        const [reminders, alarms] = [store.reminders.countPending(user), store.alarms.countActive(user)];
        const planned = [counted(reminders, 'reminder'), counted(alarms, 'alarm')]
          .filter(words => words !== '')
          .join(' and ');
        return {
          key: 'users',
          reason: `"${user}" is no longer configured and still has ${planned}.`,
          inForce:
            'The reminders are told to you instead, and alarms wait. Configure the person again, or cancel them.',
        };
      }),
  };
};

/** The one person who has an address of theirs now and was not there under this name before. */
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

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;

const KNOWN = 'people.known';
const MOST_TOLD = 1_000;
