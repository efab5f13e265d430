import {isRecord} from '../../shared/fields/is-record.ts';
import {type Address, addressOf, deadAddress, isAddress, unservedAddress} from '../../shared/records/address.ts';
import {allowFault} from '../../shared/records/approval.ts';
import type {JobLimits, PreTool} from '../../shared/records/jobs/cron-job.ts';
import type {Recurrence} from '../../shared/records/jobs/recurrence.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {readTimeout} from '../../shared/time/job-timeout.ts';
import {readDayText, readMomentText} from '../../shared/time/wall-text.ts';
import {meantAddress, meantArgument} from './cron-meant.ts';

/** Marks a sentence about a mistake, to tell it apart from a text value. */
export const WRONG = '\u0000';

export const wrong = (sentence: string): string => `${WRONG}${sentence}`;

export const nonEmpty = (value: unknown): string => {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  // YAML reads true and 5 as other values than text.
  const isPlain = typeof value === 'boolean' || typeof value === 'number';
  return wrong(isPlain ? `put it in quotes: "${value}".` : 'write a text that is not empty.');
};

export const truth = (value: unknown): boolean | string =>
  typeof value === 'boolean' ? value : wrong('write true or false.');

export const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (value: unknown): T | string =>
    values.find(each => each === value) ?? wrong(`"${String(value)}" is not one of ${values.join(', ')}.`);

export const duration = (value: unknown): number | string =>
  readTimeout(value) ?? wrong('write a duration up to a day, such as 90s, 10m or 2h.');

export const moment = (value: unknown): string =>
  (typeof value === 'string' ? readMomentText(value) : undefined) ??
  wrong(
    'write a date and time such as 2026-12-24 18:00 in the zone of the job, or an exact one such as 2026-12-24T17:00:00Z.',
  );

/** A date, `2026-11-24`. */
export const day = (value: unknown): string =>
  (typeof value === 'string' ? readDayText(value) : undefined) ?? wrong('write a date such as 2026-11-24.');

export const limits = (value: unknown): JobLimits | string => {
  if (!isRecord(value)) return wrong(LIMITS);
  const found: Record<string, number> = {};
  for (const [key, limit] of Object.entries(value)) {
    const isLimit = key === 'moneyPerDay' || (key === 'tokensPerDay' && Number.isInteger(limit));
    if (!isLimit || typeof limit !== 'number' || !(limit > 0)) return wrong(LIMITS);
    found[key] = limit;
  }
  return found;
};

/** The calls that a job makes without a person's yes. */
export const allowed = (value: unknown): readonly string[] | string => {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const entries = list.map(entry => (typeof entry === 'string' ? entry.trim() : ''));
  if (entries.length === 0 || entries.includes('')) return wrong('write tools in brackets, such as [bash].');
  const fault = allowFault(entries);
  return fault === undefined ? entries : wrong(fault);
};

export const addresses = (
  value: unknown,
  {channels, servedAt = given => given}: CronKnowledge,
): readonly Address[] | string => {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0) return wrong('name an address at least, or write announce: none.');
  const found: Address[] = [];
  for (const each of list) {
    const address = oneAddress(each);
    if (address === undefined) return wrong(`${JSON.stringify(each)} isn't an address${meantAddress(String(each))}`);
    const dead = channels === undefined ? undefined : deadAddress(address, channels);
    if (dead !== undefined) return wrong(dead);
    const served = servedAt(address);
    if (served === undefined) return wrong(unservedAddress(address));
    if (!found.includes(served)) found.push(served);
  }
  return found;
};

const oneAddress = (value: unknown): Address | undefined => {
  if (typeof value === 'string') return isAddress(value) ? value : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const {channel, target} = value as Readonly<Record<string, unknown>>;
  return typeof channel === 'string' && (typeof target === 'string' || typeof target === 'number')
    ? addressOf({channel, target: String(target)})
    : undefined;
};

export const preTools = (value: unknown, known: CronKnowledge['tools']): readonly PreTool[] | string => {
  if (!Array.isArray(value)) return wrong('write a list of tools, each with name and input.');
  const found: PreTool[] = [];
  for (const each of value as unknown[]) {
    const {name, input = {}} = (typeof each === 'string' ? {name: each} : (each ?? {})) as Readonly<
      Record<string, unknown>
    >;
    const takes = typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined;
    if (typeof name !== 'string' || takes === undefined) {
      return wrong(`"${String(name)}" can't run before the model. Allowed: ${Object.keys(known).join(', ')}.`);
    }
    if (!isRecord(input)) return wrong(`the input of ${name} must be a map.`);
    const strange = Object.keys(input).find(key => ![...takes.must, ...takes.may].includes(key));
    if (strange !== undefined) return wrong(`${name} has no argument "${strange}"${meantArgument(strange, takes)}`);
    const missing = takes.must.find(key => !Object.hasOwn(input, key));
    if (missing !== undefined) return wrong(`the input of ${name} must have "${missing}".`);
    found.push({name, input});
  }
  return found;
};

const LIMITS = 'write tokensPerDay, a whole number, and moneyPerDay, an amount, both above 0.';

/** The names and rules that a file is checked against. */
export type CronKnowledge = {
  readonly readSchedule: ReadJobSchedule;
  readonly isZone: (text: string) => boolean;
  /** The addresses of a configured user, the job's default targets. Undefined for an unknown name. */
  readonly targetsOf: (user: string | undefined) => readonly Address[] | undefined;
  /** The trust of a configured user. @default full */
  readonly trustOf?: (user: string) => Trust | undefined;
  /** The names of the configured users, for the message about an unknown one. @default none */
  readonly people?: readonly string[];
  /** The known channels. @default any */
  readonly channels?: readonly string[];
  /**
   * The one address of the person or group with this address. Undefined if no configured user or group has it. @default
   * the given one
   */
  readonly servedAt?: (address: Address) => Address | undefined;
  /** The reason why a model's name is unusable, as a sentence. @default every name is usable */
  readonly modelProblem?: (name: string) => string | undefined;
  /** Tools that run without a model, by name, each with its required and optional arguments. */
  readonly tools: Readonly<Record<string, {readonly must: readonly string[]; readonly may: readonly string[]}>>;
};

/** `zone`: the job's. Words may name another one. `start`: the first day, `2026-11-24`. */
export type ReadJobSchedule = (schedule: string, zone: string, start?: string) => JobSchedule;

/**
 * The cron fields of a schedule, and its words if it was written in words; or the recurrence that the words mean.
 * `problem`: a sentence. `needsStart`: the words are clear, but they count from a first day.
 */
export type JobSchedule =
  | {readonly cron: string; readonly zone: string; readonly words?: string}
  | {readonly repeat: Recurrence; readonly zone: string; readonly words: string}
  | {readonly problem: string; readonly needsStart?: true};
