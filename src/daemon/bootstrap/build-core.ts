// Builds the core: the database, the configuration, and what every flow works with.
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {socketsOf} from '../../shared/records/places.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {type EpochMs, instantOfIso} from '../../shared/time/time.ts';
import {checkConfig} from '../config/check-config.ts';
import {type ConfigStore, openConfig} from '../config/config.ts';
import type {Config, TimeConfig} from '../config/config-schema.ts';
import type {Core} from '../core.ts';
import {createOutbox} from '../delivery/outbox.ts';
import {createReach} from '../delivery/reach/aim.ts';
import {createTerminals} from '../delivery/reach/terminals.ts';
import {createSessionWorker} from '../flows/conversations/session-worker.ts';
import {followPeople} from '../flows/follow-people.ts';
import {createForgetter} from '../flows/forget-old.ts';
import {followZones} from '../flows/reminders/places/follow-zones.ts';
import {recomputeSeries} from '../flows/reminders/places/recompute-series.ts';
import {priceOf} from '../models/model-prices.ts';
import type {Sandbox} from '../ports/sandbox.ts';
import type {CursorStore, Store} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {userNamed} from '../routing/conversation.ts';
import {
  type FollowedCalendarSettings,
  followCalendarSettings,
} from '../schedule/recurrence/follow-calendar-settings.ts';
import {createScheduler} from '../schedule/scheduler.ts';
import {createInstants} from '../schedule/series/instants.ts';
import {createNames} from '../sessions/names.ts';
import {createSessionIndex} from '../sessions/session-index.ts';
import {createSessions} from '../sessions/session-registry.ts';
import {leaveCell} from '../store/copy/cell-marks.ts';
import {hasRunIn} from '../store/database/start-notes.ts';
import {type OpenStore, openStore} from '../store/store.ts';
import {readSecret} from '../system/read-secret.ts';
import {createSandbox} from '../system/sandbox/sandbox.ts';
import {secretPaths} from '../system/sandbox/secret-paths.ts';
import {takeLock} from '../system/take-lock.ts';
import {STANDING} from '../tools/files/standing-files.ts';
import {servesChannel} from './channels/channel-entries.ts';
import {secretFiles} from './config-secrets.ts';
import type {DaemonOptions} from './daemon-options.ts';
import {createJobSchedules, type JobSchedules} from './jobs/job-schedules.ts';
import {canonicalAmong, knownPeople} from './known-people.ts';
import type {Base, BuildOptions} from './parts.ts';
import {createTimeReaders, timeSettings} from './time-readers.ts';

