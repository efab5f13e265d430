// Reads a sentence about an event instead of a time: "remind me to call her back when alice writes", "sobald jemand den
// Launch erwähnt: nachsehen". Pure.
import type {EventWords} from '../../../shared/languages/times/time-words.ts';
import {TIME_LANGUAGES} from './language-in.ts';

type RunEnding = 'ran' | 'failed' | 'skipped';

/** A message: of a person, with these words, or both. A run of a job: with this ending, else with any. */
type EventInWords = (
  | {readonly kind: 'message'; readonly from?: string; readonly words?: string}
  | {readonly kind: 'run'; readonly name: string; readonly status?: RunEnding}
) & {readonly language?: string};

/** `clause`: the words about the event. `text`: the others, without the request. */
export type SpokenEvent = {
  readonly on: EventInWords;
  readonly once: boolean;
  readonly clause: string;
  readonly text: string;
  /** The sentence asks for a reminder: "remind me", "tell me", or a text behind a colon. */
  readonly isAsked: boolean;
  /** The sentence begins with the clause, so a time in it belongs to the text. */
  readonly isFirst: boolean;
  /** The language. Absent for English. */
  readonly language?: string;
};

/** Undefined for a sentence about anything else. */
export const readEvent = (sentence: string): SpokenEvent | undefined => {
  if (sentence.length > LONGEST) return undefined;
  for (const {code, events} of TIME_LANGUAGES) {
    const language = code === 'en' ? undefined : code;
    for (const clause of events.clauses) {
      const match = clause().exec(sentence);
      const on = match?.groups === undefined ? undefined : eventIn(match.groups, events, language);
      if (match === null || on === undefined) continue;
      const around = aroundOf(sentence, match, events);
      if (around === undefined) continue;
      return {on, once: match.groups?.['each'] === undefined, clause: match[0].trim(), ...around, language};
    }
  }
  return undefined;
};

type Groups = Readonly<Record<string, string | undefined>>;

const eventIn = (
  groups: Groups,
  {nobody, pronoun, article}: EventWords,
  language?: string,
): EventInWords | undefined => {
  const {words, who, named, job, dashed, any, ran, failed, skipped, ended} = groups;
  const name = named ?? job ?? dashed ?? any;
  if (name !== undefined) {
    if (nobody.test(name) || pronoun.test(name)) return undefined;
    const endings: readonly (readonly [string | undefined, RunEnding | undefined])[] = [
      [ran, 'ran'],
      [failed, 'failed'],
      [skipped, 'skipped'],
      [ended, undefined],
    ];
    const [, status] = endings.find(([said]) => said !== undefined) ?? [];
    return {kind: 'run', name, status, language};
  }
  const person = who?.trim();
  if (person !== undefined && pronoun.test(person)) return undefined;
  const from = person === undefined || nobody.test(person) ? undefined : person;
  const said = words
    ?.trim()
    .replace(article, '')
    .replace(/[.,!?]+$/u, '');
  return from === undefined && (said === undefined || said === '')
    ? undefined
    : {kind: 'message', from, words: said, language};
};

/** The text before or behind the clause. With both, the sentence isn't about a reminder, or can't be split. */
const aroundOf = (
  sentence: string,
  match: RegExpExecArray,
  {request, courtesy}: EventWords,
): Pick<SpokenEvent, 'text' | 'isAsked' | 'isFirst'> | undefined => {
  const before = sentence.slice(0, match.index).trim();
  const behind = sentence.slice(match.index + match[0].length);
  const isMarked = /^\s*:/u.test(behind);
  const rest = behind.replace(/^[\s,;:–-]+/u, '');
  const plainBefore = before.replace(request, '').replace(courtesy, '');
  const plainBehind = rest.replace(request, '').replace(courtesy, '');
  if (plainBefore !== '' && plainBehind !== '') return undefined;
  const isAsked = isMarked || request.test(before) || request.test(rest);
  const isFirst = plainBefore === '';
  return {text: isFirst ? plainBehind : plainBefore, isAsked, isFirst};
};

const LONGEST = 1_000;
