// Runs in the terminal UI and the command: rows and details.

import type {Wire} from '../../shared/fields/wire.ts';
import {inQuestion} from '../../shared/operations/operation.ts';
import {wholeText} from '../../shared/record-text/detail-lines.ts';
import {addressName, conversationName, type Names} from '../../shared/record-text/names.ts';
import {todoLines} from '../../shared/record-text/todo-lines.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import {isWaiting, type Reminder, type Run, type RunStatus, workedSince} from '../../shared/records/jobs/jobs.ts';
import {isIdleKind, kindName, type RunKind} from '../../shared/records/jobs/run-kinds.ts';
import type {Message} from '../../shared/records/message.ts';
import {isSessionKey} from '../../shared/records/session-key.ts';
import {formatMoney, formatTokens} from '../../shared/text/money.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {clockTime, formatWhen, shortWhenOf, whenOf} from '../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../shared/time/time.ts';
import {formatSource} from '../format/format-source.ts';
import {elapsed, elapsedChangesAt} from '../format/how-long.ts';
import type {Tone} from '../format/tone.ts';
import {deliveryState} from './delivery.ts';
import {type Document, formatInput} from './format/document.ts';
import {briefly, formatRoute, inSentence, shortWhen, tookIfLong} from './format/format-noun.ts';
import {kindOfRun} from './format/kind-sign.ts';
import {type FactsOf, type NounRecord, readerFacts, timesTitle, tookInWords} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';

export type RunItem = {
  readonly run: Run;
  readonly title: string;
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** Its reminder, while that isn't done. */
  readonly reminder?: Reminder;
  /** Its transcript, if loaded. */
  readonly transcript?: readonly Message[];
};

export const run: NounView<RunItem> = {
  kind: 'run',
  label: ({run: {kind}}) => runLabel(kind),
  sign: ({run: {kind}}) => kindOfRun(kind),
  name: 'a finished run',
  ref: ({run: {id}}) => ({kind: 'run', id}),
  list: 'timeline',
  row: ({run: {id}}) => id,
  state: ({run, deliveries: [newest], reminder}, now) => {
    if (reminder !== undefined && run.status === 'ran' && newest?.state !== 'dead') return UNANSWERED;
    // Its message says more than that it ran.
    return newest === undefined || run.status !== 'ran' || run.late ? stateOf(run) : deliveryState(newest, now);
  },
  line: ({run, title, deliveries}, {now}) => ({
    shape: 'past',
    at: run.startedAt,
    what: run.error === undefined || run.kind === 'reminder' ? title : `${title}: ${run.error}`,
    took: tookNow(run, now),
    where: formatRoute(deliveries.map(({address}) => address)),
  }),
  detail: ({run, title, deliveries}, {now, names}) => ({
    text: run.error ?? run.output ?? title,
    facts: [
      run.kind === 'cron' ? run.name : '',
      isIdleKind(run.kind) ? (run.schedule ?? '') : '',
      `due ${shortWhen(run.scheduledFor, now)}`,
      run.late ? 'late' : '',
      run.attempt > 1 ? `attempt ${run.attempt}` : '',
      ...deliveries.map(({address, state}) => `${state} to ${addressName(address, names)}`),
    ],
  }),
  sentence: ({run, title}, {now}) =>
    [`${formatWhen(run.startedAt, now)}, ${kindName(run.kind)} ${briefly(title)}`, ...inSentence(stateOf(run))].join(
      ', ',
    ),
  document: ({run, transcript}) => documentOfRun(run, transcript),
  search: ({run: {id, kind, name, status, session, output = '', error = ''}, title}) => [
    id,
    kind,
    name,
    title,
    status,
    session,
    output,
    error,
  ],
  filters: ({run: {kind, status}}) => [...(FILTERS[kind] ?? []), ...(status === 'failed' ? ['failed'] : [])],
  contexts: ({run, reminder}) => {
    if (isTaskAtWork(run)) return ['on-task', 'on-run'];
    return reminder === undefined ? ['on-run'] : ['on-fired', 'on-run'];
  },
  actions: {
    'item.cancel': {
      label: () => 'stop the task',
      refusal: ({run}) => (isTaskAtWork(run) ? undefined : 'the task has already ended'),
      question: ({title}) => ({
        title: 'stop task',
        text: `Stop the task "${inQuestion(title)}"? Its conversation gets a note instead of a result.`,
        yes: 'stop task',
        no: 'let it run',
      }),
      call: ({run: {id}, title}) => ({
        method: 'delegation.stop',
        params: {id},
        done: () => `Stopped the task: ${title}`,
      }),
    },
  },
  changes: ({run}, now) => [run.endedAt === undefined ? elapsedChangesAt(workedSince(run), now) : undefined],
  crossedAt: ({run: {startedAt}}) => startedAt,
  isMarked: ({run: {status}}) => status === 'failed',
};

/** With its transcript, if loaded. */
export const documentOfRun = (run: Run, transcript: readonly Message[] = []): Document => ({
  title: `run ${run.id}`,
  kind: 'run',
  facts: readerFacts(factsOf, run),
  text: [
    ...(run.todos === undefined ? [] : [`plan:\n${todoLines(run.todos).join('\n')}`]),
    ...(transcript.length === 0
      ? [run.output ?? 'No output.']
      : transcript.map(message => `${whoSays(message)}:\n${wholeText(message, 'the agent') || formatCall(message)}`)),
  ].join('\n\n'),
  form: 'plain',
});

