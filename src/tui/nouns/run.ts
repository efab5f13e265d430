import type {Delivery} from '../../shared/records/delivery.ts';
import {isWaiting, type Reminder, type Run, type RunKind, workedSince} from '../../shared/records/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import {addressName} from '../../shared/text/names.ts';
import {todoLines} from '../../shared/text/todo-lines.ts';
import {SECOND} from '../../shared/time/time.ts';
import {formatSource} from '../format/format-source.ts';
import {formatWhen} from '../format/format-time.ts';
import {elapsed, elapsedChangesAt, formatTook} from '../format/how-long.ts';
import {deliveryState} from './delivery.ts';
import {type Document, facts, formatInput, stamp} from './document.ts';
import {briefly, formatRoute, inSentence, shortWhen, worthSaying} from './format-noun.ts';
import type {NounView, State} from './noun-view.ts';

export type RunItem = {
  readonly run: Run;
  readonly title: string;
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** The reminder that it told of, as long as that is not done. */
  readonly reminder?: Reminder;
  /** What was said in it, where that was asked for. */
  readonly transcript?: readonly Message[];
};

export const run: NounView<RunItem> = {
  kind: 'run',
  label: ({run: {kind}}) => runLabel(kind),
  name: 'a finished run',
  ref: ({run: {id}}) => ({kind: 'run', id}),
  list: 'timeline',
  row: ({run: {id}}) => id,
  state: ({run}) => stateOf(run),
  line: ({run, title, deliveries}, {now}) => {
    const since = workedSince(run);
    const [newest] = deliveries;
    const route = formatRoute(deliveries.map(({address}) => address));
    return {
      shape: 'past',
      at: run.startedAt,
      what: run.error === undefined || run.kind === 'reminder' ? title : `${title}: ${run.error}`,
      took: run.endedAt === undefined ? elapsed(now - since) : worthSaying(run.endedAt - since),
      ...(newest === undefined ? {} : {sent: {route, state: deliveryState(newest, now)}}),
    };
  },
  detail: ({run, title, deliveries}, {now, names}) => ({
    text: run.error ?? run.output ?? title,
    facts: [
      run.kind === 'cron' ? `cron ${run.name}` : run.kind,
      isByItself(run) ? (run.schedule ?? '') : '',
      `due ${shortWhen(run.scheduledFor, now)}`,
      run.late ? 'late' : '',
      run.attempt > 1 ? `attempt ${run.attempt}` : '',
      ...deliveries.map(({address, state}) => `${state} to ${addressName(address, names)}`),
    ],
  }),
  sentence: ({run, title}, {now}) =>
    [`${formatWhen(run.startedAt, now)}, ${run.kind} ${briefly(title)}`, ...inSentence(stateOf(run))].join(', '),
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
  contexts: ({reminder}) => (reminder === undefined ? ['on-run'] : ['on-fired', 'on-run']),
  changes: ({run}, now) => [run.endedAt === undefined ? elapsedChangesAt(workedSince(run), now) : undefined],
  isMarked: ({run: {status}}) => status === 'failed',
};

/** With what was said in it, where that was asked for. */
export const documentOfRun = (run: Run, transcript: readonly Message[] = []): Document => ({
  title: `run ${run.id}`,
  facts: facts([
    ['what', `${run.kind} ${run.name}`],
    ['state', isWaiting(run) ? 'waiting for its turn' : run.status],
    ['due', stamp(run.scheduledFor)],
    ['started', `${stamp(run.startedAt)}${run.late ? ', late' : ''}`],
    ['waited', waitedOf(run)],
    ['took', run.endedAt === undefined ? undefined : formatTook(run.endedAt - workedSince(run))],
    ['attempt', run.attempt > 1 ? String(run.attempt) : undefined],
    ['schedule', run.schedule],
    ['conversation', run.session],
    ['error', run.error],
  ]),
  text: [
    ...(run.todos === undefined ? [] : [`plan:\n${todoLines(run.todos).join('\n')}`]),
    ...(transcript.length === 0
      ? [run.output ?? 'No output.']
      : transcript.map(message => `${whoSays(message)}:\n${message.text || formatCall(message)}`)),
  ].join('\n\n'),
  form: 'plain',
});

/** A heartbeat or a reflection: nobody set it. */
export const isByItself = ({kind}: Pick<Run, 'kind'>): boolean => kind === 'heartbeat' || kind === 'reflection';

const stateOf = (run: Run): State => {
  const {text, tone} = isWaiting(run) ? WAITS : RUN_STATES[run.status];
  const more = [...(run.late ? ['late'] : []), ...(run.attempt > 1 ? [`attempt ${run.attempt}`] : [])];
  return {text: [text, ...more].join(', '), tone};
};

/** Where it is worth a word. */
const waitedOf = ({startedAt, beganAt = startedAt}: Run): string | undefined =>
  beganAt - startedAt < SECOND ? undefined : formatTook(beganAt - startedAt);

const whoSays = ({role, source}: Message): string => (role === 'assistant' ? 'agent' : formatSource(source));

const formatCall = ({toolCalls = []}: Message): string =>
  toolCalls.map(({name, input}) => `calls ${name} ${formatInput(input)}`).join('\n');

/** A newer daemon may run a kind that this client doesn't know. */
export const runLabel = (kind: RunKind): string => LABELS[kind] ?? kind;

const LABELS: Readonly<Record<RunKind, string>> = {
  reminder: 'rem',
  alarm: 'alrm',
  cron: 'cron',
  heartbeat: 'beat',
  reflection: 'refl',
};

const FILTERS: Readonly<Record<RunKind, readonly string[]>> = {
  reminder: ['reminders'],
  alarm: ['alarms'],
  cron: ['cron'],
  heartbeat: [],
  reflection: [],
};

export const WAITS = {text: 'waits', tone: 'quiet'} as const;

export const RUN_STATES = {
  running: {text: 'running ~', tone: 'busy'},
  ran: {text: 'ran', tone: 'good'},
  suppressed: {text: 'no news', tone: 'quiet'},
  skipped: {text: 'skipped', tone: 'busy'},
  failed: {text: 'failed !', tone: 'bad'},
} as const satisfies Record<Run['status'], State>;
