// Combines the jobs of the configuration with the jobs of the workspace files. Pure.

import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {CronDefinition, InvalidJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import {addressesOf, type Config, type CronConfig} from '../../config/config-schema.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {Canonical} from '../../routing/contacts.ts';
import {userAt, userNamed} from '../../routing/conversation.ts';
import {zoneOf} from '../../routing/resolve-route.ts';
import type {CronDefinitions} from '../../schedule/cron/cron-index.ts';
import {followFaults} from '../../schedule/cron/follow-jobs.ts';

type CronPeople = {
  readonly zoneOf: (user: string | undefined) => string;
  /** The default addresses of a user. Without a name: the owner's. Undefined for an unknown name. */
  readonly targetsOf: (user: string | undefined) => readonly Address[] | undefined;
  readonly canonical: Canonical;
};

/** Looks up trust, zone and addresses of the configured users for jobs. */
export const cronPeople = (
  config: Config,
  canonical: Canonical,
): CronPeople & {readonly trustOf: (user: string) => Trust | undefined} => ({
  canonical,
  trustOf: user => userNamed(config, user)?.trust,
  zoneOf: user => zoneOf(config, user),
  targetsOf: name => {
    const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
    return user && reminderTargets({session: mainSession(config.agent.id)}, user.match);
  },
});

/** Configuration problems that keep jobs from running, including an unreadable file. */
export const mistakenJobs = (
  problems: readonly Problem[],
  file: string,
  lineOf: (key: string) => number,
): readonly InvalidJob[] =>
  problems.flatMap(({key, reason, line = 1}) => {
    if (OF_CRON.test(key)) return [{file, line: lineOf(key), reason: `${key}: ${reason}`}];
    return key === WHOLE_FILE ? [{file, line, reason}] : [];
  });

type DefineCron = {
  readonly config: Config;
  readonly files: CronDefinitions & {readonly afterLines?: Readonly<Record<string, number>>};
  readonly people: CronPeople;
  /** The cron fields of a schedule in words, or why they can't be read. */
  readonly readSchedule: ReadSchedule;
  /** The path of the configuration file, and the line of a key in it. */
  readonly configFile: string;
  readonly lineOf: (key: string) => number;
};

type ReadSchedule = (
  schedule: string,
  zone: string,
  start?: string,
) => Pick<CronDefinition, 'cron' | 'repeat' | 'words' | 'zone'> | {readonly problem: string};

/** Rejects a file job whose name the configuration already uses, and a job whose `after` can never come true. */
export const defineCron = ({config, files, people, configFile, lineOf, readSchedule}: DefineCron): CronDefinitions => {
  const {cron} = config;
  const read = cron.map(job => fromConfig(job, people, readSchedule));
  const configured = read.flatMap(item => ('problem' in item ? [] : [item]));
  const unread = read.flatMap((item, index): readonly InvalidJob[] => {
    const key = `cron[${index}].cron`;
    return 'problem' in item ? [{file: configFile, line: lineOf(key), reason: `${key}: ${item.problem}`}] : [];
  });
  const taken = new Set(configured.map(({name}) => name));
  const clashes = files.jobs
    .filter(({name}) => taken.has(name))
    .map(({name, origin}) => ({
      file: origin,
      line: 1,
      reason: `A job in the configuration is already named "${name}".`,
    }));
  const jobs = [...configured, ...files.jobs.filter(({name}) => !taken.has(name))];
  const faults = followFaults(jobs);
  const idle = jobs.flatMap(({name, origin}): readonly InvalidJob[] => {
    const fault = faults.get(name);
    if (fault === undefined) return [];
    if (origin !== 'config') return [{file: origin, line: files.afterLines?.[origin] ?? 1, reason: `after: ${fault}`}];
    const key = `cron[${cron.findIndex(job => job.name === name)}].after`;
    return [{file: configFile, line: lineOf(key), reason: `${key}: ${fault}`}];
  });
  return {
    jobs: jobs.filter(({name}) => !faults.has(name)),
    invalid: [...files.invalid, ...unread, ...clashes, ...idle],
  };
};

const fromConfig = (
  config: CronConfig,
  people: CronPeople,
  readSchedule: ReadSchedule,
): CronDefinition | {readonly problem: string} => {
  const {cron, start, ...others} = config;
  const definition = definitionOf(others, people);
  if (cron === undefined) return definition;
  const schedule = readSchedule(cron, definition.zone, start);
  return 'problem' in schedule ? schedule : {...definition, ...schedule};
};

const definitionOf = (
  {timezone, user, deliver, model, timeout, message = '', announce, missed, ...job}: CronConfig,
  people: CronPeople,
): CronDefinition => ({
  ...job,
  message,
  announce: announce ?? (job.run === undefined ? 'rephrase' : 'direct'),
  missed: missed ?? (job.at === undefined ? 'skip' : 'once'),
  zone: timezone ?? people.zoneOf(user),
  user,
  model,
  ...timeLimit(timeout),
  ...(deliver === undefined
    ? {deliver: people.targetsOf(user) ?? [TERMINAL]}
    : {deliver: [...new Set(addressesOf(deliver).map(people.canonical))], addressed: true}),
  preTools: [],
  carryLastOutput: false,
  origin: 'config',
});

const timeLimit = (timeout: CronConfig['timeout']): Pick<CronDefinition, 'timeoutMs'> => {
  const timeoutMs = readTimeout(timeout);
  return {timeoutMs};
};

/** The key of a problem that concerns the whole configuration file. */
const WHOLE_FILE = 'config.json';
const OF_CRON = /^cron(?:$|[.[])/u;
