// The single values of the configuration, each with its format. A reason repeats the refused value, unless it may be a
// secret.

import {isRecord} from '../../shared/fields/is-record.ts';
import {type Address, addressParts, deadAddress, isProgram} from '../../shared/records/address.ts';
import {whyNotJobName} from '../../shared/records/jobs/cron-job.ts';
import {nearestWord} from '../../shared/text/nearest-word.ts';
import {readTimeout} from '../../shared/time/job-timeout.ts';
import {readDayText, readMomentText} from '../../shared/time/wall-text.ts';
import type {Secret} from '../ports/system.ts';
import {type ConfigField, leaf, shown} from './fields/field.ts';
import {MODEL_NAME} from './model-names.ts';

export const text = (
  sentence: string,
  writes: string,
  form?: RegExp | ((text: string) => boolean),
): ConfigField<string> =>
  leaf(sentence, writes, raw =>
    typeof raw === 'string' && raw.trim() !== '' && fits(raw, form) ? {value: raw} : undefined,
  );

const fits = (text: string, form?: RegExp | ((text: string) => boolean)): boolean =>
  form === undefined || (typeof form === 'function' ? form(text) : form.test(text));

export const oneOf = <const T extends string>(sentence: string, values: readonly T[]): ConfigField<T> =>
  leaf(sentence, `one of ${values.map(value => `"${value}"`).join(', ')}`, raw => {
    const value = values.find(known => known === raw);
    return value === undefined ? undefined : {value};
  });

export const truth = (sentence: string): ConfigField<boolean> =>
  leaf(sentence, 'true or false', raw => (typeof raw === 'boolean' ? {value: raw} : undefined));

export const minutes = (sentence: string): ConfigField<number> =>
  leaf(sentence, `a number of minutes above 0 and up to ${MOST_MINUTES}`, raw =>
    typeof raw === 'number' && raw > 0 && raw <= MOST_MINUTES ? {value: raw} : undefined,
  );

export const whole = (sentence: string, least: number, most: number): ConfigField<number> =>
  leaf(sentence, `a whole number from ${least} to ${most}`, raw =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= least && raw <= most ? {value: raw} : undefined,
  );

export const between = (sentence: string, least: number, most: number): ConfigField<number> =>
  leaf(sentence, `a number from ${least} to ${most}`, raw =>
    typeof raw === 'number' && raw >= least && raw <= most ? {value: raw} : undefined,
  );

export const amount = (sentence: string): ConfigField<number> =>
  leaf(sentence, 'a number above 0', raw =>
    typeof raw === 'number' && raw > 0 && Number.isFinite(raw) ? {value: raw} : undefined,
  );

export const jobMoment = (sentence: string): ConfigField<string> =>
  leaf(sentence, 'a date and time such as "2026-12-24 18:00", or an exact one such as "2026-12-24T17:00:00Z"', raw => {
    const value = typeof raw === 'string' ? readMomentText(raw) : undefined;
    return value === undefined ? undefined : {value};
  });

export const dateText = (sentence: string): ConfigField<string> =>
  leaf(sentence, 'a date such as "2026-11-24"', raw => {
    const value = typeof raw === 'string' ? readDayText(raw) : undefined;
    return value === undefined ? undefined : {value};
  });

export const jobName = (sentence: string): ConfigField<string> =>
  leaf<string>(sentence, 'a name of up to 64 letters, digits, ., - and _', raw => {
    if (typeof raw !== 'string' || !JOB_NAME.test(raw)) return undefined;
    const why = whyNotJobName(raw);
    return why === undefined ? {value: raw} : {why};
  });

/** `why` explains an invalid expression in a sentence. */
export const cronExpression = (
  sentence: string,
  why: (expression: string) => string | undefined,
): ConfigField<string> =>
  leaf<string>(sentence, 'a cron expression, or words', raw => {
    if (typeof raw !== 'string') return undefined;
    const reason = why(raw);
    return reason === undefined ? {value: raw} : {why: reason};
  });

/** `de` or `de-DE`. */
export const LOCALE = /^[a-z]{2,3}(?:[-_][A-Z]{2})?$/u;

