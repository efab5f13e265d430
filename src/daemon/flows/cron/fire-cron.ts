// Starts due cron jobs. Each occurrence is claimed exactly once. Occurrences missed while the daemon was down are
// recorded.

import type {RunId} from '../../../shared/records/ids.ts';
import type {CronJob, InvalidJob, JobChanger} from '../../../shared/records/jobs/cron-job.ts';
import type {DryRun} from '../../../shared/records/jobs/cron-request.ts';
import type {PlannedRun, Run} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {CronDefinitions, CronEntry, CronIndex} from '../../schedule/cron/cron-index.ts';
import {formatMissed, publishCronChange} from '../../schedule/cron/cron-notices.ts';
import {endOfPause} from '../../schedule/end-of-pause.ts';
import {abandonRun} from '../../schedule/end-run.ts';
import {momentReader} from '../../schedule/moments/read-moment.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {upcomingOccurrences} from '../../schedule/upcoming-occurrences.ts';
import {createCronClaims} from './claim-cron.ts';
import {type CronJobs, dryRunOf} from './cron-jobs.ts';
import {createCronRetries} from './retry-cron.ts';
import {createCronWork, MOST_WAITING, overLimit, type WorkCronDeps} from './work-cron.ts';

type FireCronDeps = Core &
  WorkCronDeps & {
    readonly cronJobs: CronJobs;
  };

