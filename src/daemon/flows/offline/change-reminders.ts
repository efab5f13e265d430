// Changes existing reminders on request, and asks where a request leaves something open.

import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {EditScope, Reminder} from '../../../shared/records/jobs/jobs.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {isSeries} from '../../schedule/series/advance.ts';
import {meant} from '../../schedule/series/changes.ts';
import type {Operation} from './actions.ts';
import type {Answering, OfflineAnswer} from './answering.ts';
import type {Conversation} from './conversation.ts';
import type {Change, Intent, Moment, Target} from './intent.ts';
import {allText, changedText, failureText, numbered, timeQuestionText, whichText} from './sentences.ts';
import {atPositions, choose, matches, type NoneChosen} from './target.ts';
import type {TimeReader} from './times.ts';

type ChangeIntent = Extract<Intent, {kind: 'change'}>;

/** Changes the reminders that are meant, or asks which ones, when, or how many of a series. */
export const changeReminders = async (
  intent: ChangeIntent,
  answering: Answering,
  carryOut?: (instead: NonNullable<ChangeIntent['otherwise']>) => Promise<OfflineAnswer>,
): Promise<OfflineAnswer> => {
  const {actions, conversation, times} = answering;
  const ids = idsMeant(intent.target, conversation);
  if (ids !== undefined) return await changeChosen(intent, ids, answering);
  const found = await actions.list();
  if (!found.ok) return {text: times.texts.lists.failed(failureText(found, times))};
  const listed = found.value;
  const {target, otherwise} = intent;
  const isKnown =
    otherwise === undefined || target.kind !== 'words' || matches(target.words, listed, times).exact.length > 0;
  if (!isKnown && carryOut !== undefined) return await carryOut(otherwise);
  if (listed.length === 0) return {text: times.texts.none};
  const choice = choose(intent.target, {change: intent.change, listed, times});
  if (choice.kind === 'none') return noneChosen(choice, listed, times);
  const {reminders} = choice;
  if (choice.kind === 'unsure') {
    const messages = reminders.map(({message}) => message);
    const question = {kind: 'which', change: intent.change, ids: idsOf(reminders), messages} as const;
    return {text: whichText(intent.change, reminders, times), question, listed: idsOf(reminders)};
  }
  if (intent.target.kind === 'all' && reminders.length > 1 && intent.confirmed !== true) {
    const question = {kind: 'all', change: intent.change} as const;
    return {text: allText(intent.change, reminders, times), question, listed: idsOf(reminders)};
  }
  return await changeChosen(intent, idsOf(reminders), answering);
};

/** Asks where the new time is ambiguous, or where a snooze would come before the reminder. */
const changeChosen = async (
  {change: wanted, confirmed, ...intent}: ChangeIntent,
  ids: readonly ReminderId[],
  answering: Answering,
): Promise<OfflineAnswer> => {
  const {actions, times} = answering;
  const [only] = ids.length === 1 ? ids : [];
  const reminder = only === undefined ? undefined : actions.find(only);
  // Only a daily series has these times on the same days as before.
  if (wanted.kind === 'move' && wanted.isDaily === true && !EVERY_DAY.test(reminder?.repeat?.rule ?? ''))
    return {text: times.texts.smallTalk.moveDays};
  const onItsDay = confirmed === true ? wanted : keepingDay(wanted, reminder, times);
  const asked = {...intent, change: onItsDay, target: {kind: 'ids', ids}} as const;
  if (intent.scope === undefined && reminder !== undefined && isOneOrAll(onItsDay, reminder))
    return scopeQuestion(reminder, {...asked, confirmed: confirmed || undefined}, times);
  const finish = async (): Promise<OfflineAnswer> => ({
    text: await changeAll(onItsDay, ids, intent.scope, answering),
  });
  if (confirmed === true || !('moment' in onItsDay) || onItsDay.moment === undefined) return await finish();
  const {moment} = onItsDay;
  if (moment.choices !== undefined) {
    const {choices} = moment;
    return {text: timeQuestionText(choices, times), question: {kind: 'time', intent: asked, choices}};
  }
  const isEarlier =
    onItsDay.kind === 'snooze' && onItsDay.by === undefined && moment.at > times.now && isBefore(moment, reminder);
  if (!isEarlier || reminder === undefined) return await finish();
  return {
    text: times.texts.earlier(moment.words, times.texts.moment(reminder.fireAt, times)),
    question: {kind: 'time', intent: asked, choices: [{moment}]},
  };
};

const scopeQuestion = (reminder: Reminder, intent: ChangeIntent, times: TimeReader): OfflineAnswer => {
  const {message, repeat} = reminder;
  const only = repeat !== undefined && SEVERAL_A_DAY.test(repeat.rule);
  const often = only ? sayRecurrence(repeat, times.language.recurrences) : undefined;
  return {
    text: times.texts.scope(oneLine(message), times.texts.moment(thisOne(reminder) ?? reminder.fireAt, times), often),
    question: {kind: 'scope', intent, only: only || undefined},
  };
};

