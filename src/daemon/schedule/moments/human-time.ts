// Turns words into an instant, in the person's zone. Sentences are parsed in ../words.

import type {TimeNote} from '../../../shared/languages/answers.ts';
import {ENGLISH} from '../../../shared/languages/en/english.ts';
import type {AnswerTexts} from '../../../shared/languages/language.ts';
import {LANGUAGES} from '../../../shared/languages/languages.ts';
import type {UnusedTime} from '../../../shared/languages/times/meaning.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {momentWithZone} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {
  type Choice,
  noteInLanguage,
  noteWithAsk,
  type ReadRecurrence,
  type ReadSentence,
  readSentence,
  type SentenceContext,
} from '../words/index.ts';

export type When =
  | {
      readonly kind: 'at';
      readonly at: EpochMs;
      /** A remark to show with the instant: an assumption, a zone that was named, a gap. */
      readonly note?: string;
      /** The language of the words, if it isn't English. */
      readonly language?: string;
    }
  | {
      readonly kind: 'unclear';
      /** A sentence that says why, and how to say it. */
      readonly reason: string;
      /** The text names no instant. False for one that is past or too far ahead. */
      readonly isNoTime?: true;
      /** It says how often, not when. */
      readonly isRecurring?: true;
    };

type FoundWhen = {
  /** May lie in the past: resolveWhen says so in words. */
  readonly at: EpochMs;
  /** The words that say the time, as they were written. */
  readonly when: string;
  /** The rest of the sentence: the reminder's text. */
  readonly rest: string;
  /** It repeats; `at` is the first time. */
  readonly repeats?: true;
  /** The facts about the time that an answer must mention. */
  readonly notes?: readonly TimeNote[];
  /** Its rule, where `when` holds further times as well. */
  readonly repeat?: ReadRecurrence;
  /** The times that ambiguous words may mean, the likeliest first. */
  readonly choices?: readonly Choice[];
  /** Only a time of day is named, and no day. */
  readonly isClock?: true;
  /** The language of the sentence, where only one language reads it. */
  readonly language?: string;
  /** Further times for the same message. */
  readonly also?: readonly Pick<FoundWhen, 'at' | 'repeat' | 'notes'>[];
};

/** `why`: the same as data, for another language. */
type RefusedWhen = {
  readonly refused: string;
  readonly why?: {readonly kind: UnusedTime; readonly phrase: string; readonly other: string};
  readonly language?: string;
};

/** The instant a text names; every word of it has to belong to the time. Never throws. */
export const resolveWhen = (text: string, context: SentenceContext): When => {
  const {now, zone} = context;
  const phrase = oneLine(text);
  if (phrase === '') return unclear('No time was given.');
  if (phrase.length > LONGEST_WHEN) return noTime('The text is too long for a time.');
  if (/^(?:right )?now$/iu.test(phrase)) return unclear(`"${phrase}" isn't in the future.`);
  // "snooze 14h" and `in: "14h"` name no time of day.
  const reading = readSentence(phrase, {...context, isLength: true});
  const texts = LANGUAGES.find(({code}) => code === reading.answerIn)?.answers ?? ENGLISH.answers;
  if (reading.kind === 'unused') {
    const {reason, fault, isNamed} = reading;
    const why = fault === undefined ? reason : texts.not.time[fault.kind](reading.phrase, fault.other);
    return isNamed ? unclear(why, texts) : noTime(why, texts);
  }
  if (reading.kind === 'nothing' || !isWhole(reading)) return noTime(texts.notTime(phrase), texts);
  if (reading.repeat !== undefined) {
    return {...unclear(`"${phrase}" repeats. Give a single time.`), isNoTime: true, isRecurring: true};
  }
  if (reading.fireAt > now) {
    const note = texts === ENGLISH.answers ? noteWithAsk(reading) : noteInLanguage(reading, texts, {now, zone});
    return {kind: 'at', at: reading.fireAt, note, language: reading.answerIn};
  }
  if (/^(?:later )?today$/iu.test(phrase)) return unclear(`"${phrase}" needs a time of day.`);
  const words = momentWithZone(reading.fireAt, now, zone);
  if (texts !== ENGLISH.answers) return unclear(texts.past(phrase), texts);
  return unclear(reading.fireAt === now ? `"${phrase}" is right now.` : `"${phrase}" was ${words}, in the past.`);
};

/** The time in a sentence, and the rest of it, or why it can't be used. Undefined without a time. Never throws. */
export const findWhen = (text: string, context: SentenceContext): FoundWhen | RefusedWhen | undefined => {
  const reading = readSentence(text, {...context, answersQuestions: true});
  if (reading.kind === 'unused') {
    const {reason, phrase, fault, language} = reading;
    return {refused: reason, why: fault && {...fault, phrase}, language};
  }
  if (reading.kind === 'nothing') return undefined;
  const also = reading.also?.map(({fireAt, repeat, notes}) => ({at: fireAt, repeat, notes}));
  return {
    at: reading.fireAt,
    when: reading.when,
    rest: reading.text,
    repeats: reading.repeat === undefined ? undefined : true,
    ...(also !== undefined && {repeat: reading.repeat}),
    also,
    notes: reading.notes,
    choices: reading.ask?.choices,
    language: reading.language,
    isClock: reading.isClock,
  };
};

/** Nothing is left that is not the time. */
const isWhole = ({text, also}: ReadSentence): boolean => text === '' && also === undefined;

const noTime = (what: string, texts?: AnswerTexts): Unclear => ({...unclear(what, texts), isNoTime: true});

type Unclear = Extract<When, {readonly kind: 'unclear'}>;

const unclear = (what: string, {examples}: Pick<AnswerTexts, 'examples'> = ENGLISH.answers): Unclear => ({
  kind: 'unclear',
  reason: `${what} ${examples}`,
});

const LONGEST_WHEN = 200;
