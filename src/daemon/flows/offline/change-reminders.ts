// Changes existing reminders on request, and asks where a request leaves something open.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {EditScope, Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {isoOf, SECOND} from '../../../shared/time/time.ts';
import {isOpen} from '../../schedule/reminder-moves.ts';
import {isSeries} from '../../schedule/series/advance.ts';
import {meant} from '../../schedule/series/changes.ts';
import type {Answering, OfflineAnswer, Operation} from './actions.ts';
import {askAll, askEarlier, askScope, askTime, askWhich} from './ask.ts';
import type {Conversation} from './conversation.ts';
import type {Change, ChangeIntent, JobIntent, Shift, Target} from './intent.ts';
import {findJob} from './lists.ts';
import {actionOf, changedText, failureText, idsOf, numbered} from './sentences.ts';
import {atPositions, choose, isMove, matches, type NoneChosen} from './target.ts';
import type {TimeReader} from './times.ts';

/** Changes the reminders that are meant, or asks which ones, when, or how many of a series. */
export const changeReminders = async (
  intent: ChangeIntent,
  answering: Answering,
  carryOut?: (instead: NonNullable<ChangeIntent['otherwise']> | JobIntent) => Promise<OfflineAnswer>,
): Promise<OfflineAnswer> => {
  const {actions, conversation, times} = answering;
  const view = intent.target.kind === 'last' ? inView(conversation, intent.change, actions) : [];
  if (view.length > 1)
    return askWhich({intent: intent.intent, change: intent.change, target: intent.target}, view, times);
  const ids = view.length === 1 ? idsOf(view) : knownIds(intent.target, conversation);
  if (ids !== undefined) return await changeChosen(intent, ids, answering);
  const found = await actions.list();
  if (!found.ok) return {text: times.texts.lists.failed(failureText(found, times))};
  const listed = found.value;
  const {target, otherwise} = intent;
  const isKnown =
    otherwise === undefined || target.kind !== 'words' || matches(target.words, listed, times).exact.length > 0;
  if (!isKnown && carryOut !== undefined) return await carryOut(otherwise);
  const choice = listed.length === 0 ? undefined : choose(target, {change: intent.change, listed, times});
  const job = choice === undefined || choice.kind === 'none' ? await jobMeant(intent, answering) : undefined;
  if (job !== undefined && carryOut !== undefined) return await carryOut(job);
  if (choice === undefined) return {text: times.texts.none};
  if (choice.kind === 'none') return noneFound(choice, listed, times);
  const {reminders} = choice;
  const plain = {intent: intent.intent, change: intent.change, target};
  if (choice.kind === 'unsure') return askWhich(plain, reminders, times);
  if (target.kind === 'all' && reminders.length > 1 && intent.confirmed !== true)
    return askAll(plain, reminders, times);
  return await changeChosen(intent, idsOf(reminders), answering);
};

/**
 * The reminders that "it" may mean, if that isn't only the one that was mentioned last: those that rang since the last
 * answer and wait for one, else those of the list in the last answer, else those that one message set. A ring asks
 * for an answer, so it goes before a list that was shown earlier.
 */
const inView = (
  {rung, listed, lastSet, mentioned}: Conversation,
  {operation}: Change,
  {find}: Answering['actions'],
): readonly Reminder[] => {
  const known = (ids: readonly ReminderId[]): readonly Reminder[] => ids.flatMap(id => find(id) ?? []);
  const ringing = known(rung).filter(isOpen);
  if (ringing.length > 0) return ringing;
  const isMeant = ({state, paused}: Reminder): boolean =>
    state !== 'done' && state !== 'cancelled' && (operation !== 'reminder.resume' || paused === true);
  const together = lastSet !== undefined && mentioned !== undefined && lastSet.ids.includes(mentioned.id);
  const seen = listed.length > 0 ? listed : together ? lastSet.ids : [];
  return known(seen).filter(isMeant);
};

/** "pause backup for two weeks": no reminder is called so, and a job is. */
const jobMeant = async (
  {change, target}: ChangeIntent,
  {actions, times}: Answering,
): Promise<JobIntent | undefined> => {
  const {operation} = change;
  if (target.kind !== 'words' || (operation !== 'reminder.pause' && operation !== 'reminder.resume')) return undefined;
  const found = await actions.jobs();
  const job = found.ok ? findJob(target.words, found.value, times) : undefined;
  const until = 'until' in change ? change.until : undefined;
  return job && {intent: operation === 'reminder.pause' ? 'cron.pause' : 'cron.resume', name: job.name, until};
};

