// The message of a reminder that rang shows the person's answer. Runs in the transaction of the answer or of its undo.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {RingAnswer} from '../../../shared/records/message-details.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {waitsForAnswer} from '../../delivery/outbound.ts';
import type {Emit, Store} from '../../ports/store.ts';
import {isSeries} from '../../schedule/series/advance.ts';

type AnsweredStore = Pick<Store, 'messages' | 'runs'>;

type Answering = {
  readonly before: Reminder;
  readonly after: Reminder;
  readonly type: GatewayEvent['type'];
  readonly at: EpochMs;
  readonly channel: string;
};

/** Does nothing if the change is no answer, or if the reminder neither waits for one nor was snoozed by one. */
export const markAnswered = (store: AnsweredStore, {before, after, type, at, channel}: Answering, emit: Emit): void => {
  const kind = KINDS[type];
  if (kind === undefined || (waitsForAnswer(before) && waitsForAnswer(after) && after.runId === before.runId)) return;
  const answer: RingAnswer = {kind, at, channel, snoozedUntil: kind === 'snoozed' ? snoozedUntil(after) : undefined};
  const until = snoozedUntil(before);
  for (const message of announcedBy(store, before)) {
    // A snooze of the next occurrence, ahead of its time, has nothing to do with the one that rang before.
    const isItsSnooze = until !== undefined && message.details?.answer?.snoozedUntil === until;
    if (waitsForAnswer(before) || isItsSnooze) show(store, message, answer, emit);
  }
};

/** After an undo: `reminder` is as it was before the answer. */
export const markAnswerUndone = (store: AnsweredStore, reminder: Reminder, emit: Emit): void => {
  const until = snoozedUntil(reminder);
  const {snoozedAt: at = 0} = reminder;
  const before: RingAnswer | undefined = until === undefined ? undefined : {kind: 'snoozed', at, snoozedUntil: until};
  for (const message of announcedBy(store, reminder))
    if (message.details?.answer !== undefined) show(store, message, before, emit);
};

/** The messages of its last ring. While it is snoozed, only the run knows of it. */
const announcedBy = ({messages, runs}: AnsweredStore, {id, runId}: Reminder): readonly Message[] => {
  const run = runId ?? runs.list({kind: 'reminder', name: id, limit: 1})[0]?.id;
  return run === undefined
    ? []
    : messages.ofRun(run).filter(({role, source}) => role === 'assistant' && source.kind === 'reminder');
};

const show = (store: AnsweredStore, message: Message, answer: RingAnswer | undefined, emit: Emit): void => {
  const {id, text, attachments, details} = message;
  const changed = store.messages.rewrite(id, {text, attachments, details: {...details, answer}});
  if (changed !== undefined) emit({type: 'message.changed', session: changed.session, message: changed});
};

/** When a snoozed reminder rings again. */
const snoozedUntil = (reminder: Reminder): EpochMs | undefined => {
  if (isSeries(reminder)) return reminder.occurrence?.snoozedUntil;
  return reminder.snoozedAt === undefined || reminder.state !== 'pending' ? undefined : reminder.fireAt;
};

const KINDS: Readonly<Partial<Record<GatewayEvent['type'], RingAnswer['kind']>>> = {
  'reminder.done': 'done',
  'reminder.snoozed': 'snoozed',
  'reminder.skipped': 'skipped',
  'reminder.cancelled': 'cancelled',
};
