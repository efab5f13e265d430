// Gathering a story: from the thing that is asked about to what caused it and what it led to. Only what belongs to it: another
// run of the same job, another address of the same run, is another story.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import type {CronJob} from '../../../shared/records/cron-job.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {AlarmId, DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../../../shared/records/ids.ts';
import type {Reminder, Run} from '../../../shared/records/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import type {Store} from '../../ports/store.ts';
import {attemptKey} from '../../turns/run-transcript.ts';

export type Trace = {
  readonly job?: CronJob;
  /** The turns in which its reminders and alarms were set. */
  readonly origins: readonly TracedTurn[];
  readonly reminders: readonly Reminder[];
  readonly alarms: readonly Alarm[];
  readonly runs: readonly Run[];
  readonly turns: readonly TracedTurn[];
  /** What was put into conversations with no turn of its own. */
  readonly puts: readonly Message[];
  readonly deliveries: readonly Delivery[];
  /** What happened to its reminders, alarms and deliveries, as far as it is kept. */
  readonly events: readonly GatewayEvent[];
};

export type TracedTurn = {
  readonly turn: Turn;
  readonly messages: readonly Message[];
  /** `attempt`: work of a run; `telling`: it tells in a conversation what a run found. */
  readonly part: 'talk' | 'attempt' | 'telling';
  /** Reminders that were set in it. */
  readonly set: readonly Reminder[];
  /** And alarms. */
  readonly alarms: readonly Alarm[];
  /** What else was done in it to reminders. */
  readonly changes: readonly GatewayEvent[];
};

export const gatherTrace = (store: Store, cronJob: (name: string) => CronJob | undefined, id: string): Trace => {
  const start = startOf(store, cronJob, id);
  const belongs = (session: SessionKey | undefined): boolean =>
    start.within === undefined || session === start.within || start.runs.some(run => run.session === session);

  const ofRuns = start.runs.flatMap(run => store.messages.ofRun(run.id)).filter(({session}) => belongs(session));
  const turnIds = new Set([...start.turns, ...ofRuns.flatMap(({turnId}) => (turnId === undefined ? [] : [turnId]))]);
  const deliveries =
    start.delivery === undefined
      ? [
          ...start.runs.flatMap(run => store.deliveries.ofRun(run.id)),
          ...[...turnIds].flatMap(turn => store.deliveries.ofTurn(turn)),
        ].filter(({session}) => belongs(session))
      : [start.delivery];
  const set = [...start.reminders, ...start.alarms];
  const origins = set.flatMap(({turnId}) => (turnId === undefined || turnIds.has(turnId) ? [] : [turnId]));
  const loneMessage = start.message?.turnId === undefined ? start.message : undefined;
  // Nothing was told of them before there was any of them.
  const began = [
    ...set.map(({createdAt}) => createdAt),
    ...deliveries.map(({createdAt}) => createdAt),
    ...[...turnIds].flatMap(turn => store.turns.get(turn)?.queuedAt ?? []),
  ];
  const ids = [
    ...set.map(({id}) => id),
    ...[...turnIds].filter(turn => usedReminders(store, turn)),
    // The others have nothing to tell that is not in their row.
    ...deliveries
      .filter(({state, attempts, lastError}) => state === 'dead' || attempts > 1 || lastError !== undefined)
      .map(delivery => delivery.id),
  ];
  const events = ids.length === 0 ? [] : store.events.about(ids, began.length === 0 ? undefined : Math.min(...began));
  const told = (turnId: TurnId): readonly TracedTurn[] => toldTurn(store, start.runs, events, turnId);
  return {
    ...present({job: start.job}),
    origins: [...new Set(origins)].flatMap(told).map(one => ({
      ...one,
      set: one.set.filter(({id: other}) => set.every(known => known.id !== other)),
      alarms: one.alarms.filter(({id: other}) => set.every(known => known.id !== other)),
    })),
    reminders: start.reminders,
    alarms: start.alarms,
    runs: start.runs,
    turns: [...turnIds].flatMap(told),
    puts: unique([...only(loneMessage), ...ofRuns.filter(({turnId}) => turnId === undefined)]),
    deliveries: unique(deliveries),
    events,
  };
};

