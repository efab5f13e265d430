// Gathers a trace: the causes and effects of one item. Another run of the same job, or another address of the same run,
// isn't part of it.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import {approvalKey} from '../../../shared/records/approval.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {
  AlarmId,
  ApprovalId,
  DeliveryId,
  MessageId,
  ReminderId,
  RequestId,
  RunId,
  TurnId,
} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import {isFromDoor, type Message} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {copiesOf} from '../../delivery/reach/copies.ts';
import {announcementKey} from '../../delivery/reply.ts';
import type {KeptRequest} from '../../ports/door.ts';
import type {Store} from '../../ports/store.ts';
import {attemptKey} from '../../turns/run-transcript.ts';
import type {TracedApproval} from './approval-steps.ts';

export type Trace = {
  readonly job?: CronJob;
  /** The name of the job, even of one that was removed. */
  readonly jobName?: string;
  /** The turns that set its reminders and alarms. */
  readonly origins: readonly TracedTurn[];
  readonly reminders: readonly Reminder[];
  readonly alarms: readonly Alarm[];
  readonly runs: readonly Run[];
  readonly turns: readonly TracedTurn[];
  /** Messages added to conversations without a turn. */
  readonly puts: readonly Message[];
  /** Requests of other programs that added its messages. */
  readonly requests: readonly KeptRequest[];
  readonly deliveries: readonly Delivery[];
  /** On which ways people were tried. */
  readonly escalations: readonly Escalation[];
  /** Stored events of its job, reminders, alarms and deliveries. */
  readonly events: readonly GatewayEvent[];
};

export type TracedTurn = {
  readonly turn: Turn;
  readonly messages: readonly Message[];
  /** `attempt`: the work of a run. `announcement`: announces a run's result in a conversation. */
  readonly part: 'conversation' | 'attempt' | 'announcement';
  /** Reminders that the turn set. */
  readonly set: readonly Reminder[];
  readonly alarms: readonly Alarm[];
  /** The turn's other changes of reminders. */
  readonly changes: readonly GatewayEvent[];
  readonly approvals: readonly TracedApproval[];
};

export const gatherTrace = async (
  store: Store,
  cronJob: (name: string) => CronJob | undefined,
  addressesOf: (person: string) => readonly Address[],
  id: string,
): Promise<Trace> => {
  const start = startOf(store, cronJob, id);
  const belongs = (session: SessionKey | undefined): boolean =>
    start.within === undefined || session === start.within || start.runs.some(run => run.session === session);

  const ofRuns = start.runs.flatMap(run => store.messages.ofRun(run.id)).filter(({session}) => belongs(session));
  const turnIds = new Set([...start.turns, ...ofRuns.flatMap(({turnId}) => (turnId === undefined ? [] : [turnId]))]);
  const escalations =
    start.delivery === undefined
      ? start.runs.flatMap(run => store.escalations.ofRun(run.id))
      : only(store.escalations.ofDelivery(start.delivery));
  const deliveries =
    start.delivery === undefined
      ? [
          ...start.runs.flatMap(run => store.deliveries.ofRun(run.id)),
          ...[...turnIds].flatMap(turn => store.deliveries.ofTurn(turn)),
        ].filter(({session}) => belongs(session))
      : [
          start.delivery,
          ...escalations.flatMap(escalation => copiesOf(store, escalation).filter(copy => copy !== undefined)),
        ];
  const set = [...start.reminders, ...start.alarms];
  const origins = set.flatMap(({turnId}) => (turnId === undefined || turnIds.has(turnId) ? [] : [turnId]));
  const loneMessage = start.message?.turnId === undefined ? start.message : undefined;
  // Events before the first of them can't be about them. A job doesn't know when it was made.
  const began =
    start.jobName !== undefined
      ? []
      : [
          ...set.map(({createdAt}) => createdAt),
          ...deliveries.map(({createdAt}) => createdAt),
          ...[...turnIds].flatMap(turn => store.turns.get(turn)?.queuedAt ?? []),
        ];
  const ids = [
    ...only(start.jobName),
    ...set.map(({id}) => id),
    ...[...turnIds].filter(turn => usedReminders(store, turn)),
    // Other deliveries have no events beyond their row.
    ...deliveries
      .filter(({state, attempts, lastError}) => state === 'dead' || attempts > 1 || lastError !== undefined)
      .map(delivery => delivery.id),
  ];
  const since = began.length === 0 ? undefined : Math.min(...began);
  const events = ids.length === 0 ? [] : await store.events.about(ids, since);
  const traced = (turnId: TurnId): readonly TracedTurn[] =>
    tracedTurn(store, addressesOf, {runs: start.runs, events}, turnId);
  const turns = [...turnIds].flatMap(traced);
  const {job, jobName} = start;
  if (jobName !== undefined && job === undefined && start.runs.length === 0 && !events.some(isChangeOf(jobName)))
    throw new GatewayError('not_found', `No record of "${id}".`);
  const puts = unique([...only(loneMessage), ...ofRuns.filter(({turnId}) => turnId === undefined)]);
  const asked = [...turns.flatMap(({messages}) => messages.slice(0, 1)), ...puts];
  return {
    job,
    jobName,
    origins: [...new Set(origins)].flatMap(traced).map(origin => ({
      ...origin,
      set: origin.set.filter(({id: other}) => set.every(known => known.id !== other)),
      alarms: origin.alarms.filter(({id: other}) => set.every(known => known.id !== other)),
    })),
    reminders: start.reminders,
    alarms: start.alarms,
    runs: start.runs,
    turns,
    puts,
    requests: asked.flatMap(({id: messageId, source}) =>
      isFromDoor(source) ? only(store.requests.ofMessage(messageId)) : [],
    ),
    deliveries: unique(deliveries),
    escalations,
    events,
  };
};