/** Asks where the new time is ambiguous, or where a snooze would come before the reminder. */
const changeChosen = async (
  {change: spokenChange, confirmed, ...intent}: ChangeIntent,
  ids: readonly ReminderId[],
  answering: Answering,
): Promise<OfflineAnswer> => {
  const {actions, times} = answering;
  const [only] = ids.length === 1 ? ids : [];
  const reminder = only === undefined ? undefined : actions.find(only);
  // Only a daily series has these times on the same days as before.
  const isDaily = spokenChange.operation === 'reminder.edit' && spokenChange.isDaily === true;
  if (isDaily && !EVERY_DAY.test(reminder?.repeat?.rule ?? '')) return {text: times.texts.smallTalk.moveDays};
  const change = confirmed === true ? spokenChange : onSameDay(spokenChange, reminder, times);
  const next = {...intent, change, target: {kind: 'ids', ids}} as const;
  if (intent.scope === undefined && reminder !== undefined && isOneOrAll(change, reminder))
    return askScope({...next, confirmed: confirmed || undefined}, reminder, thisOne(reminder), times);
  const finish = async (): Promise<OfflineAnswer> => ({
    text: await changeAll(change, ids, intent.scope, answering),
  });
  if (confirmed === true || !('moment' in change) || change.moment === undefined) return await finish();
  const {moment} = change;
  if (moment.choices !== undefined) return askTime(next, moment.choices, times);
  const isEarlier =
    change.operation === 'reminder.snooze' &&
    change.by === undefined &&
    moment.at > times.now &&
    reminder?.state === 'pending' &&
    moment.at < reminder.fireAt;
  return isEarlier ? askEarlier(next, moment, reminder, times) : await finish();
};

/** The occurrence that "this one" means. */
const thisOne = (reminder: Reminder): EpochMs | undefined => {
  const occurrence = isSeries(reminder) ? meant(reminder) : undefined;
  return occurrence?.snoozedUntil ?? occurrence?.at;
};

/** Another time, for one occurrence of a series or for all from now on. A new recurrence is for all. */
const isOneOrAll = (change: Change, {state, repeat}: Reminder): boolean =>
  state === 'pending' && repeat !== undefined && isMove(change) && change.moment?.repeats !== true;

/** "make it 10:00" keeps the day of the reminder. */
const onSameDay = (change: Change, reminder: Reminder | undefined, times: TimeReader): Change => {
  if (!isMove(change) || change.moment?.isClock !== true || reminder?.state !== 'pending') return change;
  return {...change, moment: times.onDayOf(change.moment, reminder.fireAt) ?? change.moment};
};

const noneFound = ({reason, isAlone}: NoneChosen, listed: readonly Reminder[], times: TimeReader): OfflineAnswer => {
  const pending = listed.filter(({state}) => state === 'pending');
  return pending.length === 0 || isAlone === true
    ? {text: reason}
    : {text: `${reason} ${times.texts.smallTalk.missing.pending}\n${numbered(pending, times)}`, listed: idsOf(pending)};
};

/** The reminders for an id, a number or "it" in this conversation. Undefined if the target needs a search. */
const knownIds = (target: Target, {mentioned, listed}: Conversation): readonly ReminderId[] | undefined => {
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
  change: Change,
  ids: readonly ReminderId[],
  scope: EditScope | undefined,
  {actions, times}: Answering,
): Promise<string> => {
  const operations = ids.map(id => ({...operationFor(change, id, actions.find(id), times), scope}));
  const skipped = operations.map(({operation, id}) => {
    const reminder = operation === 'reminder.skip' ? actions.find(id) : undefined;
    return reminder && thisOne(reminder);
  });
  const results = await actions.change(operations);
  const texts = results.map((result, index) =>
    result.ok
      ? changedText(actionOf(operations[index]?.operation ?? change.operation), result.value, times, {
          skippedAt: skipped[index],
          scope,
          moment: 'moment' in change ? change.moment : undefined,
        })
      : times.texts.notWorked(failureText(result, times)),
  );
  return texts.join('\n');
};

/** A fired reminder can't be edited. Snoozing makes the reminder fire again. */
const operationFor = (change: Change, id: ReminderId, reminder: Reminder | undefined, {now}: TimeReader): Operation => {
  const isPending = reminder === undefined || reminder.state === 'pending';
  const from = isPending ? Math.max(now, reminder?.fireAt ?? now) : now;
  const later = ({ms}: Shift): Operation['time'] => ({at: isoOf(from + ms)});
  const {operation} = change;
  switch (operation) {
    case 'reminder.snooze': {
      const isLater = isPending && reminder !== undefined && change.by !== undefined;
      return {operation, id, time: isLater ? later(change.by) : change.moment.time};
    }
    case 'reminder.edit': {
      const {moment, shift, message, every} = change;
      // One that comes once moves by the length itself, so that the answer can say why it can't.
      if (shift !== undefined && isPending && reminder?.repeat === undefined)
        return {operation, id, by: `${shift.ms / SECOND}s`};
      const time = shift === undefined ? moment?.time : later(shift);
      return {operation: isPending || !isMove(change) ? operation : 'reminder.snooze', id, time, message, nag: every};
    }
    case 'reminder.pause':
      return {operation, id, until: 'until' in change ? change.until : undefined};
    default:
      return {operation, id};
  }
};

const EVERY_DAY = /^FREQ=DAILY(?:;BY(?:HOUR|MINUTE|SETPOS)=[\d,]+)*$/u;
