// Checks the event that a new reminder waits for: its person and its job must exist, and be the caller's to follow.
import {waitingFor} from '../../../../shared/record-text/waiting-for.ts';
import type {Reminder} from '../../../../shared/records/jobs/jobs.ts';
import type {StartsOn} from '../../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {nearestWord} from '../../../../shared/text/nearest-word.ts';
import {clauseFromOutside} from '../../../../shared/text/sentences.ts';
import type {Core} from '../../../core.ts';
import type {Person} from '../../../routing/actor.ts';

export type WatchedJob = {readonly name: string; readonly user?: string};

export type WatchedJobs = {
  /** All jobs, also those whose file is invalid. */
  readonly watchedJobs: () => readonly WatchedJob[];
};

/** The event with the names as they are in the configuration. `person`: whose reminder it is. */
export const checkedEvent = (deps: Core & WatchedJobs, on: StartsOn, person: Person): StartsOn => {
  if (on.kind === 'run') {
    const jobs = deps.watchedJobs().filter(job => mayFollow(job, person));
    return {
      ...on,
      name:
        known(
          on.name,
          jobs.map(({name}) => name),
        ) ?? throwUnknown('job', on.name, jobs),
    };
  }
  const words = on.words?.trim();
  if (on.from === undefined && (words === undefined || words === ''))
    throw new GatewayError('invalid', 'Say whose messages it waits for, or for which words.');
  if (words !== undefined && !/[\p{L}\p{N}]/u.test(words))
    throw new GatewayError('invalid', 'The words need a letter or a digit.');
  const {users} = deps.config();
  const from =
    on.from === undefined
      ? undefined
      : (known(
          on.from,
          users.map(({name}) => name),
        ) ?? throwUnknown('person', on.from, users));
  if (from !== undefined && from === person.name)
    throw new GatewayError('invalid', 'Your own messages never start your reminders. Name somebody else.');
  return {...on, from, words: words === '' ? undefined : words};
};

/** One's own jobs, and with full trust all of them. */
export const mayFollow = ({user}: WatchedJob, {name, trust}: Pick<Person, 'name' | 'trust'>): boolean =>
  trust === 'full' || user === name;

const known = (wanted: string, names: readonly string[]): string | undefined =>
  names.find(name => name === wanted) ?? names.find(name => name.toLowerCase() === wanted.trim().toLowerCase());

const throwUnknown = (kind: 'job' | 'person', wanted: string, all: readonly {readonly name: string}[]): never => {
  const near = nearestWord(
    wanted,
    all.map(({name}) => name),
  );
  const there = kind === 'job' ? `No job "${wanted}".` : `No person "${wanted}" in the configuration.`;
  throw new GatewayError('not_found', near === undefined ? there : `${there} Did you mean "${near}"?`);
};

/** For the person whose reminder waits for a job or person that is gone. */
export const goneSentence = ({on, once, message}: Reminder): string => {
  if (on === undefined) return '';
  const what = on.kind === 'run' ? `The job "${on.name}"` : `"${on.from}"`;
  return `${what} no longer exists, so this reminder can't ring: ${clauseFromOutside(message)} (${waitingFor({on, once})}). Cancel it, or leave it until the name is back.`;
};