export type CronSource = WakeSource & {
  /** Loads the current jobs of the configuration and the files. */
  readonly load: (definitions: CronDefinitions) => void;
  readonly list: () => {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
  /** The occurrences up to an instant, for a calendar. */
  readonly occurrencesUntil: (until: EpochMs) => ReturnType<typeof upcomingOccurrences>;
  readonly get: (name: string) => CronJob;
  /** Runs the job now, or after its current run. The schedule stays unchanged. */
  readonly runNow: (name: string, how?: {readonly force?: boolean}) => RunId;
  /** Describes a run without starting it. */
  readonly dryRun: (name: string) => DryRun;
  readonly resumeJob: (name: string, by: JobChanger) => CronJob;
  /** `until`: in words, a span, or an instant. @default until it is resumed */
  readonly pauseJob: (name: string, until: string | undefined, by: JobChanger) => Promise<CronJob>;
  readonly resume: (run: Run) => void;
};

export const createCronSource = (deps: FireCronDeps): CronSource => {
  const parts = createParts(deps);
  const {
    store,
    log,
    clock,
    people,
    cronJobs,
    times: {readWords, resolveWhen},
  } = deps;
  const instantOf = momentReader({clock, resolveWhen});
  const {index, describe, editorOf, entryOf} = cronJobs;
  const {noteChange} = index;
  const {retries, waits, work, isBusy, claims} = parts;
  /** Interrupted runs, resumed once the jobs are loaded. Undefined after that. */
  let interrupted: Run[] | undefined = [];

  const resume = (run: Run): void => {
    const entry = index.get(run.name);
    if (interrupted !== undefined) interrupted.push(run);
    else if (run.retryAt !== undefined) waits(run);
    else if (entry !== undefined) work(entry.definition, run);
    else abandonRun(deps, run, 'The run was interrupted, and its job was removed or is invalid now.');
  };

  const setPaused = (name: string, action: 'paused' | 'resumed', by: JobChanger, until?: EpochMs): CronJob =>
    index.transact(emit => {
      noteChange(name, action, by);
      const job = describe(index.setPaused(entryOf(name), action === 'paused', until));
      emit({type: 'cron.changed', cause: name, job, action, by});
      return job;
    });

  return {
    kind: 'cron',
    nextAt: () => {
      let earliest = retries.nextAt();
      for (const {nextAt, definition} of index.entries()) {
        const at = nextAt ?? index.pausedUntil(definition.name);
        if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at;
      }
      return earliest;
    },
    settleClock: (now, byMs) => {
      index.settleClock(now);
      if (byMs > 0) retries.shift(now, byMs);
    },
    fireDue: now => {
      const failures = [retries.fireDue(now), fireDueJobs(deps, parts, now)].filter(failure => failure !== undefined);
      if (failures.length > 0) throw failures.at(-1);
    },
    upcoming: (_, limit) => upcomingJobs(index, limit),
    load: definitions => {
      const starting = interrupted;
      // Publishes the first load too: clients that connected earlier still show the old jobs.
      index.transact(emit => publishCronChange(index.load(definitions), {describe, editorOf, noteChange, emit, log}));
      interrupted = undefined;
      for (const run of starting ?? []) resume(run);
    },
    list: cronJobs.list,
    occurrencesUntil: until => upcomingOccurrences(cronJobs.list().jobs, until, index.instantsOf),
    get: name => describe(entryOf(name)),
    runNow: (name, {force: forced = false} = {}) => {
      const {definition} = entryOf(name);
      const over = forced ? undefined : overLimit(deps, definition);
      if (over !== undefined)
        throw new GatewayError('refused', `${over} Run it all the same: rooster cron run ${name} --force`);
      if (isBusy({...definition, overlap: 'allow'}))
        throw new GatewayError('busy', `${name} already has ${MOST_WAITING} waiting runs. Let them finish first.`);
      const run = store.transact(emit => claims.claimNow(definition, emit, {schedule: 'by hand', forced}));
      work(definition, run);
      return run.id;
    },
    dryRun: name => {
      const {definition} = entryOf(name);
      return {...dryRunOf(definition), overLimit: overLimit(deps, definition)};
    },
    resumeJob: (name, by) => setPaused(name, 'resumed', by),
    pauseJob: async (name, said, by) => {
      const {definition} = entryOf(name);
      const first = (from: EpochMs, to: EpochMs) =>
        index.instantsOf(definition, from - 1, 1).find(instant => instant <= to);
      const context = {now: clock.now(), zone: people.zoneOf(by.user ?? definition.user)};
      const until = said === undefined ? undefined : await endOfPause(said, context, {instantOf, readWords, first});
      return setPaused(name, 'paused', by, until);
    },
    resume,
  };
};

type Parts = ReturnType<typeof createParts>;

/** The parts know each other: a run that ends may start a following job, and a claim replaces a waiting run. */
const createParts = (deps: FireCronDeps) => {
  const {index} = deps.cronJobs;
  const waits = (run: Run): void => {
    retries.add(run);
    deps.reschedule(run.retryAt);
  };
  const {work, isBusy} = createCronWork({
    ...deps,
    instantsOf: index.instantsOf,
    waits,
    follow: (ended, emit) => follow(deps, {work, isBusy, claims}, ended, emit),
  });
  const retries = createCronRetries({...deps, jobs: index, work});
  const claims = createCronClaims({...deps, replaceWaiting: retries.replace});
  return {waits, work, isBusy, retries, claims};
};

/** A following job is claimed in the transaction that ends its predecessor, so a kill in between loses no run. */
const follow = (
  {cronJobs: {index, describe}}: FireCronDeps,
  {work, isBusy, claims}: Pick<Parts, 'work' | 'isBusy' | 'claims'>,
  ended: Run,
  emit: Emit,
): (() => void) => {
  const own = index.get(ended.name);
  // The job's usage of today has changed.
  if (own !== undefined && ended.tokens !== undefined)
    emit({type: 'cron.changed', cause: ended.name, job: describe(own)});
  if (ended.status !== 'ran' && ended.status !== 'suppressed') return () => {};
  const ready = index
    .entries()
    .filter(({definition: {after, enabled, name}}) => after === ended.name && enabled && !index.isPaused(name))
    .map(({definition}) => {
      const skipped = isBusy(definition) ? OVERLAPPED : undefined;
      return {definition, run: claims.claimNow(definition, emit, {skipped})};
    });
  return () => {
    for (const {definition, run} of ready) if (run.status === 'running') work(definition, run);
  };
};

/** Returns the last error, if any. The scheduler then tries again after a pause. */
const fireDueJobs = (deps: FireCronDeps, parts: Parts, now: EpochMs): unknown => {
  let failure: unknown;
  let handled = 0;
  const {index} = deps.cronJobs;
  for (const listed of index.entries()) {
    const pausedUntil = index.pausedUntil(listed.definition.name);
    const entry = pausedUntil !== undefined && pausedUntil <= now ? goOn(deps, listed, pausedUntil) : listed;
    if (entry.nextAt === undefined || entry.nextAt > now) continue;
    // The other jobs stay due. The scheduler calls again immediately, and other work runs in between.
    if (handled === AT_ONCE) break;
    try {
      fireJob(deps, parts, entry, now);
      handled += 1;
    } catch (error) {
      // A failing job must not delay other jobs.
      failure = error;
      deps.log.error({name: entry.definition.name, error}, `Couldn't run a job: ${errorMessage(error)}`);
    }
  }
  return failure;
};

/** Occurrences within the pause don't count as missed. */
const goOn = ({cronJobs: {index, describe}}: FireCronDeps, entry: CronEntry, pausedUntil: EpochMs): CronEntry =>
  index.transact(emit => {
    const {name} = entry.definition;
    const by: JobChanger = {kind: 'pause-over'};
    index.noteChange(name, 'resumed', by);
    const resumed = index.goOn(entry, pausedUntil);
    emit({type: 'cron.changed', cause: name, job: describe(resumed), action: 'resumed', by});
    return resumed;
  });

const fireJob = (
  {cronJobs: {index, describe}}: FireCronDeps,
  {work, isBusy, claims}: Parts,
  entry: CronEntry,
  now: EpochMs,
): void => {
  const {run: onTime, missed} = index.dueOccurrencesOf(entry, now);
  const last = onTime ?? missed?.last;
  if (last === undefined) return;
  const {definition} = entry;
  // One run makes up for all missed occurrences, unless an occurrence is due in this very minute.
  const catchUp = onTime === undefined && definition.missed === 'once' ? missed?.last : undefined;
  const occurrence = onTime ?? catchUp;
  const started = index.transact(emit => {
    if (missed !== undefined && catchUp === undefined)
      claims.claim(missed.last, now, definition, emit, {skipped: formatMissed(missed)});
    const skipped = isBusy(definition) ? OVERLAPPED : undefined;
    const run = occurrence === undefined ? undefined : claims.claim(occurrence, now, definition, emit, {skipped});
    emit({type: 'cron.changed', cause: definition.name, job: describe(index.handled(entry, last, now))});
    return run;
  });
  if (started?.status === 'running') work(definition, started);
};

const upcomingJobs = (index: CronIndex, limit: number): readonly PlannedRun[] =>
  index
    .entries()
    .flatMap(({definition: {name, run, message}, nextAt}) =>
      nextAt === undefined ? [] : [{kind: 'cron' as const, name, what: run ?? message, wakeAt: nextAt}],
    )
    .sort((a, b) => a.wakeAt - b.wakeAt)
    .slice(0, limit);

const OVERLAPPED = 'The previous run was still working.';
/** The maximum number of jobs per pass. Each job takes a transaction, so a pass blocks for less than 0.1 s. */
const AT_ONCE = 40;
