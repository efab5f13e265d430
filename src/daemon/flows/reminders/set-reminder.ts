// Sets a reminder: checks the user, the addresses and the time before storing anything.

import {ENGLISH_ANSWERS} from '../../../shared/languages/en/answers.ts';
import {LANGUAGES} from '../../../shared/languages/languages.ts';
import {nagIn, withoutWherever} from '../../../shared/languages/request-words.ts';
import {type Address, deadAddress, isAddress} from '../../../shared/records/address.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {MissedPolicy, Reminder} from '../../../shared/records/jobs/jobs.ts';
import {storedLimits} from '../../../shared/records/trust.ts';
import {GatewayError, unknownUser} from '../../../shared/text/gateway-error.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {directChat, reminderTargets} from '../../delivery/targets.ts';
import {askedFor, checkLater, effectOf, keepEffect, type Person} from '../../routing/actor.ts';
import {hasMoment} from '../../schedule/moments/read-moment.ts';
import {LONGEST_NAG_MS, SHORTEST_NAG_MS} from '../../schedule/reminder-moves.ts';
import {begun, published, type Series} from '../../schedule/series/advance.ts';
import {readEvent, readSpan, readTimer} from '../../schedule/words/index.ts';
import {checkedEvent, type WatchedJobs} from './events/read-event.ts';
import {clocksOf, noted, timeIn} from './places/said-clocks.ts';
import {continued, noFutureDates, type Rule, withEnd} from './read-repeat.ts';
import {type ReadTimeDeps, readTime} from './read-time.ts';
import type {NewReminder, ReminderService} from './reminder-actions.ts';

export type SetReminderDeps = Core &
  WatchedJobs &
  ReadTimeDeps & {
    /** The available channels. A delivery to any other channel would wait forever. */
    readonly channels: readonly string[];
    /** Resolves once the jobs are known. */
    readonly whenRead: () => Promise<void>;
  };

export const createSetting = (deps: SetReminderDeps): ReminderService['set'] => {
  const {store, clock, ids, log, instantOf} = deps;
  return async (asked, actor, exactly = {}) => {
    const request = asked.timer === true ? withLength(asked) : withEvent(asked);
    const name = request.user ?? actor.user;
    if (!actor.operator && name !== actor.user) {
      throw new GatewayError('refused', 'You can only set reminders for yourself.');
    }
    // An unknown caller isn't the person at the terminal; only the operator is.
    const person = name === undefined && !actor.operator ? undefined : deps.people.person(name);
    if (request.mode === 'agent') checkLater(actor, person?.trust);
    if (person === undefined && request.user !== undefined) throw unknownUser(request.user);
    // A repeated key returns the reminder in its current state, even after its time has passed.
    const already = request.key === undefined ? undefined : store.reminders.byKey(request.key);
    if (already !== undefined) return sameAs(already, asked, store.reminders.askedUnder(request.key ?? ''));
    const effect = effectOf<ReminderId>(store.cursors, actor);
    const made = effect === undefined ? undefined : store.reminders.get(effect);
    if (made !== undefined) return made;
    if (request.message.trim() === '') throw noText();
    const zone = request.zone ?? deps.people.zoneOf(person?.name);
    const {message: whole, nagMs, untilAnswered} = await textOf(request);
    const {at, in: span} = request;
    const {when, repeat, follows: asks} = timeIn(request);
    if (request.on?.kind === 'run') await deps.whenRead();
    const watch = watchOf(deps, request, person);
    const {rule, skipped = [], within = (add: () => Reminder) => add()} = exactly;
    const hasNoTime = rule === undefined && repeat === undefined && !hasMoment(request);
    if (hasNoTime && watch === undefined) await instantOf({}, zone);
    const context = {now: actor.askedAt ?? clock.now(), zone, locale: person?.locale};
    const read =
      rule === undefined
        ? await readTime({at, in: span, when, repeat}, context, deps)
        : {rule: continued(rule, context.now, deps.times.instants)};
    // Rejects "9am" with the text "every weekday standup": the recurrence would become part of the text.
    const often =
      when === undefined || read.rule !== undefined ? undefined : await oftenAhead(request.message, zone, deps);
    if (often !== undefined) throw new GatewayError('invalid', misplaced(often));
    const series = seriesOf(read.rule, request, {now: clock.now(), skipped}, deps);
    if (series !== undefined && request.timer === true) throw repeatingTimer();
    const fireAt = series === undefined ? (watch === undefined ? read.at : clock.now()) : series.next?.[0];
    if (fireAt === undefined) throw noFutureDates();
    // A text for the agent stays whole, and so does that of what comes once.
    const text = series === undefined || request.mode === 'agent' ? undefined : withoutWherever(whole, LANGUAGES);
    const message = text || whole;
    const clocks = {when, repeat, follows: asks ?? (text === undefined ? undefined : ('person' as const))};
    const follows = clocksOf(clocks, series, zone);
    const urgent = request.urgent ?? (await saysUrgent(message));
    const chosen = request.to === undefined ? undefined : checked(request.to, deps.channels);
    // The addresses are chosen when it rings. Its person must be reachable already.
    if (chosen === undefined && (person?.ways ?? reminderTargets(actor, person?.addresses ?? [])).length === 0) {
      throw new GatewayError(
        'invalid',
        'This person has no address for reminders. Add one to their "match" under "users", ' +
          'for example terminal:default or signal:<their account>.',
      );
    }
    if (!actor.operator && store.reminders.countPending(actor.user) >= MOST_PENDING) {
      throw new GatewayError('refused', `${MOST_PENDING} reminders are already pending. Cancel some first.`, {
        fault: 'too-many',
      });
    }
    const reminder = await store.transactBatched(emit => {
      const known = request.key === undefined ? undefined : store.reminders.byKey(request.key);
      if (known !== undefined) return sameAs(known, asked, store.reminders.askedUnder(request.key ?? ''));
      const reminder = (): Reminder => ({
        id: ids.next('rem'),
        fireAt,
        message,
        mode: request.mode,
        user: person?.name,
        delivery: chosen === undefined ? [] : [chosen],
        addressed: chosen === undefined ? undefined : (true as const),
        origin: chosen === undefined ? directChat(actor) : undefined,
        sourceSession: actor.session,
        createdAt: clock.now(),
        state: 'pending',
        zone: follows === 'place' ? (series?.repeat.zone ?? zone) : zone,
        nagMs,
        untilAnswered,
        turnId: actor.turnId,
        limits: storedLimits(actor.limits),
        urgent: urgent || undefined,
        timer: request.timer || undefined,
        follows,
        ...series,
        ...watch,
      });
      const add = (): Reminder => {
        const of = request.key === undefined ? [] : [request.key, askedText(asked)];
        const added = store.reminders.add(reminder(), ...of);
        keepEffect(store.cursors, actor, added.id);
        emit({type: 'reminder.set', session: actor.session, ...askedFor(actor, added.id), reminder: published(added)});
        return added;
      };
      return within(add, emit);
    });
    // Debug level only: the event already records the reminder, and many clients would flood the log.
    log.debug({reminder: reminder.id, fireAt, user: reminder.user}, 'A reminder was set.');
    deps.reschedule(reminder.fireAt);
    return watch === undefined ? noted(reminder, read) : {...reminder, language: watch.on?.language};
  };
};