/** Where a story begins: the things that the id leads to at once. */
type Start = {
  readonly job?: CronJob;
  readonly delivery?: Delivery;
  readonly message?: Message;
  readonly turns: readonly TurnId[];
  readonly runs: readonly Run[];
  readonly reminders: readonly Reminder[];
  readonly alarms: readonly Alarm[];
  /** Of runs, only what they led to in this conversation. */
  readonly within?: SessionKey;
};

const startOf = (store: Store, cronJob: (name: string) => CronJob | undefined, id: string): Start => {
  const reminder = id.startsWith('rem_') ? store.reminders.get(id as ReminderId) : undefined;
  if (reminder !== undefined) {
    const runs = store.runs.list({kind: 'reminder', name: reminder.id, limit: MOST_RUNS}).toReversed();
    return {turns: [], runs, reminders: [reminder], alarms: []};
  }
  const alarm = id.startsWith('alm_') ? store.alarms.get(id as AlarmId) : undefined;
  if (alarm !== undefined) {
    const runs = store.runs.list({kind: 'alarm', name: alarm.id, limit: JOB_RUNS}).toReversed();
    return {turns: [], runs, reminders: [], alarms: [alarm]};
  }
  const run = id.startsWith('run_') ? store.runs.get(id as RunId) : undefined;
  if (run !== undefined) return {turns: [], runs: [run], ...setBehind(store, run)};
  const delivery = id.startsWith('dlv_') ? store.deliveries.get(id as DeliveryId) : undefined;
  const message = id.startsWith('msg_') ? store.messages.get(id as MessageId) : undefined;
  const turnId = delivery?.turnId ?? message?.turnId ?? (id.startsWith('turn_') ? (id as TurnId) : undefined);
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  if (delivery !== undefined || message !== undefined || turn !== undefined) {
    const runId = delivery?.runId ?? message?.runId ?? (turn && store.messages.ofTurn(turn.id)[0]?.runId);
    const cause = runId === undefined ? undefined : store.runs.get(runId);
    const here = delivery?.session ?? message?.session ?? turn?.session;
    // The answer to an alarm goes on to where its person is reached: that is part of the same story.
    const within = cause?.kind === 'alarm' && cause.session === here ? undefined : here;
    return {
      ...present({delivery, message, within}),
      turns: turn === undefined ? [] : [turn.id],
      runs: only(cause),
      ...(cause === undefined ? {reminders: [], alarms: []} : setBehind(store, cause)),
    };
  }
  const job = cronJob(id);
  const runs = store.runs.list({kind: 'cron', name: id, limit: JOB_RUNS}).toReversed();
  if (job === undefined && runs.length === 0) throw new GatewayError('not_found', `No record of "${id}".`);
  return {...present({job}), turns: [], runs, reminders: [], alarms: []};
};

/** What somebody had set that a run is of. */
const setBehind = (store: Store, {kind, name}: Run): Pick<Start, 'reminders' | 'alarms'> => ({
  reminders: kind === 'reminder' ? only(store.reminders.get(name as ReminderId)) : [],
  alarms: kind === 'alarm' ? only(store.alarms.get(name as AlarmId)) : [],
});

const toldTurn = (
  store: Store,
  runs: readonly Run[],
  events: readonly GatewayEvent[],
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
      part: run === undefined ? 'talk' : isAttempt ? 'attempt' : 'telling',
      set: store.reminders.ofTurn(turnId),
      alarms: store.alarms.ofTurn(turnId),
      changes: events.filter(({cause, type}) => cause === turnId && type !== 'reminder.set' && type !== 'alarm.set'),
    },
  ];
};

/** Whether something may have been done to reminders or alarms in it. */
const usedReminders = (store: Store, turnId: TurnId): boolean =>
  store.messages
    .ofTurn(turnId)
    .some(({toolCalls = []}) => toolCalls.some(({name}) => name === 'reminder' || name === 'alarm'));

const unique = <T extends {readonly id: string}>(things: readonly T[]): readonly T[] => [
  ...new Map(things.map(thing => [thing.id, thing])).values(),
];

const only = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

const MOST_RUNS = 20;
/** Of a cron job, its newest. */
const JOB_RUNS = 5;