/** The items that an id refers to directly. */
type Start = {
  readonly job?: CronJob;
  readonly jobName?: string;
  readonly delivery?: Delivery;
  readonly message?: Message;
  readonly turns: readonly TurnId[];
  readonly runs: readonly Run[];
  readonly reminders: readonly Reminder[];
  readonly alarms: readonly Alarm[];
  /** Limits a run's effects to this conversation. */
  readonly within?: SessionKey;
};

const startOf = (store: Store, cronJob: (name: string) => CronJob | undefined, id: string): Start => {
  const reminder = id.startsWith('rem_') ? store.reminders.get(id as ReminderId) : undefined;
  if (reminder !== undefined) {
    const runs = store.runs.list({kind: 'reminder', name: reminder.id, limit: MOST_RUNS}).toReversed();
    return {turns: [], runs, reminders: withWaiting(store, reminder), alarms: []};
  }
  const alarm = id.startsWith('alm_') ? store.alarms.get(id as AlarmId) : undefined;
  if (alarm !== undefined) {
    const runs = store.runs.list({kind: 'alarm', name: alarm.id, limit: JOB_RUNS}).toReversed();
    return {turns: [], runs, reminders: [], alarms: [alarm]};
  }
  const run = id.startsWith('run_') ? store.runs.get(id as RunId) : undefined;
  if (run !== undefined) return {turns: [], runs: [run], ...setBehind(store, run)};
  const approval = id.startsWith('apr_') ? store.approvals.get(id as ApprovalId) : undefined;
  const delivery = id.startsWith('dlv_') ? store.deliveries.get(id as DeliveryId) : undefined;
  // The key of a text that a program sent word for word names its request.
  const [requestId = ''] = (delivery?.key ?? id).split('@');
  const request = requestId.startsWith('req_') ? store.requests.get(requestId as RequestId) : undefined;
  const messageId =
    request?.messageId ?? (id.startsWith('msg_') ? (id as MessageId) : delivery && saidBy(store, delivery));
  const message = messageId === undefined ? undefined : store.messages.get(messageId);
  const turnId =
    delivery?.turnId ?? message?.turnId ?? (id.startsWith('turn_') ? (id as TurnId) : undefined) ?? approval?.turnId;
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  if (delivery !== undefined || message !== undefined || turn !== undefined) {
    const runId = delivery?.runId ?? message?.runId ?? (turn && store.messages.ofTurn(turn.id)[0]?.runId);
    const cause = runId === undefined ? undefined : store.runs.get(runId);
    const here = delivery?.session ?? message?.session ?? turn?.session;
    // An alarm's answer also goes to the person's other addresses, which belong to the same trace.
    const within = cause?.kind === 'alarm' && cause.session === here ? undefined : here;
    return {
      delivery,
      message,
      within,
      turns: turn === undefined ? [] : [turn.id],
      runs: only(cause),
      ...(cause === undefined ? {reminders: [], alarms: []} : setBehind(store, cause)),
    };
  }
  const job = cronJob(id);
  const runs = store.runs.list({kind: 'cron', name: id, limit: JOB_RUNS}).toReversed();
  return {job, jobName: id, turns: [], runs, reminders: [], alarms: []};
};

