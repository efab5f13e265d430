// A cron job's hour: its window is claimed once, and its run set to work. Windows nobody was there for are recorded, never
// passed over.
import type {CronDefinition, CronJob, InvalidJob} from '../../../shared/records/cron-job.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {cronSession} from '../../../shared/records/session-key.ts';
import {type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {CronDefinitions, CronEntry} from '../../schedule/cron/cron-index.ts';
import {formatMissed, tellCronChange} from '../../schedule/cron/cron-notices.ts';
import {abandonRun} from '../../schedule/end-run.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import type {CronJobs} from './cron-jobs.ts';
import {createCronWork, MOST_WAITING, type WorkCronDeps} from './work-cron.ts';

type FireCronDeps = WorkCronDeps & {readonly cronJobs: CronJobs};

export type CronSource = WakeSource & {
  /** Takes over what the configuration and the files define now. */
  readonly load: (definitions: CronDefinitions) => void;
  readonly list: () => {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
  readonly get: (name: string) => CronJob;
  /** Runs it now (or as soon as its last run has ended), whatever its schedule says; its windows stay as they are. */
  readonly runNow: (name: string) => RunId;
  readonly setPaused: (name: string, paused: boolean) => CronJob;
  readonly resume: (run: Run) => void;
};

export const createCronSource = (deps: FireCronDeps): CronSource => {
  const {store, clock, log, cronJobs} = deps;
  const {index, describe, entryOf} = cronJobs;
  const openedAt = clock.now();
  const {work, isBusy} = createCronWork(deps);
  /** Runs to carry on with once it is known which jobs there are; undefined from then on. */
  let interrupted: Run[] | undefined = [];

  const handle = (entry: CronEntry, now: EpochMs): void => {
    const {run: onTime, missed} = index.windowsOf(entry, now);
    const last = onTime ?? missed?.last;
    if (last === undefined) return;
    const {definition} = entry;
    // One run makes up for all that was missed, unless the window of this very minute runs anyway.
    const catchUp = onTime === undefined && definition.missed === 'once' ? missed?.last : undefined;
    const window = onTime ?? catchUp;
    const started = store.transact(emit => {
      if (missed !== undefined && catchUp === undefined)
        claim(missed.last, now, definition, emit, {skipped: formatMissed(missed)});
      const skipped = isBusy(definition) ? OVERLAPPED : undefined;
      const run = window === undefined ? undefined : claim(window, now, definition, emit, {skipped});
      emit({type: 'cron.changed', cause: definition.name, job: describe(index.handled(entry, last, now))});
      return run;
    });
    if (started?.status === 'running') work(definition, started);
  };

  const claim = (
    scheduledFor: EpochMs,
    now: EpochMs,
    {name, cron, zone}: CronDefinition,
    emit: Emit,
    {
      skipped,
      schedule = `${cron} in ${zone}`,
    }: {readonly skipped?: string | undefined; readonly schedule?: string} = {},
  ): Run | undefined => {
    const run = store.runs.claim({
      id: deps.ids.next('run'),
      kind: 'cron',
      name,
      session: cronSession(deps.agent(), name),
      status: skipped === undefined ? 'running' : 'skipped',
      scheduledFor,
      startedAt: now,
      attempt: 1,
      late: now - scheduledFor > LATE_AFTER_MS || scheduledFor < openedAt,
      schedule,
      ...(skipped === undefined ? {} : {endedAt: now, error: skipped}),
    });
    if (run === undefined) return undefined;
    if (skipped !== undefined) log.warn({run: run.id, name}, `a cron window was skipped: ${skipped}`);
    emit({type: skipped === undefined ? 'run.started' : 'run.ended', session: run.session, cause: name, run});
    return run;
  };

  const resume = (run: Run): void => {
    const entry = index.get(run.name);
    if (interrupted !== undefined) interrupted.push(run);
    else if (entry !== undefined) work(entry.definition, run);
    else abandonRun(deps, run, 'It was interrupted, and its job is gone or cannot be used.');
  };

  return {
    kind: 'cron',
    nextAt: () => {
      let earliest: EpochMs | undefined;
      for (const {nextAt} of index.entries()) {
        if (nextAt !== undefined && (earliest === undefined || nextAt < earliest)) earliest = nextAt;
      }
      return earliest;
    },
    fireDue: now => {
      index.settleClock(now);
      let failure: unknown;
      let handled = 0;
      for (const entry of index.entries()) {
        if (entry.nextAt === undefined || entry.nextAt > now) continue;
        // The rest is still due: the scheduler asks again at once, and others have their turn in between.
        if (handled === AT_ONCE) break;
        try {
          handle(entry, now);
          handled += 1;
        } catch (error) {
          // It keeps no other from its hour; the scheduler tries again after a pause.
          failure = error;
          log.error({name: entry.definition.name, error}, `a cron job could not be run: ${errorMessage(error)}`);
        }
      }
      if (failure !== undefined) throw failure;
    },
    upcoming: (_, limit) =>
      index
        .entries()
        .flatMap(({definition, nextAt}) =>
          nextAt === undefined
            ? []
            : [{kind: 'cron' as const, name: definition.name, what: definition.message, wakeAt: nextAt}],
        )
        .sort((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    load: definitions => {
      const starting = interrupted;
      // The first time too: who has followed since before, or drew the screen a moment ago, knows other jobs.
      store.transact(emit => tellCronChange(index.load(definitions), {describe, emit, log}));
      interrupted = undefined;
      for (const run of starting ?? []) resume(run);
    },
    list: cronJobs.list,
    get: name => describe(entryOf(name)),
    runNow: name => {
      const {definition} = entryOf(name);
      if (isBusy({...definition, overlap: 'allow'}))
        throw new GatewayError('busy', `${name} has ${MOST_WAITING} runs waiting already; let them end first.`);
      const now = clock.now();
      // Windows are whole minutes: an instant beside them takes none away.
      const free = now % MINUTE === 0 ? 1 : 0;
      const run = store.transact(emit => {
        for (let at = now + free; at < now + MOST_AT_ONCE; at += 1) {
          const claimed = claim(at, now, definition, emit, {schedule: 'by hand'});
          if (claimed !== undefined) return claimed;
        }
        throw new GatewayError('conflict', `${name} has been started at this very instant already.`);
      });
      work(definition, run);
      return run.id;
    },
    setPaused: (name, paused) =>
      store.transact(emit => {
        const job = describe(index.setPaused(entryOf(name), paused));
        emit({type: 'cron.changed', cause: name, job});
        return job;
      }),
    resume,
  };
};

const OVERLAPPED = 'The run before it was still working.';
/** So many runs may be started by hand within one millisecond. */
const MOST_AT_ONCE = 100;
/** Each is a transaction of its own: so many hold up everybody else for less than a tenth of a second. */
const AT_ONCE = 40;