/** Rejects with a sentence when another daemon runs in this home, or when the database can't be used. */
export const buildCore = async (options: BuildOptions): Promise<Base & AsyncDisposable> => {
  const {clock, ids, log, boot} = options;
  await using stack = new AsyncDisposableStack();
  const {store, cell} = await lockAndOpen(options, stack);
  const world: World = {clock, ids, log, store};
  const lastSeenAt = lastInstant(store);
  const scheduler = createScheduler({...world, lastSeenAt});
  let opened: ConfigStore | undefined;
  const settings = () => timeSettings(options.env, opened?.current().time ?? {});
  let followed: FollowedCalendarSettings | undefined;
  const around = () => followed?.current() ?? {};
  const instants = createInstants(around);
  const schedules = createJobSchedules(() => ({now: clock.now(), ...settings(), calendar: around()}));
  const config = stack.use(openConfigIn(options, schedules, store.cursors));
  opened = config;
  const {schedule: schedulePrune} = stack.use(createForgetter(world));
  const sessionWorker = stack.use(createSessionWorker(world));
  const changes = followPeople({
    store,
    log,
    users: () => config.current().users,
    isSound: () => config.problems().length === 0,
  });
  changes.check();
  const time = (): TimeConfig => config.current().time;
  const listeners = new Set<() => void>();
  const surroundings = stack.use(
    await followCalendarSettings({
      time,
      onChange: listener => config.onChange(listener),
      onApplied: () => {
        for (const listener of listeners) listener();
      },
      onFailed: error => log.error({error}, `Couldn't apply the place or region: ${errorMessage(error)}`),
    }),
  );
  followed = surroundings;
  const recompute = (): boolean => recomputeSeries({...world, instants, surroundings: surroundings.text});
  recompute();
  stack.use(config.onChange(changes.check));
  const people = knownPeople({
    config: config.current,
    chatUser: session => store.sessions.get(session)?.user,
    cursors: store.cursors,
  });
  const follow = (): boolean => followZones({...world, instants, zoneOf: people.zoneOf});
  follow();
  const timeReaders = createTimeReaders({env: options.env, time, calendar: surroundings.current});
  const terminals = createTerminals(clock);
  const sessions = createSessions();
  const core: Core = {
    ...world,
    config: config.current,
    agent: () => config.current().agent.id,
    people,
    times: {instants, resolveWhen: timeReaders.resolveWhen, readWords: timeReaders.readWords},
    priceOf: model => priceOf(model, config.current().prices),
    outbox: createOutbox({...world, onAdded: schedulePrune, canonical: people.canonical}),
    reach: createReach({
      ...world,
      userNamed: name => userNamed(config.current(), name ?? ''),
      seen: terminals.seen,
      zoneOf: people.zoneOf,
      serves: name => servesChannel(options, config.current(), name),
      reschedule: scheduler.reschedule,
    }),
    sessions,
    index: createSessionIndex({...world, sessions, personIn: people.userIn, current: people.current}),
    startedAt: boot.startedAt,
    closing: boot.closing.signal,
    reschedule: scheduler.reschedule,
    schedulePrune,
  };
  const sandbox = options.sandbox ?? stack.use(sandboxIn(options, config.current));
  const whole = stack.move();
  return {
    ...options,
    core,
    ...{open: store, cell, gate: cell ?? options.gate, config, scheduler},
    lastSeenAt,
    schedules,
    changes,
    timeReaders,
    regionProblems: surroundings.problems,
    onSeriesMoved: moved => {
      const check = (): void => {
        if (recompute()) moved();
      };
      listeners.add(check);
      const following = config.onChange(() => {
        if (follow()) moved();
      });
      return {
        [Symbol.dispose]: () => {
          listeners.delete(check);
          following[Symbol.dispose]();
        },
      };
    },
    names: createNames({
      store,
      config: config.current,
      sourcesIn: ({users, signal}) => ({users, groups: signal?.groups ?? []}),
    }),
    sessionWorker,
    terminals,
    sandbox,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
};

const lastInstant = (store: Store): EpochMs | undefined => {
  const [last] = store.events.after(store.events.seq - 1, 1) ?? [];
  return last === undefined ? undefined : instantOfIso(last.at);
};

const lockAndOpen = async (
  options: DaemonOptions,
  stack: AsyncDisposableStack,
): Promise<{readonly store: OpenStore; readonly cell: Base['cell']}> => {
  const {places, backsUp = false} = options;
  // Checked before the lock, because the lock creates files in the folder.
  // A cell without a database is brought from elsewhere.
  const ranBefore = options.holdCell === undefined && hasRunIn(places);
  // The home of a cell was locked before the cell was taken.
  if (options.holdCell === undefined) {
    stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock: options.clock}));
    options.onLocked?.();
  }
  const folders = [places.workspace, dirname(places.log), dirname(places.config)];
  const store = stack.use(
    openStore({...options, path: places.database, ranBefore, folders, isLogged: options.holdCell !== undefined}),
  );
  stack.use(store.commitLog);
  if (options.holdCell === undefined && options.trial !== true) leaveCell(store.cursors);
  stack.use(store.health.watch());
  if (backsUp) {
    stack.use(store.backups.daily());
    stack.use(store.check.weekly());
  }
  // Its last commits go out when all else is closed.
  const cell = options.holdCell && stack.use(await options.holdCell(store));
  return {store, cell};
};

const sandboxIn = ({places, env}: DaemonOptions, config: () => Config): Sandbox & AsyncDisposable =>
  createSandbox(
    {
      workspace: places.workspace,
      standing: STANDING,
      scratch: join(dirname(places.database), 'scratch'),
      secret: () => [...secretPaths(places, homedir()), ...secretFiles(config())],
    },
    env,
    () =>
      Object.entries(config().policy.secrets).flatMap(([name, {secret, hosts}]) => {
        const reading = readSecret(secret, env);
        return reading.kind === 'secret' ? [{name, hosts, value: reading.value}] : [];
      }),
  );

const openConfigIn = (
  {places, zones, log, clock}: DaemonOptions,
  schedules: JobSchedules,
  cursors: CursorStore,
): ConfigStore =>
  openConfig({
    path: places.config,
    check: (raw, before) =>
      checkConfig(raw, {
        zones,
        isCron: schedules.problem,
        before,
        canonicalAmong: users => canonicalAmong(users, cursors),
      }),
    log,
    clock,
  });
