// Commands that need no running daemon: check the configuration or the jobs, write a key. Each prints one JSON document
// on stdout and exits with 1 if something is wrong.

import {toWire} from '../../../shared/fields/wire.ts';
import type {Places} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {systemClock} from '../../../shared/time/clock.ts';
import type {SignalProbe} from '../../channels/signal/probe.ts';
import {probeSignal} from '../../channels/signal/probe.ts';
import {checkConfig} from '../../config/check-config.ts';
import {type ConfigStore, openConfig} from '../../config/config.ts';
import type {Config, SignalConfig} from '../../config/config-schema.ts';
import {shownConfig} from '../../config/mask-secrets.ts';
import {describeModel} from '../../models/model-registry.ts';
import type {Canonical} from '../../routing/contacts.ts';
import {zoneOf} from '../../routing/resolve-route.ts';
import {nextInstant} from '../../schedule/cron/cron-expression.ts';
import type {CronDefinitions} from '../../schedule/cron/cron-index.ts';
import {readOnlyCursors} from '../../store/read-only-cursors.ts';
import {quietLog} from '../../system/quiet-log.ts';
import {systemZones} from '../../system/zones.ts';
import {readCronFolder} from '../../workspace/cron-folder.ts';
import {cronKnowledge, definitionsIn} from '../jobs/cron-definitions.ts';
import {createJobSchedules, type JobSchedules} from '../jobs/job-schedules.ts';
import {canonicalAmong} from '../known-people.ts';

type Check = 'get-config' | 'check-config' | 'check-cron' | 'check-signal' | 'set-config';

export const runOfflineVerb = async (check: Check, args: readonly string[], places: Places): Promise<number> => {
  const clock = systemClock();
  const cursors = readOnlyCursors(places.database);
  let opened: ConfigStore | undefined;
  const schedules = createJobSchedules(() => ({
    now: clock.now(),
    calendar: {place: opened?.current().time.place},
  }));
  using config = openConfig({
    path: places.config,
    check: (raw, before) =>
      checkConfig(raw, {
        zones: systemZones(),
        isCron: schedules.problem,
        before,
        canonicalAmong: users => canonicalAmong(users, cursors),
      }),
    log: quietLog,
    clock,
  });
  opened = config;
  switch (check) {
    case 'get-config':
      return answer({path: places.config, config: shownConfig(config.current(), args[0])}, true);
    case 'check-config':
      return answer({problems: config.problems()}, config.problems().length === 0);
    case 'set-config':
      return setConfig(config, args);
    case 'check-cron': {
      const {jobs, invalid} = await readJobs(config, places, {
        schedules,
        canonical: canonicalAmong(() => config.current().users, cursors),
      });
      const checked = jobs.map(job => ({
        ...job,
        nextAt: job.cron === undefined ? undefined : nextInstant(job.cron, job.zone, clock.now()),
        personZone: zoneOf(config.current(), job.user),
      }));
      return answer(toWire({jobs: checked, invalid}), invalid.length === 0);
    }
    case 'check-signal':
      return answer(await checkSignal(config.current(), places), true);
  }
};

const readJobs = async (
  config: ConfigStore,
  places: Places,
  {schedules, canonical}: {readonly schedules: JobSchedules; readonly canonical: Canonical},
): Promise<CronDefinitions> => {
  const files = await readCronFolder(places.workspace, cronKnowledge(config, systemZones(), schedules, canonical));
  return definitionsIn(config, places, files, {schedules, canonical});
};

/** Reports the Signal configuration and its problems as data. The caller writes the sentences. */
const checkSignal = async ({signal, users}: Config, {database}: Places): Promise<SignalCheck> => {
  const config = signal ?? NOT_CONFIGURED;
  const people = users.map(({name, match}) => ({name, match}));
  const probe = await probeSignal({config, database, clock: systemClock()});
  return {signal, users: people, probe};
};

type SignalCheck = {
  readonly signal?: SignalConfig;
  readonly users: readonly {readonly name: string; readonly match: readonly string[]}[];
  readonly probe: SignalProbe;
};

/** The command that linking would start. */
const NOT_CONFIGURED = {endpoint: 'spawn', command: 'signal-cli'} as const;

const setConfig = async (config: ConfigStore, [key, json]: readonly string[]): Promise<number> => {
  if (key === undefined) throw new GatewayError('invalid', 'Say which key to set, and its value as JSON.');
  const problems = await config.set(key, json === undefined ? undefined : parsed(json));
  const model = describeModel(config.current(), process.env);
  return answer({problems, model}, problems.length === 0);
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new GatewayError('invalid', `The value isn't JSON: ${json}`, {cause});
  }
};

const answer = (document: unknown, good: boolean): number => {
  process.stdout.write(`${JSON.stringify(document)}\n`);
  return good ? 0 : 1;
};
