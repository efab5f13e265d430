// Cron jobs in the terminal UI and the command: rows, details, actions.

import {inQuestion} from '../../shared/operations/operation.ts';
import {type CronJob, formatSchedule, jobChange} from '../../shared/records/jobs/cron-job.ts';
import {isWaiting, type Run, workedSince} from '../../shared/records/jobs/jobs.ts';
import {shortCron} from '../../shared/recurrence/short-cron.ts';
import {formatMoney} from '../../shared/text/money.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {clockTime, formatDuration, shortWhenOf, untilChangesAt} from '../../shared/time/format-time.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {isZone} from '../../shared/time/zone.ts';
import {forwardOf} from '../format/clock-change.ts';
import {formatTook} from '../format/how-long.ts';
import {dateTime} from './format/document.ts';
import {coming, formatAddresses, formatRoute, inSentence, whenInZone} from './format/format-noun.ts';
import {formatRuns, runMarks} from './format/last-runs.ts';
import {lastState, nextOf, nextState} from './job-next.ts';
import {rowOfJob} from './job-rows.ts';
import {operationActions} from './noun-action.ts';
import {type FactsOf, type NounRecord, places, readerFacts, timesTitle} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';
import {formatUsed, lastStatus, RUN_STATES, RUN_TONES, WAITS} from './run.ts';

/** A cron job. */
export type JobItem = {
  readonly job: CronJob;
  /** The occurrence that a timeline row shows. */
  readonly at?: EpochMs;
  /** Its running run, otherwise a waiting one. */
  readonly current?: Run;
  /** The occurrences after the next one, as far as known. */
  readonly later?: readonly EpochMs[];
  /** Newest first, as far as held. */
  readonly runs?: readonly Run[];
};

export const job: NounView<JobItem> = {
  kind: 'job',
  label: () => 'job',
  sign: () => 'job',
  name: 'a job',
  ref: ({job: {name}}) => ({kind: 'job', id: name}),
  list: 'plan',
  row: ({job}) => rowOfJob(job),
  // In the timeline its last run has a row of its own.
  state: (item, now) =>
    item.at === undefined || item.job.paused || !item.job.enabled ? stateOf(item, now) : undefined,
  line: item => {
    const at = atOf(item);
    const {name, cron, deliver} = item.job;
    return {
      shape: 'coming',
      at,
      what: name,
      more: `${cron === undefined ? formatSchedule(item.job) : shortCron(cron)}${item.job.zoneByDefault === true ? ' UTC' : ''}`,
      route: formatRoute(deliver),
      runs: runMarks(item.runs ?? []),
    };
  },
  detail: (item, {now, names}) => {
    const {message, gate, run, retry, zone, nextAt, deliver, announce, origin, last} = item.job;
    return {
      text: run ?? message,
      facts: [
        forwardOf(item.job, atOf(item)) ?? '',
        formatSchedule(item.job),
        nextAt === undefined || !isZone(zone) ? '' : formatNext([nextAt, ...(item.later ?? [])], now, zone),
        formatRuns(item.runs ?? []),
        formatLastUsed(item.runs),
        deliver.length === 0 ? 'only logged' : `to ${formatAddresses(deliver, names)}, ${ANNOUNCED[announce]}`,
        gate === undefined ? '' : `only if: ${gate}`,
        retry === 'never' ? 'not retried' : '',
        item.job.today === undefined ? '' : `${formatToday(item.job.today)} today`,
        last?.error === undefined ? '' : `last error: ${last.error}`,
        origin,
      ],
    };
  },
  sentence: (item, {now}) => {
    const forward = forwardOf(item.job, atOf(item));
    return [
      `Job ${item.job.name},  ${coming(atOf(item), now)}`,
      ...(forward === undefined ? [] : [forward]),
      ...inSentence(stateOf(item, now)),
    ].join(', ');
  },
  document: ({job, runs = []}) => ({
    title: `job ${job.name}`,
    facts: [
      ...readerFacts(factsOf, job),
      ...runs
        .slice(0, RECENT_RUNS)
        .map((run, index): readonly [string, string] => [index === 0 ? 'ran' : '', formatRun(run)]),
    ],
    text: job.run ?? job.message,
    form: 'plain',
  }),
  search: ({job: {name, message, gate = '', run = '', user = '', deliver, origin, ...job}}) => [
    name,
    formatSchedule(job),
    message,
    gate,
    run,
    user,
    origin,
    ...deliver,
  ],
  filters: ({job: {paused, last}}) => ['cron', ...(paused || last?.status === 'failed' ? ['paused or failing'] : [])],
  contexts: ({job: {paused}}) => [paused ? 'on-paused' : 'on-cron'],
  because: ({job: {origin}}, key, keyFor) =>
    'sed'.includes(key)
      ? `; edit ${origin === 'config' ? 'the configuration' : origin}, or press ${keyFor('pause')} to pause it`
      : '',
  actions: {
    ...operationActions('job', ({job}) => job),
    'item.run': {
      label: () => 'run the job now',
      question: ({job: {name}}) => ({
        title: 'run job',
        text: `Run ${name} now? Its schedule doesn't change.`,
        yes: 'run now',
        no: 'not now',
      }),
      call: ({job: {name}}) => ({method: 'cron.run', params: {name}, done: () => `Started ${name}.`}),
    },
    'item.cancel': {
      label: () => 'delete the job',
      refusal: ({job: {origin}}) => (origin === 'config' ? 'it is defined in config.json; remove it there' : undefined),
      question: ({job: {name, origin}}) => ({
        title: 'delete job',
        text: `Delete the job ${inQuestion(name)}? This removes its file ${origin}. Its past runs stay listed.`,
        yes: 'delete job',
        no: 'keep it',
      }),
      call: ({job: {name}}) => ({
        method: 'cron.remove',
        params: {name},
        done: ({removed}) => `Deleted ${name} (${removed}).`,
      }),
    },
  },
  changes: ({job: {nextAt}}, now) => [nextAt === undefined ? undefined : untilChangesAt(nextAt, now)],
};

