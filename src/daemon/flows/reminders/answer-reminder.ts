// A person answers a reminder where it reached them: in reply to its message, by a reaction to it, or with the next few words they
// write there. It is done or comes back later, without a model, and that is confirmed; anything else is the agent's to answer.

import {present} from '../../../shared/fields/present.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Reminder} from '../../../shared/records/jobs.ts';
import type {Message, MessageSource} from '../../../shared/records/message.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {formatIn} from '../../../shared/time/format-time.ts';
import {HOUR} from '../../../shared/time/time.ts';
import type {Outbox} from '../../delivery/outbox.ts';
import type {ChatAnswer, TakeAnswer} from '../../ports/channel.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import type {ReadAs, ResolveWhen} from '../../schedule/moments/read-moment.ts';
import {type ReminderAnswer, readAnswer, readReaction} from '../../schedule/reminder-answer.ts';
import {markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import type {SessionIndex} from '../../sessions/session-index.ts';

type AnswerReminderDeps = World & {
  readonly outbox: Outbox;
  readonly index: SessionIndex;
  readonly resolveWhen: ResolveWhen;
  /** A reminder has another instant now. */
  readonly reschedule: () => void;
};

/**
 * The reminder, its confirmation and what both left in the conversation are one transaction under the answer's key: the same answer
 * twice is acted on once.
 */
export const createAnswerReminder = (deps: AnswerReminderDeps): TakeAnswer => {
  const {store} = deps;
  return async answer => {
    if (store.deliveries.byKey(keyOf(answer)) !== undefined) return 'taken';
    const meant = meantBy(answer);
    const told = meant && toldTo(deps, answer);
    const reminder = told && reminderOf(deps, told);
    if (meant === undefined || told === undefined || reminder === undefined || !mayAnswer(reminder, answer)) {
      return 'not-ours';
    }
    const snoozeTo = meant.kind === 'snooze' ? await instantOf(deps, meant.when, reminder) : undefined;
    // «snooze until the cows come home»: the agent may make something of it.
    if (meant.kind === 'snooze' && snoozeTo === undefined) return 'not-ours';
    await store.transactBatched(emit => {
      if (store.deliveries.byKey(keyOf(answer)) !== undefined) return;
      const words = act(deps, reminder.id, snoozeTo, answer, emit);
      confirm(deps, answer, told, words, emit);
    });
    deps.reschedule();
    return 'taken';
  };
};

const meantBy = (answer: ChatAnswer): ReminderAnswer | undefined => {
  if (answer.kind === 'reply') return readAnswer(answer.text, answer.to !== undefined);
  return answer.removed ? undefined : readReaction(answer.emoji);
};

/** What they point at; else what they were told last, if that is not long ago. */
const toldTo = ({store, clock}: AnswerReminderDeps, {chat, to}: ChatAnswer): Delivery | undefined => {
  if (to !== undefined) return store.deliveries.get(to);
  const {newestOut} = store.ledger.of(chat);
  if (newestOut === undefined || clock.now() - newestOut.at > STILL_MEANT_MS) return undefined;
  return store.deliveries.get(newestOut.id as Delivery['id']);
};

const reminderOf = ({store}: AnswerReminderDeps, {runId}: Delivery): Reminder | undefined => {
  const run = runId === undefined ? undefined : store.runs.get(runId);
  return run?.kind === 'reminder' ? store.reminders.get(run.name as Reminder['id']) : undefined;
};

/** Its own person, or one who may do everything. */
const mayAnswer = ({user}: Reminder, answer: ChatAnswer): boolean => user === answer.user || answer.trust === 'full';

const instantOf = async (
  {clock, resolveWhen}: AnswerReminderDeps,
  when: string | undefined,
  {zone}: Reminder,
): Promise<ReadAs | undefined> => {
  const resolved = await resolveWhen(when ?? USUAL_SNOOZE, {now: clock.now(), zone});
  return resolved.kind === 'at' ? resolved : undefined;
};

/** What becomes of it, and the words that say so. */
const act = (
  {store, clock}: AnswerReminderDeps,
  id: Reminder['id'],
  snoozeTo: ReadAs | undefined,
  {session, trust}: ChatAnswer,
  emit: Emit,
): string => {
  const reminder = store.reminders.get(id);
  if (reminder === undefined) throw new GatewayError('not_found', `There is no reminder ${id}.`);
  const name = `“${shortened(reminder.message, LONGEST_NAME)}”`;
  if (reminder.state === 'done') return `${name} is done already, so nothing has changed.`;
  if (reminder.state === 'cancelled') return `${name} was cancelled meanwhile, so nothing has changed.`;
  const changed = snoozeTo === undefined ? markedDone(reminder) : snoozedTo(reminder, snoozeTo.at, clock.now());
  store.reminders.update(changed);
  const type = snoozeTo === undefined ? 'reminder.done' : 'reminder.snoozed';
  emit({type, session, cause: id, trust, reminder: changed});
  if (snoozeTo === undefined) return `Done: ${name}.`;
  const note = snoozeTo.note === undefined ? '' : ` (${snoozeTo.note})`;
  return `Snoozed: ${name} comes back ${formatIn(snoozeTo.at, clock.now(), reminder.zone)}${note}.`;
};

/** The conversation knows what was said in it; the confirmation belongs to the same run, so it can be answered too. */
const confirm = (deps: AnswerReminderDeps, answer: ChatAnswer, told: Delivery, words: string, emit: Emit): void => {
  const {outbox, index, clock} = deps;
  const {chat, session, user, trust} = answer;
  const {runId} = told;
  index.touch({session, trust, at: clock.now(), routed: false});
  const said = answer.kind === 'reply' ? answer.text : `[reacted with ${answer.emoji}]`;
  say(
    deps,
    answer,
    told,
    {role: 'user', text: said, source: {kind: 'user', name: user, channel: channelOf(chat)}},
    emit,
  );
  say(deps, answer, told, {role: 'assistant', text: words, source: AGENT}, emit);
  const key = keyOf(answer);
  outbox.enqueue({key, address: chat, text: words, session, plain: true, ...present({runId})}, emit);
  index.changed(session, emit);
};

const say = (
  {store, ids, clock}: AnswerReminderDeps,
  {session, trust}: ChatAnswer,
  {runId}: Delivery,
  words: Pick<Message, 'role' | 'text' | 'source'>,
  emit: Emit,
): void => {
  const of = runId === undefined ? {} : {runId};
  const message = store.messages.add({...words, id: ids.next('msg'), session, at: clock.now(), ...of});
  emit({type: 'message.added', session, trust, ...present({cause: runId}), message});
};

const keyOf = ({key}: ChatAnswer): string => `answer:${key}`;

const AGENT: MessageSource = {kind: 'agent'};
const USUAL_SNOOZE = '10m';
/** Who says «done» the next morning still means what they were told last. */
const STILL_MEANT_MS = 12 * HOUR;
const LONGEST_NAME = 60;
