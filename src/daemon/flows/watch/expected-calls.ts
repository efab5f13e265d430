// Tells a person when the expected call of a hook doesn't come, once, and once when it comes again. The calls are
// stored, and each notice is stored with the mark that it was given, so neither a crash nor a restart repeats one.
import type {ExpectedCall} from '../../../shared/records/expected-call.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {sessionOfTarget} from '../../../shared/records/session-key.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {readSpan} from '../../../shared/time/job-timeout.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {HookConfig} from '../../config/http-config.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import type {Announcer} from '../announce.ts';
import {
  callOf,
  dueAtOf,
  type Expectation,
  type Expectations,
  earlierBy,
  formatOverdue,
  formatReturned,
  heardAt,
  overdueReason,
} from './expectation.ts';

export type ExpectedCalls = WakeSource &
  Disposable & {
    /** An authenticated request came. Undefined if nothing is expected of the hook. Throws if it can't be stored. */
    readonly called: (hook: string) => ExpectedCall | undefined;
    /** Call it after the configuration or the HTTP server changed. */
    readonly look: () => void;
    readonly status: () => readonly ExpectedCall[];
    readonly problems: () => readonly Problem[];
  };

type Watching = Core & {
  readonly announcer: Pick<Announcer, 'aim' | 'putDirectly'>;
  /** True while the HTTP server can hear calls. */
  readonly isListening: () => boolean;
};

export const openExpectedCalls = (deps: Watching): ExpectedCalls => {
  const {clock, config, log, reschedule, isListening} = deps;
  const kept = keepExpectations(deps);
  let ticking: Disposable | undefined;
  /** The first look of a daemon finds how long none listened. */
  let hasHeard = false;

  const listenedAt = (now: EpochMs): Expectations => {
    const names = watchedIn(config()).map(({name}) => name);
    return heardAt(now, kept.current(), {names, longestMs: hasHeard ? LONGEST_TICK_MS : 0});
  };

  const look = (): void => {
    if (watchedIn(config()).length === 0) {
      ticking?.[Symbol.dispose]();
      ticking = undefined;
      hasHeard = false;
      kept.clear();
      return;
    }
    ticking ??= clock.lookAgain('expected calls', look);
    if (!isListening()) return;
    const hasChanged = kept.heard(listenedAt(clock.now()));
    if (hasChanged || !hasHeard) reschedule();
    hasHeard = true;
  };

  const due = (): readonly Waited[] => {
    if (!hasHeard || !isListening()) return [];
    return watchedIn(config()).flatMap(watched => {
      const state = kept.current().hooks[watched.name];
      if (state === undefined || state.overdueAt !== undefined) return [];
      return [{...watched, state, dueAt: dueAtOf(state, watched.withinMs)}];
    });
  };

  const status = (): readonly ExpectedCall[] =>
    watchedIn(config()).flatMap(({name, withinMs}) => {
      const state = kept.current().hooks[name];
      return state === undefined ? [] : [callOf(name, withinMs, state)];
    });

  return {
    kind: 'watch',
    nextAt: () => due().reduce<EpochMs | undefined>((first, {dueAt}) => Math.min(first ?? dueAt, dueAt), undefined),
    upcoming: () => [],
    fireDue: now => {
      if (due().every(({dueAt}) => dueAt > now)) return;
      // A machine that slept wakes up here first, and didn't listen either.
      look();
      for (const waited of due().filter(({dueAt}) => dueAt <= now)) {
        const {name, withinMs, state} = waited;
        const text = formatOverdue(name, withinMs, state, now, zoneFor(deps, waited));
        log.warn({hook: name}, text);
        kept.change(name, {...state, overdueAt: now}, emit => tell(deps, waited, text, emit));
      }
    },
    settleClock: (_, byMs) => {
      if (byMs > 0) kept.set(earlierBy(byMs, kept.current()));
    },
    called: hook => {
      const watched = watchedIn(config()).find(({name}) => name === hook);
      if (watched === undefined) return undefined;
      const now = clock.now();
      kept.heard(listenedAt(now));
      hasHeard = true;
      const before = kept.current().hooks[hook] ?? {sinceAt: now, deaf: []};
      const state = {sinceAt: before.sinceAt, lastAt: now, deaf: []};
      kept.change(hook, state, emit => {
        if (before.overdueAt === undefined) return;
        tell(deps, watched, formatReturned(hook, before, now, zoneFor(deps, watched)), emit);
      });
      reschedule(now + watched.withinMs);
      return callOf(hook, watched.withinMs, state);
    },
    look,
    status,
    problems: () => (isListening() ? overdueProblems(deps, status()) : watchedIn(config()).map(unheard)),
    [Symbol.dispose]: () => {
      ticking?.[Symbol.dispose]();
      if (!hasHeard || !isListening()) return;
      try {
        kept.set({...kept.current(), heardAt: clock.now()});
      } catch (error) {
        log.warn({error}, `Couldn't note how long Rooster listened for pings: ${errorMessage(error)}`);
      }
    },
  };
};