const atOf = ({at, job: {nextAt}}: JobItem): EpochMs | undefined => at ?? nextAt;

const stateOf = ({job, current}: JobItem, now: EpochMs): State | undefined => {
  const {enabled, paused, pausedUntil, zone, nextAt, at, after, last} = job;
  if (current !== undefined) return isWaiting(current) ? WAITS : RUN_STATES.running;
  if (!enabled) return {text: 'disabled', tone: 'quiet'};
  const end = pausedUntil === undefined ? '' : ` until ${whenInZone(pausedUntil, now, zone)}`;
  if (paused) return {text: `paused${end}`, tone: 'busy'};
  if (nextAt === undefined && at === undefined && after === undefined)
    return {text: 'never runs', sign: '!', tone: 'bad'};
  if (last === undefined) return nextAt === undefined && at !== undefined ? {text: 'past', tone: 'quiet'} : undefined;
  const {text, ...rest} = RUN_STATES[last.status];
  const stated = `last ${text} ${clockTime(last.startedAt)}`;
  return last.status === 'ran' ? {text: stated, tone: 'quiet', inRuns: true} : {text: stated, ...rest};
};

const formatLimits = ({tokensPerDay, moneyPerDay}: CronJob['limits'] = {}): string | undefined => {
  const tokens = tokensPerDay === undefined ? [] : [`${tokensPerDay.toLocaleString('en-US')} tokens a day`];
  const limits = [...tokens, ...(moneyPerDay === undefined ? [] : [`${moneyPerDay} a day`])];
  return limits.length === 0 ? undefined : limits.join(', ');
};

const formatToday = (today: CronJob['today']): string | undefined => {
  const tokens = today && `${today.tokens.toLocaleString('en-US')} tokens`;
  return today?.cost === undefined ? tokens : `${tokens}, ${formatMoney(today.cost)}`;
};

const formatRun = (run: Run): string =>
  [
    dateTime(run.startedAt) ?? '',
    isWaiting(run) ? 'waits' : run.status,
    ...(run.late ? ['late'] : []),
    ...(run.endedAt === undefined ? [] : [formatTook(run.endedAt - workedSince(run))]),
    ...(run.error === undefined ? [] : [run.error]),
  ].join(', ');

