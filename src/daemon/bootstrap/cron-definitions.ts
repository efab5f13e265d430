// The definitions of cron jobs, from both places: the configuration and the files of the workspace.
import {CHANNELS} from '../../shared/records/channels.ts';
import type {Places} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {ConfigStore} from '../config/config.ts';
import {isServed} from '../config/config-schema.ts';
import {modelProblem} from '../config/model-names.ts';
import {cronPeople, defineCron, mistakenJobs} from '../flows/cron/define-cron.ts';
import type {Log} from '../ports/system.ts';
import {cronProblem} from '../schedule/cron/cron-expression.ts';
import type {CronDefinitions} from '../schedule/cron/cron-index.ts';
import type {Zones} from '../system/zones.ts';
import {PRE_TOOLS} from '../tools/pre-tools.ts';
import {type CronFolder, type CronFolderWatch, followCronFolder} from '../workspace/cron-folder.ts';
import type {CronKnowledge} from '../workspace/cron-job-file.ts';

type FollowCronDeps = {
  readonly places: Places;
  readonly config: ConfigStore;
  readonly zones: Pick<Zones, 'isZone'>;
  readonly clock: Clock;
  readonly log: Log;
};

export type CronFiles = {
  /** Calls `load` with all definitions, once the files have been read and after each change, until disposed. */
  readonly follow: (load: (definitions: CronDefinitions) => void) => Disposable;
  /** Resolves once the files have been read. Before `follow` it waits. */
  readonly whenRead: () => Promise<void>;
};

export const createCronFiles = (deps: FollowCronDeps): CronFiles => {
  const following = Promise.withResolvers<CronFolderWatch>();
  return {
    whenRead: async () => (await following.promise).read(),
    follow: load => {
      const {folder, stop} = followBoth(deps, load);
      following.resolve(folder);
      return {[Symbol.dispose]: stop};
    },
  };
};

const followBoth = (deps: FollowCronDeps, load: (definitions: CronDefinitions) => void) => {
  const {places, config, zones, clock, log} = deps;
  using stack = new DisposableStack();
  let files: CronFolder | undefined;
  const define = (): void => {
    // Before the files have been read, half of the jobs would seem to be gone.
    if (files !== undefined) load(definitionsIn(config, places, files));
  };
  const folder = stack.use(
    followCronFolder({
      root: places.workspace,
      knowledge: () => cronKnowledge(config, zones),
      clock,
      log,
      onChange: found => {
        files = found;
        define();
      },
    }),
  );
  stack.use(
    config.onChange(() => {
      // A file may name people and models that are there now, or are gone.
      folder.reread();
      define();
    }),
  );
  const followed = stack.move();
  return {folder, stop: () => followed.dispose()};
};

/** The jobs of the configuration and of these files, and what is wrong with the others. */
export const definitionsIn = (
  config: Pick<ConfigStore, 'current' | 'problems' | 'lineOf'>,
  places: Pick<Places, 'config'>,
  files: CronFolder,
): CronDefinitions => {
  const invalid = [...mistakenJobs(config.problems(), places.config, config.lineOf), ...files.invalid];
  return defineCron(config.current(), {...files, invalid}, cronPeople(config.current()));
};

/** What the files are checked against. */
export const cronKnowledge = (config: Pick<ConfigStore, 'current'>, zones: Pick<Zones, 'isZone'>): CronKnowledge => ({
  cronProblem,
  isZone: zones.isZone,
  targetsOf: cronPeople(config.current()).targetsOf,
  people: config.current().users.map(({name}) => name),
  channels: CHANNELS,
  isServed: address => isServed(config.current(), address),
  modelProblem: name => modelProblem(config.current(), name),
  tools: PRE_TOOLS,
});