export const noText = (): GatewayError =>
  new GatewayError('invalid', 'The reminder has no text. Say what to be reminded of.');

/** Reads "when alice writes" in place of a time. Words that also hold the text of a reminder are left as they are. */
const withEvent = (request: NewReminder): NewReminder => {
  const {when, on, once} = request;
  const event = when === undefined || on !== undefined ? undefined : readEvent(when);
  return event?.text === '' ? {...request, when: undefined, on: event.on, once: once ?? event.once} : request;
};

/** The event that a reminder without a time waits for. Events from now on count. */
const watchOf = (
  deps: Core & WatchedJobs,
  request: NewReminder,
  person: Person | undefined,
): Pick<Reminder, 'on' | 'once' | 'followed'> | undefined => {
  const {on, once = true, timer, repeat, until, count, missed, from} = request;
  if (on === undefined && request.once !== undefined)
    throw new GatewayError('invalid', '"once" belongs to "on", the event that the reminder waits for.');
  if (on === undefined) return undefined;
  const times = [timer, repeat, until, count, missed, from].filter(part => part !== undefined);
  if (times.length > 0 || hasMoment(request))
    throw new GatewayError('invalid', 'A reminder waits for a time or for an event ("on"), not for both.');
  if (person === undefined) throw unknownUser(request.user);
  return {
    on: checkedEvent(deps, on, person),
    once: once || undefined,
    followed: {seq: deps.store.events.seq},
  };
};

/** The recurrence at the beginning of a message, as in "every weekday standup". */
const oftenAhead = async (
  message: string,
  zone: string,
  {times: {readWords}, clock}: Core,
): Promise<string | undefined> => {
  const reading = readWords(message, {now: clock.now(), zone});
  const isAhead = reading.kind === 'read' && reading.repeat !== undefined && message.trim().startsWith(reading.when);
  return isAhead ? reading.when : undefined;
};

const misplaced = (often: string): string =>
  `The text contains a recurrence: "${often}". Put it in the time, such as "every weekday at 9".`;

/** Returns the key's reminder if the request is the same; throws `conflict` otherwise. */
const sameAs = (known: Reminder, request: NewReminder, before: string | undefined): Reminder => {
  const isSame = before === undefined ? known.message === request.message : before === askedText(request);
  if (isSame) return known;
  throw new GatewayError(
    'conflict',
    `The key "${request.key}" belongs to reminder ${known.id}, which has other content. Use another key.`,
  );
};

