// The result of parsing a sentence: the time, the recurrence and the text. `readSentence` (read-sentence.ts) creates the result, and
// `reminder.preview` returns it.
import type {AnswerTexts, Here} from '../../../shared/languages/answers.ts';
import type {UnusedTime} from '../../../shared/languages/faults.ts';
import type {Language} from '../../../shared/languages/language.ts';
import type {TimeNote} from '../../../shared/languages/time-note.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {CalendarSettings} from '../recurrence/occurrences.ts';

/** Everything that parsing depends on. */
export type SentenceContext = {
  readonly now: EpochMs;
  /** The person's zone. */
  readonly zone: string;
  /** The meaning of a bare hour from 1 to 6. @default afternoon */
  readonly bareHours?: BareHours;
  /** The time for a day without a time of day, `09:00`. @default 09:00 */
  readonly morning?: string;
  /** The place for sunrise and sunset, and the holidays. */
  readonly calendar?: CalendarSettings;
  /** The languages that are tried. @default all */
  readonly languages?: readonly Language[];
  /** Reads "14h" as a length, never as a time of day. */
  readonly isLength?: true;
  /** The caller answers a question itself: "what do I have on monday". */
  readonly answersQuestions?: true;
  /** The person's language, `de` or `de-AT`. Decides where the words are ambiguous. @default en */
  readonly locale?: string;
};

/** `afternoon`: "tuesday at 3" is 15:00. `as-said`: the same words mean 03:00. */
export type BareHours = 'afternoon' | 'as-said';

/** A recurrence as parsed. The service that stores a recurrence describes it in its own words. */
export type ReadRecurrence = Omit<Recurrence, 'words'>;

export type ReadSentence = {
  readonly kind: 'read';
  /** The instant, or the first instant of a recurrence by the calendar alone. Holidays and the sun are up to the recurrence engine. */
  readonly fireAt: EpochMs;
  /** The zone of the time: the person's zone, or the zone in the sentence. */
  readonly zone: string;
  /** The words of the time, as written. */
  readonly when: string;
  /** The rest of the sentence: the reminder text. May be empty. */
  readonly text: string;
  /** The language that reads more of the sentence than any other: `de`. Absent where several read the same. */
  readonly language?: string;
  /** The language for an answer: that of the sentence, else the person's. Absent for English. */
  readonly answerIn?: string;
  /** Facts that the instant alone doesn't show and an answer must mention. */
  readonly note?: string;
  /** The same as data, for an answer in another language. */
  readonly notes?: readonly TimeNote[];
  readonly repeat?: ReadRecurrence;
  /** The sentence is ambiguous, and this time is the likeliest. Each choice is an unambiguous `when`. */
  readonly ask?: Ask;
  /** Only a time of day is named, and no day. */
  readonly isClock?: true;
  /** Only a part of the day is named, so the time of day is a guess: "every night". */
  readonly isLoose?: true;
  /** The first day of the series is named: "every weekday at 9 starting monday". */
  readonly hasStart?: true;
  /** Further reminders in the same sentence. */
  readonly also?: readonly ReadSentence[];
};

export type Ask = {
  readonly question: string;
  /** The likeliest first. */
  readonly choices: readonly Choice[];
};

/** `label` is for people. `when` is the same time in words or as an instant, and is never ambiguous. */
export type Choice = Pick<ReadSentence, 'fireAt' | 'repeat'> & {readonly label: string; readonly when: string};

/** The note, with the other readings for a place where nobody can be asked. */
export const noteWithAsk = ({note, ask}: Pick<ReadSentence, 'note' | 'ask'>): string | undefined => {
  const [, ...others] = ask?.choices ?? [];
  const asked = others.length === 0 ? [] : [`could also be ${others.map(({label}) => label).join(' or ')}`];
  const notes = [...(note === undefined ? [] : [note]), ...asked];
  return notes.length === 0 ? undefined : notes.join('; ');
};

/** The same in the words of another language. */
export const noteInLanguage = (
  {notes = [], ask}: Pick<ReadSentence, 'notes' | 'ask'>,
  texts: Pick<AnswerTexts, 'assumption' | 'moment' | 'or'>,
  here: Here,
): string | undefined => {
  const [, ...others] = ask?.choices ?? [];
  const asked = others.map(({fireAt}) => `${texts.or} ${texts.moment(fireAt, here)}`);
  const all = [...notes.map(texts.assumption), ...asked];
  return all.length === 0 ? undefined : all.join('; ');
};

export type Reading =
  | ReadSentence
  /**
   * The sentence has a time that can't be used. `phrase` names the words, `reason` is a sentence. `isNamed`: the words name one instant
   * that is past, too far ahead, or not in the calendar.
   */
  | {
      readonly kind: 'unused';
      readonly phrase: string;
      readonly reason: string;
      readonly isNamed: boolean;
      /** The same as data, where the phrase alone is the reason. `other`: the time that was used. */
      readonly fault?: {readonly kind: UnusedTime; readonly other: string};
      /** The language that reads more of the sentence than any other. */
      readonly language?: string;
      readonly answerIn?: string;
    }
  /** The sentence has no time. */
  | {readonly kind: 'nothing'; readonly answerIn?: string};
