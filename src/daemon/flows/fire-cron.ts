// A cron job's hour: its window is claimed once, its run works in an isolated session, and what it found is announced. The
// book of jobs follows the configuration and the files; windows nobody was there for are recorded, never passed over.
import {type Address, channelOf} from '../../shared/address.ts';
import type {CronDefinition, CronJob, InvalidJob} from '../../shared/cron-job.ts';
import {GatewayError} from '../../shared/gateway-error.ts';
import type {RunId} from '../../shared/ids.ts';
import type {Run} from '../../shared/jobs.ts';
import {cronSession} from '../../shared/session-key.ts';
import {type EpochMs, isoOf, LATE_AFTER_MS} from '../../shared/time.ts';
import type {Trust} from '../../shared/trust.ts';
import type {Emit, World} from '../ports.ts';
import {nextInstant} from '../schedule/cron-expression.ts';
import {windowsUpTo} from '../schedule/due-windows.ts';
import type {WakeSource} from '../schedule/scheduler.ts';
import type {JobRunner} from './run-job.ts';

export type CronDefinitions = {readonly jobs: readonly CronDefinition[]; readonly invalid: readonly InvalidJob[]};

export type FireCronDeps = World & {
  readonly agent: () => string;
  readonly jobs: JobRunner;
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
  /** Runs it now, whatever its schedule says; its windows stay as they are. */
  readonly runNow: (name: string) => RunId;
  readonly setPaused: (name: string, paused: boolean) => CronJob;
  readonly carryOn: (run: Run) => void;
};

type Entry = {readonly definition: CronDefinition; nextAt: EpochMs | undefined};

