// Why: the story behind a message, turn, run, reminder or delivery, from what was recorded when it happened, never from what
// a model says about it.
import type {Address} from '../../shared/address.ts';
import type {Delivery} from '../../shared/delivery.ts';
import {GatewayError} from '../../shared/gateway-error.ts';
import type {DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../../shared/ids.ts';
import type {Reminder, Run} from '../../shared/jobs.ts';
import type {Message, MessageSource} from '../../shared/message.ts';
import {type EpochMs, instantOfIso} from '../../shared/time.ts';
import type {Turn} from '../../shared/turn.ts';
import type {Store} from '../ports.ts';
import {turnsOfRun} from '../turns/run-transcript.ts';

export type Step = {readonly at: EpochMs; readonly what: string; readonly id: string};

/** The steps in the order they happened. Rejects with `not_found` for an id nobody knows. */
export const tellWhy = (store: Store, id: string): readonly Step[] => {
  const story = gather(store, id);
  const steps = [
    ...story.reminders.flatMap(stepsOfReminder),
    ...story.runs.flatMap(stepsOfRun),
    ...story.messages.map(stepOfMessage),
    ...story.turns.flatMap(stepsOfTurn),
    ...story.deliveries.flatMap(stepsOfDelivery),
    ...story.reminders.flatMap(reminder => changesOf(store, reminder)),
  ];
  return steps.sort((a, b) => a.at - b.at);
};

type Story = {
  readonly reminders: readonly Reminder[];
  readonly runs: readonly Run[];
  readonly turns: readonly Turn[];
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
};

/** Walks from the thing asked about to what caused it and what it led to. */
const gather = (store: Store, id: string): Story => {
  const delivery = id.startsWith('dlv_') ? store.deliveries.get(id as DeliveryId) : undefined;
  const message = id.startsWith('msg_') ? store.messages.get(id as MessageId) : undefined;
  const turnId = id.startsWith('turn_') ? (id as TurnId) : (message?.turnId ?? delivery?.turnId);
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  const source = turn?.source ?? message?.source;
  const run = id.startsWith('run_')
    ? store.runs.get(id as RunId)
    : delivery?.runId !== undefined
      ? store.runs.get(delivery.runId)
      : runOfSource(store, source, turn?.queuedAt ?? message?.at ?? 0);
  const reminderId = id.startsWith('rem_') ? id : run?.kind === 'reminder' ? run.name : undefined;
  const reminder = reminderId === undefined ? undefined : store.reminders.get(reminderId as ReminderId);
  if ([delivery, message, turn, run, reminder].every(found => found === undefined)) {
    throw new GatewayError('not_found', `Nothing is known under ${id}.`);
  }
  const runs = reminder === undefined ? only(run) : store.runs.list({kind: 'reminder', name: reminder.id, limit: 20});
  const turns = new Map<TurnId, Turn>();
  if (turn !== undefined) turns.set(turn.id, turn);
  for (const each of runs) for (const one of turnsFor(store, each)) turns.set(one.id, one);
  const deliveries = delivery !== undefined ? [delivery] : runs.flatMap(each => store.deliveries.ofRun(each.id));
  const replies = [...turns.keys()].flatMap(each => store.deliveries.ofTurn(each));
  return {
    reminders: only(reminder),
    runs,
    turns: [...turns.values()],
    messages:
      message === undefined ? [...turns.keys()].flatMap(each => store.messages.ofTurn(each).slice(0, 1)) : [message],
    deliveries: [...new Map([...deliveries, ...replies].map(each => [each.id, each])).values()],
  };
};

/** The turns of a run, and those that told of it: another run of the same job is another story. */
const turnsFor = (store: Store, run: Run): readonly Turn[] => {
  const told = store.turns.ofJob(run.kind, run.name).filter(({session, queuedAt}) => {
    const isOwn = session === run.session;
    return !isOwn && queuedAt >= run.startedAt && queuedAt <= (run.endedAt ?? Infinity);
  });
  return [...turnsOfRun(store, run), ...told];
};

/** The run that was working when its job said something. */
const runOfSource = (store: Store, source: MessageSource | undefined, at: EpochMs): Run | undefined => {
  const {kind, name} = source ?? {};
  if ((kind !== 'reminder' && kind !== 'cron') || name === undefined) return undefined;
  return store.runs.list({kind, name, limit: MOST_RUNS}).find(({startedAt}) => startedAt <= at);
};

const stepsOfReminder = (reminder: Reminder): readonly Step[] => [
  {
    at: reminder.createdAt,
    id: reminder.id,
    what: `reminder set in ${reminder.sourceSession}${reminder.user === undefined ? '' : ` for ${reminder.user}`}, ${reminder.mode}, to ${listed(reminder.delivery)}: "${short(reminder.message)}"`,
  },
];

/** What people did to it since: kept in the events, since a reminder only knows how it stands. */
const changesOf = (store: Store, {id}: Reminder): readonly Step[] =>
  store.events.ledToBy(id).flatMap(event => {
    const at = instantOfIso(event.at) ?? 0;
    switch (event.type) {
      case 'reminder.snoozed':
        return [{at, id, what: `snoozed until ${event.reminder.fireAt}`}];
      case 'reminder.edited':
        return [{at, id, what: `changed: ${event.reminder.fireAt}, "${short(event.reminder.message)}"`}];
      case 'reminder.cancelled':
        return [{at, id, what: 'cancelled'}];
      case 'reminder.done':
        return [{at, id, what: 'done, said the person'}];
      default:
        return [];
    }
  });

const stepsOfRun = (run: Run): readonly Step[] => [
  {at: run.scheduledFor, id: run.id, what: `${run.kind} ${run.name} was due`},
  {
    at: run.startedAt,
    id: run.id,
    what: `fired${run.late ? ' late' : ''}${run.attempt > 1 ? ` (attempt ${run.attempt}: an earlier one was interrupted)` : ''} in ${run.session}`,
  },
  ...(run.endedAt === undefined
    ? []
    : [
        {
          at: run.endedAt,
          id: run.id,
          what: `run ended: ${run.status}${run.error === undefined ? '' : `, ${run.error}`}`,
        },
      ]),
];

const stepOfMessage = (message: Message): Step => ({
  at: message.at,
  id: message.id,
  what: `message from ${[message.source.kind, message.source.name, message.source.channel].filter(Boolean).join(' ')} in ${message.session}: "${short(message.text)}"`,
});

const stepsOfTurn = (turn: Turn): readonly Step[] => {
  const model = turn.model === undefined ? '' : ` with ${turn.model}`;
  return [
    ...(turn.startedAt === undefined
      ? []
      : [{at: turn.startedAt, id: turn.id, what: `turn began in ${turn.session}${model}, trust ${turn.trust}`}]),
    ...(turn.endedAt === undefined
      ? []
      : [
          {
            at: turn.endedAt,
            id: turn.id,
            what: `turn ended: ${turn.outcome ?? 'unknown'}${turn.error === undefined ? '' : `, ${turn.error}`}`,
          },
        ]),
  ];
};

const stepsOfDelivery = (delivery: Delivery): readonly Step[] => {
  const {id, address, createdAt, sentAt, deliveredAt, readAt, state, lastError, nextAttemptAt, attempts} = delivery;
  const dated = (at: EpochMs | undefined, what: string): readonly Step[] => (at === undefined ? [] : [{at, id, what}]);
  return [
    {at: createdAt, id, what: `put in the outbox for ${address}: "${short(delivery.text)}"`},
    ...dated(sentAt, `accepted for ${address}${delivery.repeat ? ' (sent again after an unknown end)' : ''}`),
    ...dated(deliveredAt, `delivered to ${address}`),
    ...dated(readAt, `read at ${address}`),
    ...dated(
      state === 'queued' ? nextAttemptAt : undefined,
      `to be tried again after ${attempts} attempts: ${lastError ?? ''}`,
    ),
    ...(state === 'dead' ? dated(nextAttemptAt ?? createdAt, `given up: ${lastError ?? 'discarded'}`) : []),
  ];
};

const only = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);
const listed = (addresses: readonly Address[]): string => addresses.join(', ');
const short = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
};
const LONGEST_QUOTE = 80;
const MOST_RUNS = 100;