/** The next three times; times that the daemon hasn't sent yet are left out. */
const formatNext = (at: readonly EpochMs[], now: EpochMs, zone: string): string =>
  `next ${at
    .slice(0, SHOWN_DATES)
    .map(instant => whenInZone(instant, now, zone))
    .join(', ')}`;

/** Tokens and money of the last run that used a model. */
const formatLastUsed = (runs: readonly Run[] = []): string => {
  const used = formatUsed(runs.find(({tokens}) => tokens !== undefined) ?? {});
  return used === undefined ? '' : `last used ${used}`;
};

const SHOWN_DATES = 3;
const RECENT_RUNS = 8;

const whyFailed = ({error}: NonNullable<CronJob['last']>): string => (error === undefined ? '' : `: ${error}`);

/** Times here are those of the person. */
const formatUtc = (nextAt: EpochMs | undefined): string => {
  const means = nextAt === undefined ? '' : `: ${clockTime(nextAt, 'UTC')} UTC is ${clockTime(nextAt)} for you`;
  return `UTC, because its file names none${means}`;
};

const factsOf: FactsOf<CronJob> = (job, {at, since, address, zone}) => {
  const {last} = job;
  return [
    ['schedule', formatSchedule(job)],
    ['timezone', job.zoneByDefault ? formatUtc(job.nextAt) : undefined],
    [
      'next',
      `${job.enabled && job.pausedUntil !== undefined ? `paused until ${at(job.pausedUntil)}` : (nextOf(job) ?? at(job.nextAt))}${formatSkip(forwardOf(job, job.nextAt))}`,
    ],
    ['last', last === undefined ? 'never ran' : `${lastStatus(last)} ${since(last.startedAt)}${whyFailed(last)}`],
    ['times in', zone],
    ['user', job.user],
    ['to', job.deliver.map(address).join(', ')],
    ['announce', job.announce],
    ['missed', job.missed],
    ['overlap', job.overlap],
    ['only if', job.gate],
    ['runs', job.run],
    ['sandbox', job.sandbox],
    ['retry', job.retry === 'never' ? 'never' : undefined],
    ['limits', formatLimits(job.limits)],
    ['today', formatToday(job.today)],
    ['model', job.model],
    ['timeout', job.timeoutMs === undefined ? undefined : formatDuration(job.timeoutMs)],
    ['first', job.preTools.map(({name, input}) => `${name} ${JSON.stringify(input)}`).join(', ')],
    ['keeps', job.carryLastOutput ? 'its last output for the next run' : undefined],
    ['allows', job.allow?.join(', ')],
    ['from', job.origin],
    [
      'changed',
      job.changed === undefined
        ? undefined
        : `${jobChange(job.changed.action, job.changed.by)}, ${since(job.changed.at)}`,
    ],
  ];
};

/** The form in the command's output. */
export const jobRecord: NounRecord<CronJob> = {
  columns: ({now, names, zone}) => [
    {title: 'NAME', text: ({name}) => printableLine(name)},
    {
      title: timesTitle({zone}, 'WHEN'),
      text: job => nextState(job, now),
      short: job => nextState(job, now, shortWhenOf),
      tone: job => (job.nextAt === undefined ? 'quiet' : 'good'),
    },
    {
      title: 'STATE',
      text: job => lastState(job, now) ?? '-',
      tone: ({last}) => last && RUN_TONES[last.status],
    },
    {
      title: 'REPEATS',
      text: job => (job.cron === undefined ? formatSchedule(job) : `${job.words ?? job.cron} ${job.zone}`),
    },
    {
      title: 'TO',
      text: ({deliver, announce}) => (deliver.length === 0 ? announce : places(deliver, names)),
      gives: true,
    },
    {title: 'TEXT', text: ({run, message}) => printableLine(run ?? message), gives: true},
  ],
  facts: factsOf,
  none: 'No jobs. Add one: rooster cron add NAME --schedule "every weekday at 9" --prompt TEXT',
};

/** Times in the skipped hour don't exist on that day; such runs start at the jump. */
export const formatSkip = (forward: string | undefined): string =>
  forward === undefined ? '' : `; the ${forward}, so skipped times run then`;

/** The announcement in the detail line. */
const ANNOUNCED: Readonly<Record<CronJob['announce'], string>> = {
  rephrase: "in the agent's words",
  direct: 'word for word',
  none: 'only recorded',
};