export const createCronSource = (deps: FireCronDeps): CronSource => {
  const {store, clock} = deps;
  let entries = new Map<string, Entry>();
  let invalid: readonly InvalidJob[] = [];
  const working = new Map<string, number>();
  /** Runs to carry on with once it is known which jobs there are; undefined from then on. */
  let interrupted: Run[] | undefined = [];

  const describe = ({definition, nextAt}: Entry): CronJob => {
    const [last] = store.runs.list({kind: 'cron', name: definition.name, limit: 1});
    return {
      ...definition,
      paused: isPaused(deps, definition.name),
      ...(nextAt === undefined ? {} : {nextAt}),
      ...(last === undefined ? {} : {last: lastOf(last)}),
    };
  };

  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry !== undefined) return entry;
    throw new GatewayError('not_found', `There is no cron job "${name}".`);
  };

  const work = (definition: CronDefinition, run: Run): void => {
    working.set(definition.name, (working.get(definition.name) ?? 0) + 1);
    void perform(deps, definition, run).finally(() => {
      const left = (working.get(definition.name) ?? 1) - 1;
      if (left > 0) working.set(definition.name, left);
      else working.delete(definition.name);
    });
  };

  const handle = (entry: Entry, now: EpochMs): void => {
    const {definition} = entry;
    const next = entry.nextAt;
    if (next === undefined || next > now) return;
    const after = (at: EpochMs): EpochMs | undefined => nextInstant(definition.cron, definition.zone, at);
    const windows = windowsUpTo(next, now, after);
    const busy = definition.overlap === 'skip' && working.has(definition.name);
    const started = store.transact(emit => {
      const handled = windows.run ?? windows.missed?.last ?? next;
      store.marks.set(markOf(definition), markFor(definition, handled));
      const runs: Run[] = [];
      if (windows.missed !== undefined) runs.push(...miss(deps, definition, windows.missed, now, emit));
      if (windows.run !== undefined) {
        const run = claim(deps, definition, windows.run, now, emit, busy ? OVERLAPPED : undefined);
        if (run !== undefined) runs.push(run);
      }
      return runs;
    });
    entry.nextAt = after(now);
    for (const run of started) if (run.status === 'running') work(definition, run);
  };

  const carryOn = (run: Run): void => {
    const entry = entries.get(run.name);
    if (interrupted !== undefined) interrupted.push(run);
    else if (entry !== undefined) work(entry.definition, run);
    else abandon(deps, run);
  };

  return {
    kind: 'cron',
    nextAt: () => {
      let earliest: EpochMs | undefined;
      for (const {nextAt} of entries.values()) {
        if (nextAt !== undefined && (earliest === undefined || nextAt < earliest)) earliest = nextAt;
      }
      return earliest;
    },
    fireDue: now => {
      for (const entry of entries.values()) handle(entry, now);
    },
    upcoming: (_, limit) =>
      [...entries.values()]
        .flatMap(({definition, nextAt}) =>
          nextAt === undefined
            ? []
            : [{kind: 'cron' as const, name: definition.name, what: definition.message, wakeAt: nextAt}],
        )
        .sort((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    load: definitions => {
      const before = entries;
      entries = new Map(definitions.jobs.map(job => [job.name, open(deps, job, before.get(job.name))]));
      const starting = interrupted;
      // What a start finds is in the snapshot; only what changes under it is news.
      if (starting === undefined) tellChanges({deps, before, after: entries, describe});
      tellInvalid(deps, invalid, definitions.invalid);
      invalid = definitions.invalid;
      interrupted = undefined;
      for (const run of starting ?? []) carryOn(run);
    },
    list: () => ({jobs: [...entries.values()].map(describe), invalid}),
    get: name => describe(entryOf(name)),
    runNow: name => {
      const {definition} = entryOf(name);
      const now = clock.now();
      const run = store.transact(emit => claim(deps, definition, now, now, emit));
      if (run === undefined)
        throw new GatewayError('conflict', `${name} has been started at this very instant already.`);
      work(definition, run);
      return run.id;
    },
    setPaused: (name, paused) => {
      const entry = entryOf(name);
      store.transact(emit => {
        store.marks.set(`cron.paused:${name}`, paused ? 'yes' : '');
        // What passes while it is paused is not missed: it goes on with its next window.
        store.marks.set(markOf(entry.definition), markFor(entry.definition, clock.now()));
        entry.nextAt = nextOf(deps, entry.definition);
        emit({type: 'cron.changed', cause: name, job: describe(entry)});
      });
      return describe(entry);
    },
    carryOn,
  };
};

/** A job as it is taken into the book: its next window follows the last one that was handled under this schedule. */
const open = (deps: FireCronDeps, definition: CronDefinition, known: Entry | undefined): Entry => {
  if (
    known !== undefined &&
    scheduleOf(known.definition) === scheduleOf(definition) &&
    known.definition.enabled === definition.enabled
  ) {
    return {definition, nextAt: known.nextAt};
  }
  const {store, clock} = deps;
  const mark = store.marks.get(markOf(definition));
  // A new schedule (or a job that comes back) begins now: it never fires for an instant that passed before it was there.
  if (mark === undefined || !mark.startsWith(`${scheduleOf(definition)} `) || known !== undefined) {
    store.transact(() => store.marks.set(markOf(definition), markFor(definition, clock.now())));
  }
  return {definition, nextAt: nextOf(deps, definition)};
};

const nextOf = (deps: FireCronDeps, definition: CronDefinition): EpochMs | undefined => {
  if (!definition.enabled || isPaused(deps, definition.name)) return undefined;
  const mark = deps.store.marks.get(markOf(definition)) ?? '';
  const handled = Number(mark.slice(mark.lastIndexOf(' ') + 1));
  return nextInstant(definition.cron, definition.zone, handled || deps.clock.now());
};

const claim = (
  {store, ids, agent, log}: FireCronDeps,
  {name}: CronDefinition,
  scheduledFor: EpochMs,
  now: EpochMs,
  emit: Emit,
  skipped?: string,
): Run | undefined => {
  const run = store.runs.claim({
    id: ids.next('run'),
    kind: 'cron',
    name,
    session: cronSession(agent(), name),
    status: skipped === undefined ? 'running' : 'skipped',
    scheduledFor,
    startedAt: now,
    attempt: 1,
    late: now - scheduledFor > LATE_AFTER_MS,
    ...(skipped === undefined ? {} : {endedAt: now, error: skipped}),
  });
  if (run === undefined) return undefined;
  if (skipped !== undefined) log.warn({run: run.id, name}, `a cron window was skipped: ${skipped}`);
  emit({type: skipped === undefined ? 'run.started' : 'run.ended', session: run.session, cause: name, run});
  return run;
};

/** Windows that passed unattended: one record for all of them, or (`missed: once`) one run for the last. */
const miss = (
  deps: FireCronDeps,
  definition: CronDefinition,
  {count, first, last}: {readonly count: number; readonly first: EpochMs; readonly last: EpochMs},
  now: EpochMs,
  emit: Emit,
): readonly Run[] => {
  const windows =
    count === 1 ? `the window of ${isoOf(last)}` : `${count} windows from ${isoOf(first)} to ${isoOf(last)}`;
  const once = definition.missed === 'once';
  const run = claim(
    deps,
    definition,
    last,
    now,
    emit,
    once ? undefined : `Missed ${windows}: nothing was running then.`,
  );
  return run === undefined ? [] : [run];
};

const perform = async (deps: FireCronDeps, job: CronDefinition, run: Run): Promise<void> => {
  // Each run begins with an empty conversation; what the last one said comes by carry_last_output, if at all.
  if (run.output === undefined && deps.store.sessions.get(run.session) !== undefined) {
    deps.store.transact(() => deps.store.sessions.reset(run.session, deps.clock.now()));
  }
  const trust = job.user === undefined ? 'full' : (deps.trustOf(job.user) ?? 'public');
  const [first] = job.deliver;
  const ended = await deps.jobs.run({
    run,
    source: {kind: 'cron', name: job.name},
    title: job.name,
    prompt: () => deps.promptOf(job, run),
    trust,
    ...(job.user === undefined ? {} : {user: job.user}),
    ...(first === undefined ? {} : {promptChannel: channelOf(first)}),
    targets: job.announce === 'none' ? NOWHERE : job.deliver,
    announce: job.announce,
    ...(job.model === undefined ? {} : {model: job.model}),
    ...(job.timeoutMs === undefined ? {} : {limitMs: job.timeoutMs}),
  });
  if (ended.status === 'ran' && ended.output !== undefined) await deps.keepOutput(job, ended.output);
};

/** A run of a job that is gone: it ends, and says why. */
const abandon = ({store, clock}: FireCronDeps, run: Run): void =>
  store.transact(emit => {
    const ended: Run = {
      ...run,
      status: 'failed',
      endedAt: clock.now(),
      error: 'It was interrupted, and its job is gone.',
    };
    store.runs.update(ended);
    emit({type: 'run.ended', session: run.session, cause: run.name, run: ended});
  });

const tellChanges = ({
  deps,
  before,
  after,
  describe,
}: {
  readonly deps: FireCronDeps;
  readonly before: ReadonlyMap<string, Entry>;
  readonly after: ReadonlyMap<string, Entry>;
  readonly describe: (entry: Entry) => CronJob;
}): void =>
  deps.store.transact(emit => {
    for (const [name, entry] of after) {
      const old = before.get(name);
      if (old !== undefined && same(old.definition, entry.definition)) continue;
      emit({type: 'cron.changed', cause: name, job: describe(entry)});
    }
    for (const [name, entry] of before) {
      if (!after.has(name)) emit({type: 'cron.changed', cause: name, job: describe(entry), removed: true});
    }
  });

/** Each mistake is told once, until it changes. */
const tellInvalid = ({store, log}: FireCronDeps, before: readonly InvalidJob[], now: readonly InvalidJob[]): void =>
  store.transact(emit => {
    for (const job of now) {
      if (before.some(known => same(known, job))) continue;
      log.warn(job, `a cron file cannot be used: ${job.file}:${job.line}: ${job.reason}`);
      emit({type: 'cron.invalid', ...job});
    }
  });

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isPaused = ({store}: FireCronDeps, name: string): boolean => store.marks.get(`cron.paused:${name}`) === 'yes';
const scheduleOf = ({cron, zone}: CronDefinition): string => `${cron}|${zone}`;
const markOf = ({name}: CronDefinition): string => `cron.handled:${name}`;
const markFor = (definition: CronDefinition, handled: EpochMs): string => `${scheduleOf(definition)} ${handled}`;
const lastOf = ({status, startedAt, error}: Run) => ({status, startedAt, ...(error === undefined ? {} : {error})});

const OVERLAPPED = 'The run before it was still working.';
const NOWHERE: readonly Address[] = [];
