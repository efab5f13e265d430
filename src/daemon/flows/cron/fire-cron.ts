// A cron job's hour: its window is claimed once, its run works in an isolated session, and what it found is announced. Windows
// nobody was there for are recorded, never passed over; a job's runs work one after the other.
import {type Address, channelOf} from '../../../shared/address.ts';
import type {CronDefinition, CronJob, InvalidJob} from '../../../shared/cron-job.ts';
import {GatewayError, wordsFor} from '../../../shared/gateway-error.ts';
import type {RunId} from '../../../shared/ids.ts';
import type {Run} from '../../../shared/jobs.ts';
import {cronSession, mainSession} from '../../../shared/session-key.ts';
import {DAY, type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time.ts';
import type {Trust} from '../../../shared/trust.ts';
import type {Emit, World} from '../../ports.ts';
import {type CronDefinitions, type CronEntry, createCronBook} from '../../schedule/cron-book.ts';
import {createCronMarks} from '../../schedule/cron-marks.ts';
import {missedWords, tellCronChange} from '../../schedule/cron-news.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {forgetTranscripts} from '../../turns/run-transcript.ts';
import {type Announcer, scheduledTask} from '../announce.ts';
import type {JobRunner} from '../run-job.ts';

export type FireCronDeps = World & {
  readonly agent: () => string;
  readonly jobs: JobRunner;
  readonly announcer: Pick<Announcer, 'putNotice'>;
  /** The person at the terminal, whose the jobs of nobody are. */
  readonly owner: () => string | undefined;
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  /** The prompt of a run: what its pre-tools say, what it said last time, and its own words. Rejects with a sentence. */
  readonly promptOf: (job: CronDefinition, run: Run) => Promise<string>;
  /** After a successful run: what it said, for the next one. */
  readonly keepOutput: (job: CronDefinition, output: string) => Promise<void>;
};

export type CronSource = WakeSource & {
  /** Takes over what the configuration and the files define now. */
  readonly load: (definitions: CronDefinitions) => void;
  readonly list: () => {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
  readonly get: (name: string) => CronJob;
  /** Runs it now (or as soon as its last run has ended), whatever its schedule says; its windows stay as they are. */
  readonly runNow: (name: string) => RunId;
  readonly setPaused: (name: string, paused: boolean) => CronJob;
  readonly carryOn: (run: Run) => void;
};

export const createCronSource = (deps: FireCronDeps): CronSource => {
  const {store, clock, log} = deps;
  const book = createCronBook({store, clock});
  const openedAt = clock.now();
  const lines = new Map<string, {waiting: number; last: Promise<void>}>();
  /** Runs to carry on with once it is known which jobs there are; undefined from then on. */
  let interrupted: Run[] | undefined = [];

  const describe = ({definition, nextAt}: CronEntry): CronJob => {
    const [last] = store.runs.list({kind: 'cron', name: definition.name, limit: 1});
    return {
      ...definition,
      paused: book.isPaused(definition.name),
      ...(nextAt === undefined ? {} : {nextAt}),
      ...(last === undefined ? {} : {last: lastOf(last)}),
    };
  };

  const entryOf = (name: string): CronEntry => {
    const entry = book.get(name);
    if (entry !== undefined) return entry;
    const broken = book.invalid().find(({file}) => file === `cron/${name}.md`);
    if (broken === undefined) throw new GatewayError('not_found', `There is no cron job "${name}".`);
    throw new GatewayError('invalid', `${name} cannot run: ${broken.file}, line ${broken.line}: ${broken.reason}`);
  };

  /** One after the other: they share a session, and the next may carry on what the one before it said. */
  const work = (definition: CronDefinition, run: Run): void => {
    const {name} = definition;
    const line = lines.get(name) ?? {waiting: 0, last: Promise.resolve()};
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(async () => {
      await perform(deps, definition, run).catch((error: unknown) => {
        log.error({run: run.id, error}, `a run broke: ${wordsFor(error)}`);
      });
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(name);
    });
  };

  const isBusy = ({name, overlap}: CronDefinition): boolean => {
    const {waiting = 0} = lines.get(name) ?? {};
    return waiting >= (overlap === 'skip' ? 1 : MOST_WAITING);
  };

  const handle = (entry: CronEntry, now: EpochMs): void => {
    const {run: onTime, missed} = book.windowsOf(entry, now);
    const last = onTime ?? missed?.last;
    if (last === undefined) return;
    const {definition} = entry;
    // One run makes up for all that was missed, unless the window of this very minute runs anyway.
    const catchUp = onTime === undefined && definition.missed === 'once' ? missed?.last : undefined;
    const window = onTime ?? catchUp;
    const started = store.transact(emit => {
      if (missed !== undefined && catchUp === undefined)
        claim(missed.last, now, definition, emit, {skipped: missedWords(missed)});
      const skipped = isBusy(definition) ? OVERLAPPED : undefined;
      const run = window === undefined ? undefined : claim(window, now, definition, emit, {skipped});
      emit({type: 'cron.changed', cause: definition.name, job: describe(book.handled(entry, last, now))});
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

  const carryOn = (run: Run): void => {
    const entry = book.get(run.name);
    if (interrupted !== undefined) interrupted.push(run);
    else if (entry !== undefined) work(entry.definition, run);
    else abandon(deps, run);
  };

  return {
    kind: 'cron',
    nextAt: () => {
      let earliest: EpochMs | undefined;
      for (const {nextAt} of book.entries()) {
        if (nextAt !== undefined && (earliest === undefined || nextAt < earliest)) earliest = nextAt;
      }
      return earliest;
    },
    fireDue: now => {
      book.settleClock(now);
      let failure: unknown;
      for (const entry of book.entries()) {
        try {
          handle(entry, now);
        } catch (error) {
          // It keeps no other from its hour; the scheduler tries again after a pause.
          failure = error;
          log.error({name: entry.definition.name, error}, `a cron job could not be run: ${wordsFor(error)}`);
        }
      }
      if (failure !== undefined) throw failure;
    },
    upcoming: (_, limit) =>
      book
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
      store.transact(emit => tellCronChange(book.load(definitions), {describe, emit, log}));
      interrupted = undefined;
      for (const run of starting ?? []) carryOn(run);
    },
    list: () => ({jobs: book.entries().map(describe), invalid: book.invalid()}),
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
        const job = describe(book.setPaused(entryOf(name), paused));
        emit({type: 'cron.changed', cause: name, job});
        return job;
      }),
    carryOn,
  };
};

const perform = async (deps: FireCronDeps, job: CronDefinition, run: Run): Promise<void> => {
  // Each run begins with an empty conversation; what the last one said comes by carry_last_output, if at all.
  if (run.output === undefined && deps.store.sessions.get(run.session) !== undefined) {
    deps.store.transact(emit => {
      deps.store.sessions.reset(run.session, deps.clock.now());
      emit({type: 'session.reset', session: run.session, cause: run.id});
    });
  }
  const [first] = job.deliver;
  const user = job.user ?? deps.owner();
  await deps.jobs.run({
    run,
    source: {kind: 'cron', name: job.name},
    title: job.name,
    task: scheduledTask(job.name, job.message),
    prompt: async () => ({text: await deps.promptOf(job, run)}),
    // Somebody who is not configured has no trust; a job of nobody's is the operator's, who wrote it.
    trust: job.user === undefined ? 'full' : (deps.trustOf(job.user) ?? 'public'),
    ...(user === undefined ? {} : {user}),
    ...(first === undefined ? {} : {promptChannel: channelOf(first)}),
    targets: job.announce === 'none' ? NOWHERE : job.deliver,
    announce: job.announce,
    ...(job.model === undefined ? {} : {model: job.model}),
    ...(job.timeoutMs === undefined ? {} : {limitMs: job.timeoutMs}),
    keep: output => deps.keepOutput(job, output),
    onEnd: (ended, emit) => {
      tellIncident(deps, ended, emit);
      const old = {kind: 'cron', name: job.name, keep: MOST_KEPT, before: ended.startedAt - LONGEST_KEPT_MS} as const;
      forgetTranscripts(deps.store, deps.store.runs.prune(old));
    },
  });
};

/**
 * A job that fails is told once, as a note in the operator's own conversation, until it works again, which is told once too.
 * An error is never delivered: on a channel it would read like an answer.
 */
const tellIncident = ({store, announcer, agent}: FireCronDeps, run: Run, emit: Emit): void => {
  const {name, status, error} = run;
  const failing = status === 'failed';
  const marks = createCronMarks(store.marks);
  if (failing === marks.isIncident(name)) return;
  marks.setIncident(name, failing);
  const words = failing
    ? `The scheduled job "${name}" failed: ${error ?? 'nobody knows why.'} Until it works again its failures are only listed with its runs.`
    : `The scheduled job "${name}" works again.`;
  announcer.putNotice(words, {run, source: {kind: 'cron', name}}, mainSession(agent()), emit);
};

/** A run of a job that is gone: it ends, and says why. */
const abandon = ({store, clock}: FireCronDeps, run: Run): void =>
  store.transact(emit => {
    const ended: Run = {
      ...run,
      status: 'failed',
      endedAt: clock.now(),
      error: 'It was interrupted, and its job is gone or cannot be used.',
    };
    store.runs.update(ended);
    emit({type: 'run.ended', session: run.session, cause: run.name, run: ended});
  });

const lastOf = ({status, startedAt, error}: Run) => ({status, startedAt, ...(error === undefined ? {} : {error})});

const OVERLAPPED = 'The run before it was still working.';
const NOWHERE: readonly Address[] = [];
/** So many runs of one job may wait for one another, where they may at all. */
const MOST_WAITING = 10;
/** So many runs may be started by hand within one millisecond. */
const MOST_AT_ONCE = 100;
/** What is kept of a job's runs. */
const MOST_KEPT = 100;
const LONGEST_KEPT_MS = 90 * DAY;
