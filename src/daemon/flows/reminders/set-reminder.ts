// Setting a reminder: for whom, where to, when; what may be refused is refused before anything is kept.

import {omit} from '../../../shared/fields/omit.ts';
import {present} from '../../../shared/fields/present.ts';
import {type Address, deadAddress, isAddress} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Reminder} from '../../../shared/records/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {World} from '../../ports/system.ts';
import {askedFor, type Person} from '../../routing/actor.ts';
import {type ReadMoment, timedBy} from '../../schedule/moments/read-moment.ts';
import {LONGEST_NAG_MS, SHORTEST_NAG_MS} from '../../schedule/reminder-moves.ts';
import {onceOnly, recurringStart} from '../../schedule/words/recurring.ts';
import {readSpan} from '../../schedule/words/spans-of-time.ts';
import type {NewReminder, ReminderService} from './reminder-actions.ts';

export type SetReminderDeps = World & {
  readonly instantOf: ReadMoment;
  /** A configured person, or (without a name) the one at the terminal. */
  readonly person: (name?: string) => Person | undefined;
  /** The zone of a user's times; of nobody known, everybody's. */
  readonly zoneOf: (user: string | undefined) => string;
  /** The ways to people there are: what is to go another way would wait for ever. */
  readonly channels: readonly string[];
  /** Something is to be done at `at`. */
  readonly reschedule: (at: EpochMs) => void;
};

export const createSetting = (deps: SetReminderDeps): ReminderService['set'] => {
  const {store, clock, ids, log, instantOf} = deps;
  return async (request, actor) => {
    const name = request.user ?? actor.user;
    if (!actor.operator && name !== actor.user) {
      throw new GatewayError('refused', 'A reminder can only be set for oneself.');
    }
    // Whom nobody knows is not whoever is at the terminal, which only the operator is.
    const person = name === undefined && !actor.operator ? undefined : deps.person(name);
    if (person === undefined && request.user !== undefined) {
      throw new GatewayError('not_found', `There is no user "${request.user}" in the configuration.`);
    }
    // Asked again, it is what it became, also when its time has passed meanwhile.
    const already = request.key === undefined ? undefined : store.reminders.byKey(request.key);
    if (already !== undefined) return sameAs(already, request, store.reminders.askedUnder(request.key ?? ''));
    if (request.message.trim() === '') throw new GatewayError('invalid', 'Say what to be reminded of.');
    // "9am every weekday standup": the time was found in front, and the rest would be taken for the words.
    const again = request.when === undefined ? undefined : recurringStart(request.message);
    if (again !== undefined) throw new GatewayError('invalid', onceOnly(again));
    const zone = deps.zoneOf(person?.name);
    const nagMs = request.nag === undefined ? undefined : nagOf(request.nag);
    const read = await instantOf(request, zone);
    const fireAt = read.at;
    const delivery =
      request.to === undefined
        ? reminderTargets(actor.session, person?.addresses ?? [])
        : [checked(request.to, deps.channels)];
    if (delivery.length === 0) {
      throw new GatewayError(
        'invalid',
        'There is no delivery channel for this user: give them an address in "match" of their entry under "users", ' +
          'for example terminal:default or signal:<their account>.',
      );
    }
    if (!actor.operator && store.reminders.countPending(actor.user) >= MOST_PENDING) {
      throw new GatewayError('refused', `${MOST_PENDING} reminders are pending already; cancel some first.`);
    }
    const reminder = await store.transactBatched(emit => {
      const known = request.key === undefined ? undefined : store.reminders.byKey(request.key);
      if (known !== undefined) return sameAs(known, request, store.reminders.askedUnder(request.key ?? ''));
      const added = store.reminders.add(
        {
          id: ids.next('rem'),
          fireAt,
          message: request.message,
          mode: request.mode,
          ...present({user: person?.name}),
          delivery,
          sourceSession: actor.session,
          createdAt: clock.now(),
          state: 'pending',
          zone,
          ...present({nagMs, turnId: actor.turnId}),
        },
        request.key,
        request.key === undefined ? undefined : asked(request),
      );
      emit({type: 'reminder.set', session: actor.session, ...askedFor(actor, added.id), reminder: added});
      return added;
    });
    // The event says it too, and costs a hundred clients that set reminders no line of the log each.
    log.debug({reminder: reminder.id, fireAt, user: reminder.user, deliveries: delivery.length}, 'a reminder was set');
    deps.reschedule(reminder.fireAt);
    return timedBy(reminder, read);
  };
};

/** The reminder of a key, where it is the same that is asked for; throws `conflict` where it is another. */
const sameAs = (known: Reminder, request: NewReminder, before: string | undefined): Reminder => {
  const isSame = before === undefined ? known.message === request.message : before === asked(request);
  if (isSame) return known;
  throw new GatewayError(
    'conflict',
    `The key "${request.key}" belongs to reminder ${known.id}, which says something else: take another key.`,
  );
};

/** As it was asked for, not as it was understood: "in 20 minutes" is another instant each time. */
const asked = (request: NewReminder): string =>
  JSON.stringify(
    Object.entries(omit(request, 'key'))
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const nagOf = (text: string): number => {
  const span = readSpan(text.trim());
  if (span === undefined || span.months > 0) {
    throw new GatewayError('invalid', `"${text}" is no stretch of time to nag after; say for example "15m".`);
  }
  if (span.ms >= SHORTEST_NAG_MS && span.ms <= LONGEST_NAG_MS) return span.ms;
  throw new GatewayError('invalid', 'A reminder can nag at most every minute and at least every 12 hours.');
};

const checked = (address: Address, channels: readonly string[]): Address => {
  if (!isAddress(address)) {
    throw new GatewayError('invalid', `"${String(address)}" is no address; write it as channel:target.`);
  }
  const dead = deadAddress(address, channels);
  if (dead !== undefined) throw new GatewayError('invalid', dead);
  return address;
};

/** For everybody but the operator: a bound on what a conversation can pile up. */
const MOST_PENDING = 500;
