// Opens the database and the configuration, which every other part needs.

import {dirname} from 'node:path';
import type {Problem} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import {socketsOf} from '../../shared/records/places.ts';
import type {Names} from '../../shared/text/names.ts';
import {checkConfig} from '../config/check-config.ts';
import {type ConfigStore, openConfig} from '../config/config.ts';
import type {TimeConfig} from '../config/config-schema.ts';
import {createSessionWorker, type SessionWorker} from '../flows/conversations/session-worker.ts';
import {followPeople, type UserChanges} from '../flows/follow-people.ts';
import {createForgetter} from '../flows/forget-old.ts';
import {recomputeSeries} from '../flows/reminders/recompute-series.ts';
import type {CursorStore} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {
  type FollowedCalendarSettings,
  followCalendarSettings,
} from '../schedule/recurrence/follow-calendar-settings.ts';
import type {Instants} from '../schedule/series/advance.ts';
import {createInstants} from '../schedule/series/instants.ts';
import {createNames} from '../sessions/names.ts';
import {hasRunIn} from '../store/database/start-notes.ts';
import {type OpenStore, openStore} from '../store/store.ts';
import {takeLock} from '../system/take-lock.ts';
import type {DaemonOptions} from './daemon-options.ts';
import {createJobSchedules, type JobSchedules} from './jobs/job-schedules.ts';
import {canonicalAmong, type KnownPeople, knownPeople} from './known-people.ts';
import {createTimeReaders, type TimeReaders, timeSettings} from './time-readers.ts';

export type StorePart = AsyncDisposable & {
  readonly world: World;
  readonly open: OpenStore;
  readonly config: ConfigStore;
  /** Reads the schedules of jobs. */
  readonly schedules: JobSchedules;
  /** The name of the agent in the configuration. */
  readonly agent: () => string;
  readonly people: KnownPeople;
  /** Applies renamed and removed users to the stored records. */
  readonly changes: Pick<UserChanges, 'isGone' | 'problems'>;
  /** When recurrences occur. */
  readonly instants: Instants;
  /** Readers for times in words. */
  readonly timeReaders: TimeReaders;
  /** Problems with the configured region. */
  readonly regionProblems: () => readonly Problem[];
  /** Calls the listener after a changed place or region gave series other instants. */
  readonly onSeriesMoved: (listener: () => void) => Disposable;
  readonly names: () => Names;
  readonly sessionWorker: SessionWorker;
  /** Schedules a cleanup of old records, after something new was stored. */
  readonly schedulePrune: () => void;
};

/** Rejects with a sentence when another daemon runs in this home, or when the database can't be used. */
export const buildStore = async (options: DaemonOptions): Promise<StorePart> => {
  const {clock, ids, log} = options;
  await using stack = new AsyncDisposableStack();
  const store = await lockAndOpen(options, stack);
  let opened: ConfigStore | undefined;
  const settings = () => timeSettings(options.env, opened?.current().time ?? {});
  let followed: FollowedCalendarSettings | undefined;
  const around = () => followed?.current() ?? {};
  const instants = createInstants(around);
  const schedules = createJobSchedules(() => ({now: clock.now(), ...settings(), calendar: around()}));
  const config = stack.use(openConfigIn(options, schedules, store.cursors));
  opened = config;
  const world: World = {clock, ids, log, store};
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
  const whole = stack.move();
  return {
    world,
    open: store,
    config,
    schedules,
    agent: () => config.current().agent.id,
    people: knownPeople({
      config: config.current,
      chatUser: session => store.sessions.get(session)?.user,
      cursors: store.cursors,
    }),
    changes,
    instants,
    timeReaders: createTimeReaders({env: options.env, time, calendar: surroundings.current}),
    regionProblems: surroundings.problems,
    onSeriesMoved: moved => {
      const check = (): void => {
        if (recompute()) moved();
      };
      listeners.add(check);
      return {[Symbol.dispose]: () => listeners.delete(check)};
    },
    names: createNames({
      store,
      config: config.current,
      sourcesIn: ({users, signal}) => ({users, groups: signal?.groups ?? []}),
    }),
    sessionWorker,
    schedulePrune,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
};

const lockAndOpen = async (options: DaemonOptions, stack: AsyncDisposableStack): Promise<OpenStore> => {
  const {places, clock, log, onBroken, onHomeGone, backsUp = false} = options;
  // Checked before the lock, because the lock creates files in the folder.
  const ranBefore = hasRunIn(places);
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  const folders = [places.workspace, dirname(places.log), dirname(places.config)];
  const store = stack.use(openStore({path: places.database, clock, log, ranBefore, onBroken, folders, onHomeGone}));
  stack.use(store.health.watch());
  if (backsUp) {
    stack.use(store.backups.daily());
    stack.use(store.check.weekly());
  }
  return store;
};

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
