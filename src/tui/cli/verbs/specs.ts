// Options and arguments that verbs of several groups take, so that they are said in the same words.
import type {ArgumentSpec, OptionSpec} from '../arguments.ts';

export const JSON_OUT: OptionSpec = {flag: 'json', words: 'print exactly the result, as one JSON document'};
export const JSON_LINES: OptionSpec = {flag: 'json', words: 'print one JSON object a line'};
export const LIMIT: OptionSpec = {flag: 'limit', value: 'N', words: 'at most N of them'};
export const ALL: OptionSpec = {flag: 'all', words: 'all of them, however many'};
export const SESSION: OptionSpec = {flag: 'session', value: 'KEY', words: 'the conversation, by its key'};
export const TEXT: ArgumentSpec = {name: 'TEXT', words: 'the words', rest: true};

/** An id of a kind, as an argument. */
export const id = (prefix: string, where: string): ArgumentSpec => ({
  name: 'ID',
  words: `${prefix}_…, its last letters or a word it has (${where} lists them)`,
});
