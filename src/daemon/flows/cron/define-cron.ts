// The cron jobs there are: those of the configuration, and those of the files beside them. Pure.

import type {ConfigProblem} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {CronDefinition, InvalidJob} from '../../../shared/records/cron-job.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import {addressesOf, type Config, type CronConfig} from '../../config/config-schema.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import {userAt, userNamed, zoneOf} from '../../routing/resolve-route.ts';
import type {CronDefinitions} from '../../schedule/cron/cron-index.ts';

type CronPeople = {
  readonly zoneOf: (user: string | undefined) => string;
  /** Where a user is reached when nothing else is said, without a name the owner; undefined for a name nobody has. */
  readonly targetsOf: (user: string | undefined) => readonly Address[] | undefined;
};

/** The people of a configuration, as jobs see them. */
export const cronPeople = (config: Config): CronPeople => ({
  zoneOf: user => zoneOf(config, user),
  targetsOf: name => {
    const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
    return user && reminderTargets(mainSession(config.agent.id), user.match);
  },
});

/** What a person has to mend in the configuration before one of its jobs can run; also that nothing of the file can be read. */
export const mistakenJobs = (
  problems: readonly ConfigProblem[],
  file: string,
  lineOf: (key: string) => number,
): readonly InvalidJob[] =>
  problems.flatMap(({key, reason, line = 1}) => {
    if (OF_CRON.test(key)) return [{file, line: lineOf(key), reason: `${key}: ${reason}`}];
    return key === WHOLE_FILE ? [{file, line, reason}] : [];
  });

/** A file cannot take the name of a job of the configuration: it is told as invalid. */
export const defineCron = ({cron}: Config, files: CronDefinitions, people: CronPeople): CronDefinitions => {
  const configured = cron.map(job => fromConfig(job, people));
  const taken = new Set(configured.map(({name}) => name));
  const clashes = files.jobs
    .filter(({name}) => taken.has(name))
    .map(({name, origin}) => ({
      file: origin,
      line: 1,
      reason: `"${name}" is the name of a job of the configuration already.`,
    }));
  return {
    jobs: [...configured, ...files.jobs.filter(({name}) => !taken.has(name))],
    invalid: [...files.invalid, ...clashes],
  };
};

const fromConfig = (
  {timezone, user, deliver, model, timeout, ...job}: CronConfig,
  people: CronPeople,
): CronDefinition => ({
  ...job,
  zone: timezone ?? people.zoneOf(user),
  ...present({user, model}),
  ...timeLimit(timeout),
  deliver: deliver === undefined ? (people.targetsOf(user) ?? [TERMINAL]) : addressesOf(deliver),
  preTools: [],
  carryLastOutput: false,
  origin: 'config',
});

const timeLimit = (timeout: CronConfig['timeout']): Pick<CronDefinition, 'timeoutMs'> => {
  const timeoutMs = readTimeout(timeout);
  return timeoutMs === undefined ? {} : {timeoutMs};
};

/** The key of a problem with the configuration that is none of its keys'. */
const WHOLE_FILE = 'config.json';
const OF_CRON = /^cron(?:$|[.[])/u;