/** The occurrence that "this one" means. */
const thisOne = (reminder: Reminder): EpochMs | undefined => {
  const occurrence = isSeries(reminder) ? meant(reminder) : undefined;
  return occurrence?.snoozedUntil ?? occurrence?.at;
};

/** Another time, for one occurrence of a series or for all from now on. A new recurrence is for all. */
const isOneOrAll = (change: Change, {state, repeat}: Reminder): boolean =>
  state === 'pending' &&
  repeat !== undefined &&
  (change.kind === 'shift' || (change.kind === 'move' && change.moment.repeats !== true));

/** "make it 10:00" keeps the day of the reminder. */
const keepingDay = (change: Change, reminder: Reminder | undefined, times: TimeReader): Change => {
  if (change.kind !== 'move' || change.moment.isClock !== true || reminder?.state !== 'pending') return change;
  return {...change, moment: times.onDayOf(change.moment, reminder.fireAt) ?? change.moment};
};

const isBefore = (moment: Moment, reminder: Reminder | undefined): boolean =>
  reminder?.state === 'pending' && moment.at < reminder.fireAt;

const noneChosen = ({reason, isAlone}: NoneChosen, listed: readonly Reminder[], times: TimeReader): OfflineAnswer => {
  const pending = listed.filter(({state}) => state === 'pending');
  return pending.length === 0 || isAlone === true
    ? {text: reason}
    : {text: `${reason} ${times.texts.smallTalk.missing.pending}\n${numbered(pending, times)}`, listed: idsOf(pending)};
};

/** The reminders for an id, a number or "it" in this conversation. Undefined if the target needs a search. */
const idsMeant = (target: Target, {mentioned, listed}: Conversation): readonly ReminderId[] | undefined => {
  switch (target.kind) {
    case 'ids':
      return target.ids;
    case 'last':
      return mentioned && [mentioned.id];
    case 'fired':
      return mentioned?.fired === true ? [mentioned.id] : undefined;
    case 'positions':
      return listed.length === 0 ? undefined : atPositions(target.positions, listed);
    default:
      return undefined;
  }
};

const changeAll = async (
  wanted: Change,
  ids: readonly ReminderId[],
  scope: EditScope | undefined,
  {actions, times}: Answering,
): Promise<string> => {
  const operations = ids.map(id => ({...operationFor(wanted, id, actions.find(id), times), scope}));
  const skipped = operations.map(({action, id}) => {
    const reminder = action === 'skip' ? actions.find(id) : undefined;
    return reminder && thisOne(reminder);
  });
  const results = await actions.change(operations);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText(operations[index]?.action ?? '', result.value, times, {
          skippedAt: skipped[index],
          scope,
          moment: 'moment' in wanted ? wanted.moment : undefined,
        })
      : times.texts.notWorked(failureText(result, times)),
  );
  return texts.join('\n');
};

/** A fired reminder can't be edited. Snoozing makes the reminder fire again. */
const operationFor = (wanted: Change, id: ReminderId, reminder: Reminder | undefined, {now}: TimeReader): Operation => {
  const isPending = reminder === undefined || reminder.state === 'pending';
  const from = isPending ? Math.max(now, reminder?.fireAt ?? now) : now;
  const action = isPending ? 'edit' : 'snooze';
  switch (wanted.kind) {
    case 'cancel':
    case 'done':
    case 'skip':
    case 'pause':
    case 'resume':
      return {action: wanted.kind, id};
    case 'snooze': {
      const isLater = isPending && reminder !== undefined && wanted.by !== undefined;
      return {action: 'snooze', id, time: isLater ? {at: isoOf(from + wanted.by.ms)} : wanted.moment.time};
    }
    case 'move':
      return {action, id, time: wanted.moment.time};
    case 'nag':
      return {action: 'edit', id, nag: wanted.every};
    case 'shift':
      return {action, id, time: {at: isoOf(from + wanted.shift.ms)}};
    default:
      return {action: 'edit', id, time: wanted.moment ? wanted.moment.time : undefined, message: wanted.message};
  }
};

const EVERY_DAY = /^FREQ=DAILY(?:;BY(?:HOUR|MINUTE|SETPOS)=[\d,]+)*$/u;
/** The rule has a list of hours or minutes, or an interval within the day. */
const SEVERAL_A_DAY = /BY(?:HOUR|MINUTE)=[^;]*,|FREQ=(?:HOURLY|MINUTELY)/u;

const idsOf = (reminders: readonly Reminder[]): readonly ReminderId[] => reminders.map(({id}) => id);
