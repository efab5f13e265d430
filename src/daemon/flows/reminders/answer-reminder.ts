// Applies a person's answer to a reminder without a model: a reply, a reaction, or the next short message in that chat.
// Confirms done, skip and snooze; passes any other message to the agent.

import {type Address, channelOf} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message, MessageSource} from '../../../shared/records/message.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {formatMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, HOUR} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {ChatAnswer, TakeAnswer} from '../../ports/channel.ts';
import type {Emit} from '../../ports/store.ts';
import type {ReadAs} from '../../schedule/moments/read-moment.ts';
import {type ReminderAnswer, readReaction, readReminderAnswer} from '../../schedule/reminder-answer.ts';
import {markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import {isSeries, published} from '../../schedule/series/advance.ts';
import {closed, movedAhead, movedTo, without} from '../../schedule/series/changes.ts';
import {limitsOfDelivery} from '../../turns/run-transcript.ts';
import {digestItem, readNumber} from './digest-item.ts';
import {markAnswered} from './mark-answered.ts';
import {keepForUndo, UNDOABLE} from './undo-change.ts';
import {withdrawAnswered} from './withdraw-answered.ts';

/**
 * One transaction under the answer's key holds the reminder, the confirmation and their messages. A duplicate answer
 * has no effect.
 */
export const createAnswerReminder = (core: Core): TakeAnswer => {
  const {store} = core;
  return async answer => {
    if (store.deliveries.byKey(keyOf(answer)) !== undefined) return 'taken';
    const {meant, delivery} = meaningOf(core, answer);
    const about = delivery && remindedBy(core, delivery);
    if (meant === undefined || delivery === undefined || about === undefined || !mayAnswer(about.reminder, answer)) {
      return 'not-ours';
    }
    const {reminder, run} = about;
    const read = meant.kind === 'snooze' ? await timed(core, meant.when, reminder) : meant;
    // Unreadable times (“snooze until the cows come home”) and “skip” for a one-time reminder go to the agent.
    if (read === undefined || (read.kind === 'skip' && !isSeries(reminder))) return 'not-ours';
    await store.transactBatched(emit => {
      if (store.deliveries.byKey(keyOf(answer)) !== undefined) return;
      const words = act(core, {id: reminder.id, run, meant: read, answer}, emit);
      confirm(core, answer, delivery, words, emit);
    });
    core.reschedule();
    return 'taken';
  };
};

type Meaning = {readonly meant?: ReminderAnswer | undefined; readonly delivery?: Delivery | undefined};

/** Reads an answer, and finds its delivery. A number before it names an item of a digest. */
const meaningOf = (core: Core, answer: ChatAnswer): Meaning => {
  const numbered = answer.kind === 'reply' ? readNumber(answer.text) : undefined;
  const said = numbered && readReminderAnswer(numbered.text, true);
  const item = said && itemOf(core, answer, numbered?.number);
  if (item !== undefined) return {meant: said, delivery: item};
  const meant = meantBy(answer);
  return {meant, delivery: meant && itemOf(core, answer)};
};

const itemOf = (core: Core, answer: ChatAnswer, number?: number): Delivery | undefined => {
  const delivery = deliveryAnswered(core, answer);
  return delivery && digestItem(core.store, delivery, number);
};

const meantBy = (answer: ChatAnswer): ReminderAnswer | undefined => {
  if (answer.kind === 'reply') return readReminderAnswer(answer.text, answer.to !== undefined);
  return answer.removed ? undefined : readReaction(answer.emoji);
};

/** The delivery that the answer points at; otherwise the newest delivery in the chat when it was written, if recent. */
const deliveryAnswered = ({store, clock}: Core, {chat, to, writtenAt}: ChatAnswer): Delivery | undefined => {
  if (to !== undefined) return store.deliveries.get(to);
  const {newestOut} = store.ledger.of(chat);
  if (newestOut === undefined) return undefined;
  const now = clock.now();
  // A clock that was set back makes the newest delivery look newer than now.
  if (writtenAt !== undefined && writtenAt < newestOut.at && newestOut.at <= now)
    return sentBefore(store, chat, writtenAt);
  const age = Math.abs((writtenAt ?? now) - newestOut.at);
  return age > STILL_MEANT_MS ? undefined : store.deliveries.get(newestOut.id as Delivery['id']);
};

/** An answer that waited while the daemon was down can't mean what was sent since. */
const sentBefore = ({deliveries}: Core['store'], chat: Address, writtenAt: EpochMs): Delivery | undefined =>
  deliveries
    .list({limit: MOST_SEARCHED})
    .find(
      ({address, sentAt, holding}) =>
        address === chat &&
        sentAt !== undefined &&
        sentAt <= writtenAt &&
        writtenAt - sentAt <= STILL_MEANT_MS &&
        holding === undefined,
    );

const remindedBy = ({store}: Core, {runId}: Delivery): {readonly reminder: Reminder; readonly run: Run} | undefined => {
  const run = runId === undefined ? undefined : store.runs.get(runId);
  const reminder = run?.kind === 'reminder' ? store.reminders.get(run.name as Reminder['id']) : undefined;
  return run === undefined || reminder === undefined ? undefined : {reminder, run};
};

/** Only the reminder's own user or a fully trusted user may answer. */
const mayAnswer = ({user}: Reminder, answer: ChatAnswer): boolean => user === answer.user || answer.trust === 'full';

const timed = async (
  {clock, times: {resolveWhen}}: Core,
  when: string | undefined,
  {zone}: Reminder,
): Promise<Meant | undefined> => {
  const resolved = await resolveWhen(when ?? USUAL_SNOOZE, {now: clock.now(), zone});
  return resolved.kind === 'at' ? {kind: 'snooze', to: resolved} : undefined;
};

/** Applies the answer and returns the confirmation text. */
const act = (core: Core, asked: ResolvedAnswer, emit: Emit): string => {
  const {store, clock} = core;
  const {id, run, meant, answer} = asked;
  const reminder = store.reminders.get(id);
  if (reminder === undefined) throw new GatewayError('not_found', `No reminder ${id}.`);
  const name = `"${shortened(reminder.message, LONGEST_NAME)}"`;
  if (reminder.state === 'done') return `${name} is already done. Nothing changed.`;
  if (reminder.state === 'cancelled') return `${name} was cancelled. Nothing changed.`;
  if (isSeries(reminder)) {
    const moved = movedAhead(reminder)?.snoozedUntil;
    if (moved !== undefined) return notOpen(name, formatMoment(moved, clock.now(), reminder.zone), meant);
    if (reminder.runId !== run.id) return `${name} has fired again since. Nothing changed.`;
  }
  const answered = answeredTo(reminder, asked, core);
  if ('refusal' in answered) return answered.refusal;
  if (answered.reminder === reminder) return `${name} is already done. Nothing changed.`;
  const {reminder: changed, type} = answered;
  store.reminders.update(changed);
  withdrawAnswered(store, reminder, changed, emit);
  const channel = channelOf(answer.chat);
  markAnswered(store, {before: reminder, after: changed, type, at: clock.now(), channel}, emit);
  const about = {session: answer.session, cause: id, trust: answer.trust, reminder: published(changed)};
  emit(type === 'reminder.skipped' ? {type, ...about, skippedAt: answered.skippedAt} : {type, ...about});
  const caller = {user: answer.user, operator: false, session: answer.session};
  keepForUndo(store.cursors, caller, {at: clock.now(), before: reminder, after: changed, change: UNDOABLE[type]});
  return sentence(changed, name, meant, clock.now());
};

/** The answer is to an occurrence that was closed when the next one was moved. */
const notOpen = (name: string, next: string, {kind}: Meant): string =>
  kind === 'snooze'
    ? `${name} can't be snoozed: its next occurrence was moved to ${next}. Nothing changed.`
    : `Done: ${name}. Next: ${next}.`;

type ResolvedAnswer = {
  readonly id: Reminder['id'];
  readonly run: Run;
  readonly meant: Meant;
  readonly answer: ChatAnswer;
};
/** An answer with its time resolved. */
type Meant = {readonly kind: 'done' | 'skip'} | {readonly kind: 'snooze'; readonly to: ReadAs};

type Answered =
  | {readonly refusal: string}
  | {readonly type: 'reminder.done' | 'reminder.snoozed'; readonly reminder: Reminder}
  | {readonly type: 'reminder.skipped'; readonly reminder: Reminder; readonly skippedAt: EpochMs};

/** For a series, the answer applies to the occurrence that was delivered. */
const answeredTo = (reminder: Reminder, {run, meant}: ResolvedAnswer, {clock, times: {instants}}: Core): Answered => {
  const now = clock.now();
  if (!isSeries(reminder)) {
    return meant.kind === 'snooze'
      ? {type: 'reminder.snoozed', reminder: snoozedTo(reminder, meant.to.at, now)}
      : {type: 'reminder.done', reminder: markedDone(reminder)};
  }
  const {occurrence} = reminder;
  switch (meant.kind) {
    case 'done':
      return {type: 'reminder.done', reminder: occurrence === undefined ? reminder : closed(reminder, now, instants)};
    case 'skip':
      return occurrence === undefined
        ? {type: 'reminder.done', reminder}
        : {
            type: 'reminder.skipped',
            reminder: without(reminder, occurrence.at, now, instants),
            skippedAt: occurrence.at,
          };
    case 'snooze': {
      const again = occurrence ?? {n: reminder.passed ?? 1, at: run.scheduledFor};
      try {
        const open = {...reminder, occurrence: again};
        return {type: 'reminder.snoozed', reminder: movedTo(open, again, {until: meant.to.at, now}, instants)};
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return {refusal: error.message};
      }
    }
  }
};

const sentence = (reminder: Reminder, name: string, meant: Meant, now: EpochMs): string => {
  const {zone, next = []} = reminder;
  if (meant.kind === 'snooze') {
    const note = meant.to.note === undefined ? '' : ` (${meant.to.note})`;
    return `Snoozed: ${name} returns ${formatMoment(meant.to.at, now, zone)}${note}.`;
  }
  const following = next[0] === undefined || reminder.paused ? '' : ` Next: ${formatMoment(next[0], now, zone)}.`;
  return `${meant.kind === 'done' ? 'Done' : 'Skipped'}: ${name}.${following}`;
};

/**
 * Adds the answer and its confirmation to the conversation. The confirmation belongs to the same run, so people can
 * answer it too.
 */
const confirm = (core: Core, answer: ChatAnswer, delivery: Delivery, words: string, emit: Emit): void => {
  const {outbox, index, clock} = core;
  const {chat, session, user, trust} = answer;
  const {runId} = delivery;
  index.touch({session, trust, at: clock.now(), routed: false}, emit);
  const text = answer.kind === 'reply' ? answer.text : `[reacted with ${answer.emoji}]`;
  say(core, answer, delivery, {role: 'user', text, source: {kind: 'user', name: user, channel: channelOf(chat)}}, emit);
  // It names the reminder.
  const limits = limitsOfDelivery(core.store, delivery);
  say(core, answer, delivery, {role: 'assistant', text: words, source: AGENT, limits}, emit);
  const key = keyOf(answer);
  outbox.enqueue({key, address: chat, text: words, session, runId, quote: answer.quote}, emit);
  index.changed(session, emit);
};

const say = (
  {store, ids, clock}: Core,
  {session, trust, chat}: ChatAnswer,
  {runId}: Delivery,
  words: Pick<Message, 'role' | 'text' | 'source' | 'limits'>,
  emit: Emit,
): void => {
  const of = {runId};
  const channel = channelOf(chat);
  const message = store.messages.add({...words, id: ids.next('msg'), session, at: clock.now(), channel, ...of});
  emit({type: 'message.added', session, trust, cause: runId, message});
};

const keyOf = ({key}: ChatAnswer): string => `answer:${key}`;

const AGENT: MessageSource = {kind: 'agent'};
const USUAL_SNOOZE = '10m';
/** A «done» on the next morning still refers to the last delivered reminder. */
const STILL_MEANT_MS = 12 * HOUR;
const LONGEST_NAME = 60;
const MOST_SEARCHED = 500;
