// Keeping reminders: set, list, cancel, snooze, move, done. The same deeds serve the tool, the command and the screen; who
// asks decides what they may touch. An instant is resolved here, by the daemon's clock, in the person's zone.
import {type Address, channelOf, isAddress} from '../../../shared/address.ts';
import {GatewayError} from '../../../shared/gateway-error.ts';
import {inWords} from '../../../shared/human-words.ts';
import type {ReminderId, TurnId} from '../../../shared/ids.ts';
import type {Reminder, ReminderMode, ReminderState} from '../../../shared/jobs.ts';
import type {SessionKey} from '../../../shared/session-key.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time.ts';
import type {Trust} from '../../../shared/trust.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {World} from '../../ports.ts';
import type {When} from '../../schedule/human-time.ts';
import {
  LONGEST_NAG_MS,
  markedCancelled,
  markedDone,
  SHORTEST_NAG_MS,
  snoozedTo,
} from '../../schedule/reminder-moves.ts';
import {readSpan} from '../../schedule/words/spans-of-time.ts';

/** Who asks. The operator (whoever holds the socket) may touch everybody's reminders. */
export type Asker = {
  readonly user?: string;
  readonly operator: boolean;
  readonly session: SessionKey;
  /** The turn in which it was asked, if it was in one: the cause that events tell. */
  readonly turnId?: TurnId;
  readonly trust?: Trust;
};

/** When: an ISO 8601 instant, a stretch of time, or people's words. Exactly one. */
export type Moment = {readonly at?: string; readonly in?: string; readonly when?: string};

export type NewReminder = Moment & {
  readonly message: string;
  readonly mode: ReminderMode;
  /** Whom to remind. @default the asker */
  readonly user?: string;
  readonly to?: Address;
  readonly key?: string;
  /** A stretch of time: so long after each telling it is said again, until it is answered. */
  readonly nag?: string;
};

export type Person = {
  readonly name: string;
  readonly trust: Trust;
  readonly zone: string;
  readonly addresses: readonly Address[];
};

export type ReminderKeeper = {
  readonly set: (wish: NewReminder, asker: Asker) => Promise<Reminder>;
  /** Earliest first; pending ones and those that fire now unless a state is named. */
  readonly list: (
    filter: {readonly user?: string; readonly state?: ReminderState; readonly limit?: number},
    asker: Asker,
  ) => readonly Reminder[];
  readonly get: (id: ReminderId, asker: Asker) => Reminder;
  readonly cancel: (id: ReminderId, asker: Asker) => Promise<Reminder>;
  /** Fires (again) at the moment: a fired one comes back, a pending one moves. */
  readonly snooze: (id: ReminderId, moment: Moment, asker: Asker) => Promise<Reminder>;
  readonly done: (id: ReminderId, asker: Asker) => Promise<Reminder>;
  /** Changes what a pending one says, how it is told, or when. */
  readonly edit: (id: ReminderId, change: ReminderChange, asker: Asker) => Promise<Reminder>;
  /** What words would mean, in the zone of a reminder or else of the asker; nothing is changed. */
  readonly understand: (when: string, asker: Asker, id?: ReminderId) => Promise<Understood>;
};

/** What words mean, before anything is done with them. */
export type Understood = {readonly at: EpochMs; readonly zone: string; readonly understood: string};

export type ReminderChange = Moment & {readonly message?: string; readonly mode?: ReminderMode};

export type KeepRemindersDeps = World & {
  /** A configured person, or (without a name) the one at the terminal. */
  readonly person: (name?: string) => Person | undefined;
  readonly resolveWhen: (text: string, context: {readonly now: EpochMs; readonly zone: string}) => When | Promise<When>;
  /** The ways to people there are: what is to go another way would wait for ever. */
  readonly channels: readonly string[];
  /** Something is to be done at `at`. */
  readonly recheck: (at: EpochMs) => void;
};

