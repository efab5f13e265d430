// Collects the definitions of cron jobs from the configuration and the files of the workspace.

import {CHANNELS} from '../../../shared/records/channels.ts';
import type {InvalidJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Places} from '../../../shared/records/places.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {ConfigStore} from '../../config/config.ts';
import {isServed} from '../../config/config-schema.ts';
import {modelProblem} from '../../config/model-names.ts';
import {cronPeople, defineCron, mistakenJobs} from '../../flows/cron/define-cron.ts';
import type {CronTexts} from '../../flows/cron/edit-cron.ts';
import type {Log} from '../../ports/system.ts';
import type {Canonical} from '../../routing/contacts.ts';
import type {CronDefinitions} from '../../schedule/cron/cron-index.ts';
import type {Zones} from '../../system/zones.ts';
import {PRE_TOOLS} from '../../tools/pre-tools.ts';
import {type CronFolder, type CronFolderWatch, followCronFolder, whyTooLarge} from '../../workspace/cron-folder.ts';
import {parseCronFile} from '../../workspace/cron-job-file.ts';
import {changedCronText, newCronText, zoneInCronText} from '../../workspace/cron-text.ts';
import type {CronKnowledge} from '../../workspace/cron-values.ts';
import type {JobSchedules} from './job-schedules.ts';

type FollowCronDeps = {
  readonly places: Places;
  readonly config: ConfigStore;
  readonly zones: Pick<Zones, 'isZone'>;
  readonly schedules: JobSchedules;
  readonly canonical: Canonical;
  readonly clock: Clock;
  readonly log: Log;
};

export type CronFiles = {
  /** Calls `load` with all definitions once the files have been read, and after each change, until disposed. */
  readonly follow: (load: (definitions: CronDefinitions) => void) => Disposable;
  /** Resolves once the files have been read, which happens after `follow`. */
  readonly whenRead: () => Promise<void>;
  /** Resolves when the files as they are now are in force. */
  readonly reread: () => Promise<void>;
  /** Writes and checks the texts of files. */
  readonly texts: CronTexts;
};

export const createCronFiles = (deps: FollowCronDeps): CronFiles => {
  const following = Promise.withResolvers<CronFolderWatch>();
  let files: CronFolder = {jobs: [], invalid: []};
  return {
    whenRead: async () => (await following.promise).read(),
    reread: async () => (await following.promise).rereadNow(),
    texts: textsOf(deps, () => files),
    follow: load => {
      const {folder, stop} = followBoth(deps, load, found => {
        files = found;
      });
      following.resolve(folder);
      return {[Symbol.dispose]: stop};
    },
  };
};

const textsOf = ({places, config, zones, schedules, canonical}: FollowCronDeps, files: () => CronFolder): CronTexts => {
  return {
    create: newCronText,
    change: changedCronText,
    zoneIn: zoneInCronText,
    check: (file, text) => {
      const tooLarge = whyTooLarge(Buffer.byteLength(text));
      if (tooLarge !== undefined) return {invalid: {file, line: 1, reason: tooLarge}};
      const parsed = parseCronFile(file, text, cronKnowledge(config, zones, schedules, canonical));
      if ('invalid' in parsed) return parsed;
      const {jobs, afterLines} = files();
      const others = jobs.filter(({origin}) => origin !== file);
      const twin = others.find(({name}) => name === parsed.job.name);
      if (twin !== undefined)
        return {invalid: {file, line: 1, reason: `name: "${twin.name}" is the name of ${twin.origin} already.`}};
      const current = config.current();
      const {invalid} = defineCron({
        config: current,
        files: {
          jobs: [...others, parsed.job],
          invalid: [],
          afterLines: {...afterLines, ...(parsed.afterLine !== undefined && {[file]: parsed.afterLine})},
        },
        people: cronPeople(current, canonical),
        configFile: places.config,
        lineOf: config.lineOf,
        readSchedule: schedules.read,
      });
      const fault = invalid.find(job => job.file === file);
      return fault === undefined ? {job: parsed.job} : {invalid: fault};
    },
  };
};

const followBoth = (
  deps: FollowCronDeps,
  load: (definitions: CronDefinitions) => void,
  found: (files: CronFolder) => void,
) => {
  const {places, config, zones, schedules, canonical, clock, log} = deps;
  using stack = new DisposableStack();
  let files: CronFolder | undefined;
  const define = (): void => {
    // Before the files have been read, jobs defined in files would look deleted.
    if (files !== undefined) load(definitionsIn(config, places, files, {schedules, canonical}));
  };
  const folder = stack.use(
    followCronFolder({
      root: places.workspace,
      knowledge: () => cronKnowledge(config, zones, schedules, canonical),
      clock,
      log,
      onChange: read => {
        files = read;
        found(read);
        define();
      },
    }),
  );
  stack.use(
    config.onChange(() => {
      // Users or models that a job file names may have been added or removed.
      folder.reread();
      define();
    }),
  );
  const followed = stack.move();
  return {folder, stop: () => followed.dispose()};
};

/** The valid jobs of the configuration and of these files, and the problems of the others. */
export const definitionsIn = (
  config: Pick<ConfigStore, 'current' | 'problems' | 'lineOf'>,
  places: Pick<Places, 'config'>,
  files: CronFolder,
  {schedules, canonical}: Pick<FollowCronDeps, 'schedules' | 'canonical'>,
): CronDefinitions => {
  const invalid = [...mistakenIn(config, places), ...files.invalid];
  const current = config.current();
  return defineCron({
    config: current,
    files: {...files, invalid},
    people: cronPeople(current, canonical),
    configFile: places.config,
    lineOf: config.lineOf,
    readSchedule: schedules.read,
  });
};

/** Jobs of the configuration that are invalid on their own, without the files. */
export const mistakenIn = (
  config: Pick<ConfigStore, 'problems' | 'lineOf'>,
  places: Pick<Places, 'config'>,
): readonly InvalidJob[] => mistakenJobs(config.problems(), places.config, config.lineOf);

/** The names that job files are checked against. */
export const cronKnowledge = (
  config: Pick<ConfigStore, 'current'>,
  zones: Pick<Zones, 'isZone'>,
  schedules: JobSchedules,
  canonical: Canonical,
): CronKnowledge => ({
  readSchedule: schedules.read,
  isZone: zones.isZone,
  targetsOf: cronPeople(config.current(), canonical).targetsOf,
  trustOf: cronPeople(config.current(), canonical).trustOf,
  people: config.current().users.map(({name}) => name),
  channels: CHANNELS,
  servedAt: given => {
    const address = canonical(given);
    return isServed(config.current(), address) ? address : undefined;
  },
  modelProblem: name => modelProblem(config.current(), name),
  tools: PRE_TOOLS,
});
