// The result of parsing a sentence: the time, the recurrence and the text. `read-sentence.ts` creates it.
import type {Here, TimeNote} from '../../../shared/languages/answers.ts';
import type {
  Clock,
  Day,
  Part,
  Repeat,
  Span,
  TimeFault,
  Unit,
  UnusedTime,
} from '../../../shared/languages/times/meaning.ts';
import type {TimeLanguage} from '../../../shared/languages/times/time-words.ts';
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
  readonly languages?: readonly TimeLanguage[];
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
  /**
   * The instant, or the first instant of a recurrence by the calendar alone. Holidays and the sun are up to the
   * recurrence engine.
   */
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

/** A language's words for a note. */
type NoteTexts = {
  readonly assumption: (note: TimeNote) => string;
  readonly moment: (at: EpochMs, here: Here) => string;
  readonly or: string;
};

/** The same in the words of another language. */
export const noteInLanguage = (
  {notes = [], ask}: Pick<ReadSentence, 'notes' | 'ask'>,
  texts: NoteTexts,
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
   * The sentence has a time that can't be used. `phrase` names the words, `reason` is a sentence. `isNamed`: the words
   * name one instant that is past, too far ahead, or not in the calendar.
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

export type PhraseTime = {
  readonly clock?: Clock;
  readonly part?: Part;
  /** "tomorrow night at 1": the part came first, so the hour belongs to the night. */
  readonly partFirst?: true;
};

/** All parts of one time. */
export type TimePhrase = {
  readonly start: number;
  readonly end: number;
  readonly day?: Day;
  /** The words of several days, of which `day` is the first. */
  readonly range?: string;
  /** "biweekly standup monday 9am": the recurrence before the text. */
  readonly orRepeat?: Repeat;
  /** The day is a time at the start of a sentence, whatever follows. */
  readonly opens?: true;
  /** The time of day that these figures may be instead. */
  readonly orClock?: Clock;
  /** The weekday next to a date: "friday the 27th". */
  readonly weekday?: number;
  /** "easter next year" */
  readonly yearsAhead?: number;
  readonly weekdays?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly times: readonly PhraseTime[];
  readonly span?: Span;
  readonly manner?: 'in' | 'bare';
  readonly lasting?: Span;
  /** "for the next 3 days" */
  readonly isThroughout?: true;
  readonly shift?: Shift;
  readonly zone?: PhraseZone;
  readonly instant?: number;
  readonly sun?: 'RISE' | 'SET';
  readonly every?: number;
  readonly repeat?: Repeat;
  /** The days of an hourly recurrence: "every hour on weekdays". */
  readonly onDays?: readonly number[];
  readonly often?: {readonly times: number; readonly unit: Unit};
  readonly window?: {readonly from: Clock; readonly to: Clock; readonly aloud?: Clock};
  /** "every 2 hours at minute 45" */
  readonly atMinute?: number;
  readonly count?: number;
  /** The count was said as a total: "10 times in all". */
  readonly isTotal?: true;
  /** The weekdays that the series leaves out. */
  readonly except?: readonly number[];
  /** Further days that the series leaves out. */
  readonly excluding?: readonly Day[];
  /** "except" was the last piece, so the next day is left out too. */
  readonly isExcluding?: true;
  readonly until?: TimePhrase;
  readonly starting?: TimePhrase;
  /** "starting now" */
  readonly fromNow?: true;
  /** "after I did it" */
  readonly fromDone?: true;
  /** The recurrence followed its start or end, so further days are its own: "until march every monday". */
  readonly isEdgeDone?: true;
  readonly sameTime?: true;
  readonly never?: TimeFault;
  /** The phrase is a time in any context. */
  readonly isSure: boolean;
  /** The phrase is a time unless the next words can own the name. */
  readonly isName: boolean;
  /** The phrase is a time unless the words beside it own it. */
  readonly isFree: boolean;
};

export type PhraseZone =
  | {readonly kind: 'zone'; readonly zone: string; readonly name: string; readonly place?: true}
  | {readonly kind: 'offset'; readonly offsetMs: number; readonly name: string};

type Shift = {readonly span: Span; readonly sign: 1 | -1};