const factsOf: FactsOf<Run> = (run, {at, took, job, session, zone}) => {
  const {startedAt, beganAt = startedAt, endedAt} = run;
  return [
    ['what', `${kindName(run.kind)} ${job(run.name)}`],
    ['due', `${at(run.scheduledFor)}${run.schedule === undefined ? '' : ` (${run.schedule})`}`],
    ['started', at(startedAt)],
    ['times in', zone],
    // Only if it is long enough to mention.
    ['waited', beganAt - startedAt < SECOND ? undefined : took(beganAt - startedAt)],
    ['status', {text: formatStatus(run), tone: RUN_TONES[run.status]}],
    ['retry', at(run.retryAt)],
    ['took', endedAt === undefined ? undefined : took(endedAt - workedSince(run))],
    ['used', formatUsed(run)],
    ['session', session(run.session)],
    ['error', run.error],
  ];
};

/** A delegated task that can still be stopped. */
const isTaskAtWork = ({delegated, status}: Run): boolean =>
  delegated !== undefined && delegated.stopped !== true && status === 'running';

const stateOf = (run: Run): State => {
  if (run.retryAt !== undefined) return {text: `retry ${clockTime(run.retryAt)}`, tone: 'busy'};
  const {text, ...rest} = isWaiting(run) ? WAITS : RUN_STATES[run.status];
  const more = [...(run.late ? ['late'] : []), ...(run.attempt > 1 ? [`attempt ${run.attempt}`] : [])];
  return {text: [text, ...more].join(', '), ...rest};
};

/** Empty below a second. */
const tookNow = (run: Run, now: EpochMs): string => {
  const ms = (run.endedAt ?? now) - workedSince(run);
  if (run.endedAt !== undefined) return tookIfLong(ms);
  return ms < SECOND ? '' : elapsed(ms);
};

/** Tokens, and money where it is known. */
export const formatUsed = ({tokens, cost}: Pick<Run, 'tokens' | 'cost'>): string | undefined =>
  tokens && [formatTokens(tokens), ...(cost === undefined ? [] : [formatMoney(cost)])].join(', ');

const whoSays = ({role, source}: Message): string => (role === 'assistant' ? 'agent' : formatSource(source));

const formatCall = ({toolCalls = []}: Message): string =>
  toolCalls.map(({name, input}) => `calls ${name} ${formatInput(input)}`).join('\n');

/** A newer daemon may have a kind that this client doesn't know. */
export const runLabel = (kind: RunKind): string => LABELS[kind] ?? kind;

const LABELS: Readonly<Record<RunKind, string>> = {
  reminder: 'reminder',
  alarm: 'alarm',
  delegation: 'task',
  cron: 'job',
  heartbeat: 'heartbeat',
  reflection: 'reflection',
};

const FILTERS: Readonly<Record<RunKind, readonly string[]>> = {
  reminder: ['reminders'],
  alarm: ['alarms'],
  cron: ['cron'],
  heartbeat: ['heartbeats'],
  reflection: ['heartbeats'],
  delegation: ['tasks'],
};

/** It rang, and waits for an answer. */
const UNANSWERED: State = {text: 'unanswered', sign: '!', tone: 'now'};

export const WAITS = {text: 'waits', tone: 'quiet'} as const;

export const RUN_STATES = {
  running: {text: 'running', sign: '~', tone: 'now'},
  ran: {text: 'ran', tone: 'good'},
  suppressed: {text: 'no news', tone: 'quiet'},
  skipped: {text: 'skipped', tone: 'busy'},
  failed: {text: 'failed', sign: '!', tone: 'bad'},
} as const satisfies Record<Run['status'], State>;

/** `title`: the text of its reminder or alarm. */
type ListedRun = Wire<Run> & {readonly title?: string};

/** The form in the command's output. */
export const runRecord: NounRecord<Run, ListedRun> = {
  columns: ({now, names, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {
      title: timesTitle({zone}, 'WHEN'),
      text: ({scheduledFor}) => whenOf(scheduledFor, now),
      short: ({scheduledFor}) => shortWhenOf(scheduledFor, now),
    },
    {title: 'KIND', text: ({kind}) => kindName(kind)},
    {title: 'WHAT', text: ({name, title}) => printableLine(title ?? jobName(name, names)), gives: true},
    {title: 'STATE', text: formatStatus, tone: ({status}) => RUN_TONES[status]},
    {title: 'TOOK', text: lasted},
    {title: 'TEXT', text: ({output, error}) => printableLine(error ?? output ?? ''), gives: true},
  ],
  facts: factsOf,
  none: 'No runs yet. Reminders, jobs, alarms and heartbeats appear here when they run.',
};

/** Heartbeats and reflections are named by their conversation's key. */
const jobName = (name: string, names: Names): string => (isSessionKey(name) ? conversationName(name, names) : name);

const formatStatus = (run: Run | Wire<Run>): string => {
  const {status, late, attempt} = run;
  return [
    run.retryAt === undefined ? (isWaiting(run) ? 'waits' : status) : 'retry waits',
    ...(late ? ['late'] : []),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ].join(', ');
};

/** The status of a job's last run. */
export const lastStatus = ({status, retryAt}: {readonly status: string; readonly retryAt?: unknown}): string =>
  retryAt === undefined ? status : 'retry waits';

const lasted = (run: Wire<Run>): string => {
  const ms = spanOf(workedSince(run), run.endedAt);
  return ms === undefined ? '-' : tookInWords(ms);
};

const spanOf = (start: string, end: string | undefined): number | undefined => {
  const [from, to] = [instantOfIso(start), end === undefined ? undefined : instantOfIso(end)];
  return from === undefined || to === undefined ? undefined : to - from;
};

/** The tone of each outcome. */
export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  running: 'busy',
  ran: 'good',
  suppressed: 'quiet',
  skipped: 'quiet',
  failed: 'bad',
};