type Watched = {readonly name: string; readonly hook: HookConfig; readonly withinMs: number};
type Waited = Watched & {readonly state: Expectation; readonly dueAt: EpochMs};

const watchedIn = ({hooks}: Pick<Config, 'hooks'>): readonly Watched[] =>
  Object.entries(hooks).flatMap(([name, hook]) => {
    const withinMs = hook.expect === undefined ? undefined : readSpan(hook.expect);
    return withinMs === undefined ? [] : [{name, hook, withinMs}];
  });

/** The stored state, as one value. What is in force is what was stored. */
const keepExpectations = ({store, clock}: Pick<Core, 'store' | 'clock'>) => {
  let known: Expectations | undefined;
  let savedAt: EpochMs = Number.NEGATIVE_INFINITY;

  const current = (): Expectations => {
    known ??= JSON.parse(store.cursors.get(CURSOR) ?? '{"hooks": {}}') as Expectations;
    return known;
  };

  const set = (next: Expectations, also: (emit: Emit) => void = () => {}): void => {
    store.transact(emit => {
      store.cursors.set(CURSOR, JSON.stringify(next));
      also(emit);
    });
    known = next;
    savedAt = clock.now();
  };

  return {
    current,
    set,
    /** `also`: stored in the same transaction. */
    change: (hook: string, state: Expectation, also: (emit: Emit) => void): void =>
      set({...current(), hooks: {...current().hooks, [hook]: state}}, also),
    /** True if the hooks changed. Otherwise it is stored once a minute. */
    heard: (next: Expectations): boolean => {
      const hasChanged = JSON.stringify(next.hooks) !== JSON.stringify(current().hooks);
      if (hasChanged || Math.abs(clock.now() - savedAt) >= SAVED_EVERY_MS) set(next);
      else known = next;
      return hasChanged;
    },
    clear: (): void => {
      if (known !== undefined && Object.keys(known.hooks).length > 0) set({hooks: {}});
    },
  };
};

const overdueProblems = ({clock, people}: Core, calls: readonly ExpectedCall[]): readonly Problem[] =>
  calls
    .filter(({overdueAt}) => overdueAt !== undefined)
    .map(call => ({
      key: `hooks.${call.hook}.expect`,
      reason: overdueReason(call, clock.now(), people.zoneOf(people.owner())),
      inForce: 'look at the program that should ping',
    }));

const unheard = ({name}: Watched): Problem => ({
  key: `hooks.${name}.expect`,
  reason: 'Nothing listens over HTTP, so no ping can come.',
  inForce: 'set http.listen',
});

/** The person of the hook's conversation, else the owner. */
const personOf = ({people, agent}: Core, {hook: {target}}: Watched): string | undefined => {
  const session = target === undefined ? undefined : sessionOfTarget(agent(), target);
  return (session && people.userIn(session)) ?? people.owner();
};

const zoneFor = (deps: Core, watched: Watched): string => deps.people.zoneOf(personOf(deps, watched));

/** In the transaction that stores the change. The notice goes the person's ways. */
const tell = (deps: Watching, watched: Watched, text: string, emit: Emit): void => {
  const {announcer, people, ids} = deps;
  const person = personOf(deps, watched);
  const run = {id: ids.next('req')};
  const key = `watch:${watched.name}:${run.id}`;
  const source = {kind: 'system', name: 'watch'} as const;
  const otherwise = person === undefined ? [] : people.addressesOf(person);
  const urgent = watched.hook.urgent === true;
  for (const address of announcer.aim({run, text, source, person, kind: 'announce', otherwise, urgent, key}))
    announcer.putDirectly({source, text, key}, address, emit);
};

const CURSOR = 'hooks.expected';
const SAVED_EVERY_MS = MINUTE;
/** The tick comes each 30 s. */
const LONGEST_TICK_MS = 90 * SECOND;