/** The additional fields of a repeating reminder. */
const seriesOf = (
  rule: Rule | undefined,
  {until, count, missed, from}: NewReminder,
  {now, skipped}: {readonly now: EpochMs; readonly skipped: readonly EpochMs[]},
  {times: {instants}}: SetReminderDeps,
): Pick<Series, 'repeat' | 'next' | 'passed' | 'skipped' | 'missed'> | undefined => {
  if (rule === undefined) {
    if ([until, count, missed, from].every(part => part === undefined)) return undefined;
    throw new GatewayError('invalid', 'An end, a count, "from" or a policy for missed occurrences needs a recurrence.');
  }
  const ended = withEnd(rule, {until, count, from});
  const series = begun({...ended, words: instants.say(ended)}, now, instants, skipped);
  return {...series, missed: missedOf(ended, missed)};
};

/** A series that counts from "done" misses nothing: it stays due until it is done. */
export const missedOf = ({from}: Rule, missed: MissedPolicy | undefined): MissedPolicy | undefined => {
  if (from === undefined) return missed ?? 'latest';
  if (missed === undefined) return undefined;
  throw new GatewayError('invalid', 'What counts from "done" misses nothing, so it takes no policy for it.');
};

/** The request as written, not as resolved: "in 20 minutes" resolves to another instant each time. */
const askedText = (request: NewReminder): string =>
  JSON.stringify(
    Object.entries({...request, key: undefined})
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The text, and its nagging: "take the pills, nag me every 15 minutes". A text for the agent stays whole. */
const textOf = async ({message, nag, mode}: NewReminder): Promise<{readonly message: string} & Partial<Nag>> => {
  if (nag !== undefined) return {message, ...(await nagOf(nag))};
  const found = mode === 'agent' ? undefined : nagIn(message, LANGUAGES);
  return found === undefined
    ? {message}
    : {
        message: found.text,
        ...(await nagOf(found.span ?? (found.untilAnswered ? '' : USUAL_NAG), found.untilAnswered)),
      };
};

/** A timer that says its length in its text, as in "10m pasta". It comes once. */
const withLength = (request: NewReminder): NewReminder => {
  if ([request.repeat, request.until, request.count, request.missed].some(part => part !== undefined))
    throw repeatingTimer();
  if (hasMoment(request))
    return request.message.trim() === '' ? {...request, message: ENGLISH_ANSWERS.smallTalk.timer} : request;
  const nag = nagIn(request.message, LANGUAGES);
  const read = readTimer(nag?.text ?? request.message);
  if (read === undefined)
    throw new GatewayError('invalid', 'Say how long, and what for: "10m pasta".', {fault: 'no-time'});
  const name = read.name === '' ? ENGLISH_ANSWERS.smallTalk.timeIsUp(formatDuration(read.ms)) : read.name;
  return {...request, in: `${Math.round(read.ms / SECOND)}s`, message: `${name}${nag?.words ?? ''}`};
};

const repeatingTimer = (): GatewayError =>
  new GatewayError('invalid', "A timer doesn't repeat. Set a reminder instead.");

/** True if a text says that it is urgent, as in "urgent: take the pill". */
const saysUrgent = async (text: string): Promise<boolean> => {
  return LANGUAGES.some(({urgent}) => urgent.test(text.trim()));
};

type Nag = {readonly nagMs: number; readonly untilAnswered: true | undefined};

/** "15m", "until answered", "2m until answered". `isUntil`: the text says it elsewhere. */
export const nagOf = async (text: string, isUntil = false): Promise<Nag> => {
  const until = LANGUAGES.map(language => language.untilAnswered.exec(text)).find(match => match !== null);
  const untilAnswered = until !== undefined || isUntil || undefined;
  const often = until === undefined ? text.trim() : text.replace(until[0], '').trim();
  const span = readSpan(often === '' && untilAnswered ? USUAL_RING : often);
  if (span === undefined || span.months > 0) {
    throw new GatewayError('invalid', `"${text}" isn't a valid nag interval. Examples: "15m", "until answered".`);
  }
  if (span.ms >= SHORTEST_NAG_MS && span.ms <= LONGEST_NAG_MS) return {nagMs: span.ms, untilAnswered};
  throw new GatewayError('invalid', 'The nag interval must be between 1 minute and 12 hours.');
};

/** `5m` later, `-5m` earlier. */
export const shiftOf = (text: string): number => {
  const [, sign = '', length = ''] = /^\s*([+-]?)\s*(.+)$/su.exec(text) ?? [];
  const span = readSpan(length);
  if (span === undefined || span.months > 0 || span.ms === 0)
    throw new GatewayError('invalid', `"${text}" doesn't say how much later. Examples: "5m", "-2m".`);
  return sign === '-' ? -span.ms : span.ms;
};

const checked = (address: Address, channels: readonly string[]): Address => {
  if (!isAddress(address)) {
    throw new GatewayError('invalid', `"${String(address)}" isn't an address. Write it as channel:target.`);
  }
  const dead = deadAddress(address, channels);
  if (dead !== undefined) throw new GatewayError('invalid', dead);
  return address;
};

const USUAL_NAG = '10 min';
/** Twelve times: for an hour. */
const USUAL_RING = '5 min';
/** Limits how many reminders a conversation can create. The operator has no limit. */
const MOST_PENDING = 500;