export const personAddress = (sentence: string, channels: readonly string[]): ConfigField<Address> =>
  leaf<Address>(sentence, 'an address such as "terminal:default" or "signal:<id>"', raw => {
    if (typeof raw !== 'string') return undefined;
    const parts = addressParts(raw);
    if (channels.includes(raw) || (parts?.target === '*' && channels.includes(parts.channel))) {
      return {why: `${shown(raw)} would be everybody on that channel. Write each address of the person.`};
    }
    if (parts === undefined || /\s/u.test(raw)) return undefined;
    const {channel, target} = parts;
    if (!channels.includes(channel)) {
      const near = nearestWord(channel, channels);
      const hint = near === undefined ? `; there are ${channels.join(' and ')}.` : `; did you mean "${near}"?`;
      return {why: `Unknown channel "${channel}"${hint}`};
    }
    if (isProgram(`${channel}:${target}`)) return {why: 'A program has no conversation. List it under targets.'};
    if (target.startsWith('group:')) return {why: "A group isn't a person. List groups under signal.groups."};
    const why = deadAddress(`${channel}:${target}`, channels);
    return why === undefined ? {value: `${channel}:${target}`} : {why};
  });

export const model = (sentence: string): ConfigField<string> =>
  text(sentence, '"offline" or "<provider>/<model>"', MODEL_NAME);

export const timeout = (sentence: string): ConfigField<string | number> =>
  leaf<string | number>(sentence, 'a duration up to a day, such as "90s", "10m" or "2h"', raw =>
    (typeof raw === 'string' || typeof raw === 'number') && readTimeout(raw) !== undefined ? {value: raw} : undefined,
  );

export const zone = (sentence: string, isZone: (text: string) => boolean): ConfigField<string> =>
  leaf(sentence, 'a time zone such as "Europe/Berlin"', raw =>
    typeof raw === 'string' && isZone(raw) ? {value: raw} : undefined,
  );

export const timeOfDay = (sentence: string): ConfigField<string> =>
  text(sentence, 'a time such as "08:30"', /^(?:[01]\d|2[0-3]):[0-5]\d$/u);

/** The reason doesn't repeat the value: a key pasted into the wrong place is still a secret. */
export const secret = (sentence: string): ConfigField<Secret> =>
  leaf<Secret>(sentence, 'a text, or {"env": "NAME"}', raw => {
    if (typeof raw === 'string' && raw.trim() !== '') return {value: raw};
    const env = isRecord(raw) && Object.keys(raw).length === 1 ? raw['env'] : undefined;
    if (typeof env === 'string' && ENV_NAME.test(env)) return {value: {env}};
    return {why: 'It must be a text that is not empty, or {"env": "NAME"} with the name of an environment variable.'};
  });

/** A program and its arguments. A single text would have to be split, and shells differ in how. */
export const program = (sentence: string): ConfigField<readonly string[]> =>
  leaf<readonly string[]>(sentence, 'a list such as ["notify-send", "--", "Rooster", "{text}"]', raw =>
    Array.isArray(raw) && raw.every(part => typeof part === 'string') && raw[0]?.trim() ? {value: raw} : undefined,
  );

/** The reason doesn't repeat the value, because it may contain a password. */
export const url = (sentence: string): ConfigField<string> =>
  leaf<string>(sentence, 'an address that begins with http:// or https://', raw =>
    typeof raw === 'string' && isWebAddress(raw)
      ? {value: raw}
      : {why: 'It must be an address that begins with http:// or https://.'},
  );

export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/u.test(text) && URL.canParse(text);

/** This machine, and the private networks that are written as an address: a secret may go there unencrypted. */
export const isNear = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[f[cd][\da-f:]+\])$/u.test(
    host,
  );

/** Part of file names and session keys: no separators, no spaces. */
const JOB_NAME = /^[^\s!-/:-@[-`{-~][^\s!-,/:-@[-^`{-~]{0,63}$/u;
export const ENV_NAME = /^[a-z_]\w*$/iu;
/** A week. */
const MOST_MINUTES = 10_080;
