// The jobs on a schedule, from the two places where they are written down: the configuration and the files of the workspace.
import {CHANNELS} from '../shared/records/address.ts';
import type {Places} from '../shared/records/places.ts';
import type {ConfigStore} from './config/config.ts';
import {isServed} from './config/config-schema.ts';
import {modelProblem} from './config/model-names.ts';
import {cronPeople, defineCron, mistakenJobs} from './flows/cron/define-cron.ts';
import {type CronSource, createCronSource} from './flows/cron/fire-cron.ts';
import type {WorkCronDeps} from './flows/cron/work-cron.ts';
import {cronProblem} from './schedule/cron-expression.ts';
import type {Zones} from './system/zones.ts';
import {PRE_TOOLS} from './tools/pre-tools.ts';
import {type CronFolder, followCronFolder} from './workspace/cron-folder.ts';

type CronRoomDeps = WorkCronDeps & {
  readonly places: Places;
  readonly config: ConfigStore;
  readonly zones: Zones;
  /** The jobs are others than before. */
  readonly reschedule: () => void;
};

type CronRoom = {
  readonly source: CronSource;
  /** Follows both until disposed. Before, no job is known. */
  readonly follow: () => CronJobs;
};

type CronJobs = Disposable & {
  /** Resolves once the files have been read. */
  readonly read: () => Promise<void>;
};

export const createCronRoom = ({places, config, zones, reschedule, ...deps}: CronRoomDeps): CronRoom => {
  const source = createCronSource(deps);
  let files: CronFolder | undefined;

  const define = (): void => {
    // Before the files have been read, half of the jobs would seem to be gone.
    if (files === undefined) return;
    const invalid = [...mistakenJobs(config.problems(), places.config, config.lineOf), ...files.invalid];
    source.load(defineCron(config.current(), {...files, invalid}, cronPeople(config.current())));
    reschedule();
  };

  const follow = (): CronJobs => {
    using stack = new DisposableStack();
    const folder = stack.use(
      followCronFolder({
        root: places.workspace,
        knowledge: () => ({
          cronProblem,
          isZone: zones.isZone,
          targetsOf: cronPeople(config.current()).targetsOf,
          people: config.current().users.map(({name}) => name),
          channels: CHANNELS,
          isServed: address => isServed(config.current(), address),
          modelProblem: name => modelProblem(config.current(), name),
          tools: PRE_TOOLS,
        }),
        clock: deps.clock,
        log: deps.log,
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
    return {read: folder.read, [Symbol.dispose]: () => followed.dispose()};
  };

  return {source, follow};
};
