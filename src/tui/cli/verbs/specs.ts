// Options and arguments shared by several groups of verbs, for consistent wording.
import {TRUST_LEVELS, TRUST_MEANS} from '../../../shared/records/trust.ts';
import type {ArgumentSpec, OptionSpec, ValueKind} from '../arguments.ts';

export const JSON_OUT: OptionSpec = {flag: 'json', help: 'print the result as one JSON document'};
export const JSON_LINES: OptionSpec = {flag: 'json', help: 'print one JSON object per line'};
export const LIMIT: OptionSpec = {flag: 'limit', value: 'N', help: 'show at most N'};
export const ALL: OptionSpec = {flag: 'all', help: 'show all'};
export const SESSION: OptionSpec = {
  flag: 'session',
  value: 'NAME',
  help: 'the conversation: its title or key',
  of: 'session',
};
export const TEXT: ArgumentSpec = {name: 'TEXT', help: 'the text', rest: true};

/** Of `allow`, which may add a person. */
export const NEW_USER_TRUST: OptionSpec = {
  flag: 'trust',
  value: 'TRUST',
  choices: TRUST_LEVELS,
  help: `trust of a new person: ${TRUST_LEVELS.join(', ')} (default: familiar)`,
};

/** For the help of verbs that take a trust. */
export const TRUST_NOTES: readonly string[] = TRUST_LEVELS.map(
  level => `${`${level}:`.padEnd(10)}${TRUST_MEANS[level]}`,
);

/** An id, as an argument. */
export const id = (of: ValueKind, where: string): ArgumentSpec => ({
  name: 'ID',
  of,
  help: `the ID or a part of it, or a word from the text (see ${where})`,
});