/** The message of a text that no run and no turn sent: a notice of Rooster itself. */
const saidBy = ({messages}: Store, {key, session, runId, turnId}: Delivery): MessageId | undefined =>
  runId === undefined && turnId === undefined && session !== undefined
    ? messages.byKey(`said:${announcementKey({id: key.split('@')[0] ?? ''}, session)}`)?.id
    : undefined;

/** True for an event that says who changed the job, and how. */
export const isChangeOf =
  (name: string) =>
  (event: GatewayEvent): event is Extract<GatewayEvent, {type: 'cron.changed'}> =>
    event.type === 'cron.changed' && event.job.name === name && event.action !== undefined;

/** The reminder or alarm of a run. */
const setBehind = (store: Store, {kind, name}: Run): Pick<Start, 'reminders' | 'alarms'> => ({
  reminders:
    kind === 'reminder' ? only(store.reminders.get(name as ReminderId)).flatMap(ring => withWaiting(store, ring)) : [],
  alarms: kind === 'alarm' ? only(store.alarms.get(name as AlarmId)) : [],
});

/** Before a ring of a reminder that goes on waiting: that reminder. */
const withWaiting = ({reminders}: Store, ring: Reminder): readonly Reminder[] => {
  const {of} = ring.event ?? {};
  return of === undefined ? [ring] : [...only(reminders.get(of)), ring];
};

const tracedTurn = (
  store: Store,
  addressesOf: (person: string) => readonly Address[],
  {runs, events}: Pick<Trace, 'runs' | 'events'>,
  turnId: TurnId,
): readonly TracedTurn[] => {
  const turn = store.turns.get(turnId);
  if (turn === undefined) return [];
  const messages = store.messages.ofTurn(turnId);
  const run = runs.find(({id}) => id === messages[0]?.runId);
  const isAttempt =
    run !== undefined &&
    Array.from({length: run.attempt}, (_, index) => attemptKey(run.id, index + 1)).some(
      key => store.messages.byKey(key)?.turnId === turnId,
    );
  return [
    {
      turn,
      messages,
      part: run === undefined ? 'conversation' : isAttempt ? 'attempt' : 'announcement',
      set: store.reminders.ofTurn(turnId),
      alarms: store.alarms.ofTurn(turnId),
      approvals: store.approvals.ofTurn(turnId).map(approval => ({
        approval,
        rule: store.approvals.rules().find(({id}) => id === approval.rule),
        questions: addressesOf(approval.asks).flatMap(
          address => store.deliveries.byKey(`${approvalKey(approval.id)}@${address}`) ?? [],
        ),
      })),
      changes: events.filter(({cause, type}) => cause === turnId && type !== 'reminder.set' && type !== 'alarm.set'),
    },
  ];
};

/** True if a turn may have changed reminders or alarms. */
const usedReminders = (store: Store, turnId: TurnId): boolean =>
  store.messages
    .ofTurn(turnId)
    .some(({toolCalls = []}) => toolCalls.some(({name}) => name === 'reminder' || name === 'alarm'));

const unique = <T extends {readonly id: string}>(things: readonly T[]): readonly T[] => [
  ...new Map(things.map(thing => [thing.id, thing])).values(),
];

const only = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

const MOST_RUNS = 20;
/** Number of newest runs to show of a cron job. */
const JOB_RUNS = 5;