export const createReminderKeeper = (deps: KeepRemindersDeps): ReminderKeeper => {
  const {store, clock, ids, log} = deps;

  const instantOf = async (moment: Moment, zone: string): Promise<EpochMs> => {
    const texts = [moment.at, moment.in, moment.when].filter(text => text !== undefined);
    const [text] = texts;
    if (text === undefined || texts.length > 1) {
      throw new GatewayError('invalid', 'Say when exactly once: as an instant, a stretch of time, or in words.');
    }
    const now = clock.now();
    // An instant is what it is: nothing in it has to be understood, or said back.
    const exact = instantOfIso(text);
    const when: When =
      exact === undefined || exact <= now
        ? await deps.resolveWhen(text, {now, zone})
        : {kind: 'at', at: exact, understood: text};
    const isPast = (when.kind === 'at' ? when.at : (instantOfIso(text) ?? Infinity)) <= now;
    const past = isPast ? 'The time of a reminder must be in the future. ' : '';
    if (when.kind === 'unclear') throw new GatewayError('invalid', `${past}${when.reason}`);
    if (isPast) throw new GatewayError('invalid', past.trim());
    if (when.at - now > FARTHEST_MS)
      throw new GatewayError('invalid', 'A reminder can be at most a hundred years ahead.');
    return when.at;
  };

  const own = (id: ReminderId, asker: Asker): Reminder => {
    const reminder = store.reminders.get(id);
    // Somebody else's is not told from one that is not there.
    if (reminder === undefined || !mayTouch(reminder, asker)) {
      throw new GatewayError('not_found', `There is no reminder ${id}.`);
    }
    return reminder;
  };

  const change = async (
    id: ReminderId,
    asker: Asker,
    next: (reminder: Reminder) => Reminder,
    type: 'reminder.cancelled' | 'reminder.snoozed' | 'reminder.done' | 'reminder.edited',
  ): Promise<Reminder> => {
    const changed = await store.transactSoon(emit => {
      const reminder = next(own(id, asker));
      store.reminders.update(reminder);
      emit({type, session: asker.session, ...causeOf(asker, id), reminder});
      return reminder;
    });
    deps.recheck(changed.fireAt);
    return changed;
  };

  const hasMoment = ({at, in: span, when}: Moment): boolean => [at, span, when].some(text => text !== undefined);

  return {
    set: async (wish, asker) => {
      const name = wish.user ?? asker.user;
      if (!asker.operator && name !== asker.user) {
        throw new GatewayError('refused', 'A reminder can only be set for oneself.');
      }
      const person = deps.person(name);
      if (person === undefined && wish.user !== undefined) {
        throw new GatewayError('not_found', `There is no user "${wish.user}" in the configuration.`);
      }
      if (wish.message.trim() === '') throw new GatewayError('invalid', 'Say what to be reminded of.');
      const zone = person?.zone ?? 'UTC';
      const nagMs = wish.nag === undefined ? undefined : nagOf(wish.nag);
      const fireAt = await instantOf(wish, zone);
      const delivery =
        wish.to === undefined
          ? reminderTargets(asker.session, person?.addresses ?? [])
          : [checked(wish.to, deps.channels)];
      if (delivery.length === 0) {
        throw new GatewayError(
          'invalid',
          'There is no delivery channel for this user: give them an address in "match" of their entry under "users", ' +
            'for example terminal:default or signal:<their account>.',
        );
      }
      if (!asker.operator && store.reminders.countPending(asker.user) >= MOST_PENDING) {
        throw new GatewayError('refused', `${MOST_PENDING} reminders are pending already; cancel some first.`);
      }
      const reminder = await store.transactSoon(emit => {
        const known = wish.key === undefined ? undefined : store.reminders.byKey(wish.key);
        if (known !== undefined) return known;
        const added = store.reminders.add(
          {
            id: ids.next('rem'),
            fireAt,
            message: wish.message,
            mode: wish.mode,
            ...(person === undefined ? {} : {user: person.name}),
            delivery,
            sourceSession: asker.session,
            createdAt: clock.now(),
            state: 'pending',
            zone,
            ...(nagMs === undefined ? {} : {nagMs}),
            ...(asker.turnId === undefined ? {} : {turnId: asker.turnId}),
          },
          wish.key,
        );
        emit({type: 'reminder.set', session: asker.session, ...causeOf(asker, added.id), reminder: added});
        return added;
      });
      // The event says it too, and costs a hundred clients that set reminders no line of the log each.
      log.debug(
        {reminder: reminder.id, fireAt, user: reminder.user, deliveries: delivery.length},
        'a reminder was set',
      );
      deps.recheck(reminder.fireAt);
      return reminder;
    },
    list: ({user, state, limit = 100}, asker) => {
      const whose = asker.operator ? user : asker.user;
      if (!asker.operator && whose === undefined) return [];
      return store.reminders.list({
        ...(whose === undefined ? {} : {user: whose}),
        ...(state === undefined ? {} : {state}),
        limit,
      });
    },
    get: own,
    cancel: (id, asker) =>
      change(
        id,
        asker,
        // One that fired is over, unless it still nags.
        reminder =>
          markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder),
        'reminder.cancelled',
      ),
    snooze: async (id, moment, asker) => {
      const fireAt = await instantOf(moment, own(id, asker).zone);
      const move = (reminder: Reminder): Reminder =>
        snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), fireAt);
      return change(id, asker, move, 'reminder.snoozed');
    },
    done: async (id, asker) => {
      // Said twice, it was done the first time.
      const now = own(id, asker);
      if (now.state === 'done') return now;
      const done = (reminder: Reminder): Reminder =>
        markedDone(expecting(reminder, ['pending', 'firing', 'fired', 'done'], 'done'));
      return change(id, asker, done, 'reminder.done');
    },
    edit: async (id, {message, mode, ...moment}, asker) => {
      const fireAt = hasMoment(moment) ? await instantOf(moment, own(id, asker).zone) : undefined;
      if (message?.trim() === '') throw new GatewayError('invalid', 'Say what to be reminded of.');
      const edited = (reminder: Reminder): Reminder => ({
        ...expecting(reminder, ['pending'], 'changed'),
        ...(message === undefined ? {} : {message}),
        ...(mode === undefined ? {} : {mode}),
        ...(fireAt === undefined ? {} : {fireAt}),
      });
      return change(id, asker, edited, 'reminder.edited');
    },
    understand: async (when, asker, id) => {
      const zone = id === undefined ? (deps.person(asker.user)?.zone ?? 'UTC') : own(id, asker).zone;
      const at = await instantOf({when}, zone);
      return {at, zone, understood: inWords(at, clock.now(), zone, {zoned: true})};
    },
  };
};

/** What led to it: the turn it was asked in; by hand, nothing else than itself. */
const causeOf = ({turnId, trust}: Asker, id: ReminderId) => ({
  cause: turnId ?? id,
  ...(trust === undefined ? {} : {trust}),
});

const mayTouch = (reminder: Reminder, asker: Asker): boolean =>
  asker.operator || (asker.user !== undefined && reminder.user === asker.user);

const expecting = (reminder: Reminder, states: readonly ReminderState[], deed: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `${reminder.state} already`;
  throw new GatewayError('conflict', `Reminder ${reminder.id} cannot be ${deed}: it is ${now}.`);
};

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
  if (channels.includes(channelOf(address))) return address;
  const known = channels.join(', ');
  throw new GatewayError('invalid', `There is no channel "${channelOf(address)}"; there are ${known}.`);
};

const FARTHEST_MS = 100 * 365.25 * DAY;
/** For everybody but the operator: a bound on what a conversation can pile up. */
const MOST_PENDING = 500;
