// The parts that each language provides: the forms of times, and the words around them. All other code is shared
// between languages.
import {DAY, HOUR, MINUTE, SECOND} from '../../time/time.ts';
import type {Doubt, Manner, Meaning} from './meaning.ts';

/** Returns a pattern, compiled at the first call: a language has hundreds, and most processes read no time. */
type Pattern = () => RegExp;

/** A pattern for one piece of a time. The longest match at a position wins. */
export type Form = {
  readonly spoken: Pattern;
  /** The pattern matches the original text, not the lower-case text. */
  readonly asWritten?: true;
  /** Undefined if the match has no meaning. Empty if the words are not a time and no other form may claim them. */
  readonly means: (match: RegExpExecArray) => Meaning | readonly Meaning[] | undefined;
  readonly doubt?: Doubt;
};

/** The vocabulary of durations. */
export type SpanWords = {
  readonly units: ReadonlyMap<string, UnitOfTime>;
  readonly numbers: ReadonlyMap<string, number>;
  /** "and a half" */
  readonly and: readonly string[];
  /** "2 to 3 hours" */
  readonly to: readonly string[];
  readonly articles: readonly string[];
  readonly fractions: ReadonlyMap<string, number>;
  /** Multi-word numbers, longest first. */
  readonly phrases: readonly {readonly spoken: readonly string[]; readonly value: number}[];
  readonly leads: ReadonlyMap<string, Manner>;
  readonly nearly: readonly string[];
  /** The same only behind a lead: in "under" an hour, in "like" 5 minutes. */
  readonly nearlyBehindLead: readonly string[];
  readonly trails: readonly {readonly spoken: readonly string[]; readonly ahead: boolean; readonly manner?: Manner}[];
  /** Before or after these words a duration has another meaning: "every 5 minutes", "5 minutes ago". */
  readonly elsewhereBefore: readonly string[];
  readonly elsewhereAfter: readonly string[];
  /** "2 hours before noon": a shift relative to the following time. */
  readonly shifts: ReadonlyMap<string, 1 | -1>;
  /** Shifts also behind "in", which then belongs to the text: check in 24 hours before my flight. */
  readonly shiftsBehindIn: readonly string[];
  /** "ten minutes to six" is a time of day. */
  readonly clockJoints: readonly string[];
  /** "noon": a named hour that a duration can refer to. */
  readonly clockNames: readonly string[];
};
export type UnitOfTime = {readonly rank: number; readonly ms: number; readonly months: number};

/** The words that are corrected, and the words and names that only look like a misspelt one. */
export type Spelling = {
  readonly days: readonly string[];
  /** "every", right before a word of `behindEvery`. */
  readonly every: Pattern;
  readonly behindEvery: readonly string[];
  /** In lower case, and with a capital where only the name is meant. */
  readonly otherWords: ReadonlySet<string>;
  /** Days and other nouns have a capital, so a capital doesn't make a name. */
  readonly isCapital: boolean;
};

/** A language that times can be read in. */
export type TimeLanguage = {
  /** The language part of a locale: `en`. */
  readonly code: string;
  readonly times: TimeWords;
  /** The end of a text that asks for nagging. `span` or `often`: how often. */
  readonly nag: RegExp;
  /** Says that it goes on until an answer, in what `nag` finds or alone. */
  readonly untilAnswered: RegExp;
  /** Says that a series follows its person, as in "wherever I am". */
  readonly whereverIAm: RegExp;
  /** Names the place whose clocks count, as in "Berlin time". */
  readonly clocksOf: RegExp;
  readonly timer: TimerWords;
  readonly events: EventWords;
};

/** The words of "remind me when alice writes", "every time the backup job fails". */
export type EventWords = {
  /**
   * The clauses, in this order. Groups: `each` for every time; `who` and `words` of a message; for a job its name as
   * `named`, `job`, `dashed` or `any`, and its ending as `ran`, `failed`, `skipped` or `ended`.
   */
  readonly clauses: readonly Pattern[];
  /** Instead of a name: "somebody". */
  readonly nobody: RegExp;
  /** Not a name, so the clause is about something else: "when I write". */
  readonly pronoun: RegExp;
  /** Before words that aren't matched themselves: "the" launch. */
  readonly article: RegExp;
  /** Asks for a reminder, before its text: "remind me to". */
  readonly request: RegExp;
  /** The end of a text that is no part of it: "please". */
  readonly courtesy: RegExp;
};

/** The words of "pasta timer 10 minutes", "set a timer for 10 minutes for the pasta". */
type TimerWords = {
  /** The word for a timer. `what`: the first part of a compound, as in "Nudeltimer". */
  readonly noun: RegExp;
  /** Words that are no part of a name at its beginning or end. */
  readonly around: ReadonlySet<string>;
};

/** A language's words for times, recurrences and durations. */
export type TimeWords = {
  readonly forms: readonly Form[];
  readonly spans: SpanWords;
  readonly spelling: Spelling;
  /** Words allowed between two pieces of one time. */
  readonly glue: Pattern;
  /** The last hour that beside "night" is in the morning. */
  readonly lastNightHour: number;
  /** Words that join two times of a list. */
  readonly and: Pattern;
  /** After these words a doubtful piece counts as a time. */
  readonly beforeDay: Pattern;
  /** After these words a bare number before a day is an hour: "remind me 9 tomorrow". */
  readonly beforeHour: Pattern;
  readonly sentence: SentenceWords;
  readonly leftOver: LeftOverWords;
};

/**
 * Words that look like a part of a time. Where they stand near the time of a sentence without being used, the sentence
 * is refused: within two words of a time that lacks what they add, and right beside any other.
 */
export type Trace = {
  /** The part of a time that the words would be: its time of day, its day, the year of a date, its recurrence. */
  readonly adds: 'clock' | 'day' | 'year' | 'series' | 'nothing';
  /** Global, so that all of them are found. */
  readonly words: Pattern;
  /** The number of words that may stand between them and a time that lacks what they add. @default 2 */
  readonly reach?: number;
  /** They count only if the time lacks what they add. */
  readonly ifMissing?: true;
  /** Only beside a recurrence. */
  readonly ofSeries?: true;
  /** Only behind a time. */
  readonly isBehind?: true;
  /** A noun behind them makes them text: "night shift". */
  readonly isName?: true;
  /** Times also behind words that own a text: "for 3x". */
  readonly isNeverOwned?: true;
};

/** The words that belong to a time but that no form reads, and the words beside them that make them text. */
export type LeftOverWords = {
  readonly traces: readonly Trace[];
  /**
   * Before words that belong to the text: "the" 23rd. A date in figures belongs to a time there, too: "auf den 24.12."
   */
  readonly owner: Pattern;
  /**
   * Before words that belong to the text, unless they stand right beside a time that lacks them: tickets "for" friday.
   */
  readonly ofMatter: Pattern;
  /** Before figures that number something: "chapter" 2.10. */
  readonly numbered: Pattern;
  /** Behind words that name a noun of the text: night "shift". */
  readonly describes: Pattern;
  /** Words that don't count as a distance from the time. */
  readonly joints: ReadonlySet<string>;
  /** Words of the text that prove the evening of a bare hour: "evening walk" tomorrow at 7. */
  readonly evening: Pattern;
  /** A clause right behind the time, or right before it, that says when: "until I say stop". */
  readonly condition: Pattern;
  /** The same anywhere in the text of a recurrence. */
  readonly conditionOfSeries: Pattern;
  /** The start of a sentence that changes a reminder: "move the pills to 10". */
  readonly change: Pattern;
  /** The start of a sentence that asks about reminders or the calendar: "what's on tomorrow". */
  readonly question: Pattern;
};

/** The words around a time in a sentence. */
export type SentenceWords = {
  /** "please remind me" at the start of the text. Also matches the empty text. */
  readonly leadIn: Pattern;
  /** Words between the time and the reminder text: "to", "that". */
  readonly joining: Pattern;
  /**
   * Words before the time, at the end of the reminder text: "by" tomorrow. Not those that may be a verb's: turn it "on"
   * tomorrow.
   */
  readonly dangling: Pattern;
  /** The same before a time with a preposition of its own: "due" by friday. */
  readonly danglingTwice: Pattern;
  /** The preposition at the start of a time: "at 9", "in 5 minutes". */
  readonly preposition: Pattern;
  /** Words of a time behind it: at 9 "sharp", at 3 "or so". */
  readonly behind: Pattern;
  /** Words behind the text, and a request behind a comma: ", remind me please". */
  readonly trailing: Pattern;
  /** A request behind the text, where it is the only one: "call mom at 5 remind me". */
  readonly lateRequest: Pattern;
  /** A polite question. Its question mark isn't part of the reminder text. */
  readonly asking: Pattern;
  /** The time belongs to the reminder text: "dinner is at 8". */
  readonly states: Pattern;
  /** A wake-up request, which means the first half of the day. */
  readonly wake: Pattern;
  /** Words that start the reminder text after the time. */
  readonly opens: Pattern;
  /** Words between two alternative times. */
  readonly or: Pattern;
  /** Another time behind the time, too short to be read on its own: "or 4", "or the day after". */
  readonly orElse: Pattern;
  /** Before a time that is only an edge: "before noon", "after 5". */
  readonly beyond: Pattern;
  /** Before a day whose time they leave open: "early tomorrow". */
  readonly vague: Pattern;
  /** Behind a day whose time they leave open: tomorrow "after lunch". */
  readonly vagueBehind: Pattern;
  /** Before a day or an hour that belongs to the reminder text: "tickets for friday", "the 6pm show". */
  readonly ofMatter: Pattern;
  /** Before a weekday that belongs to the reminder text: "the" friday report. */
  readonly ownsDay: Pattern;
  /** Behind a weekday that is a time: the end, or "at starbucks". */
  readonly afterDay: Pattern;
  /** Words beside a time without a meaning of their own. */
  readonly filler: Pattern;
  /**
   * Words that belong to a time and that no form reads: "at 25:00", "on the first", "except in the holidays". They
   * never become text.
   */
  readonly timeLike: Pattern;
  /** A recurrence that no form reads, at the start of the text of a single reminder: "every blue moon". */
  readonly unreadSeries: Pattern;
};

/**
 * Creates a form that matches whole lower-case words from the start of a word. A blank matches any white space, ` ?`
 * optional white space.
 */
export const form = (pattern: string, means: Form['means'], doubt?: Doubt): Form => ({
  spoken: wholeWords(pattern, 'uy'),
  means,
  doubt,
});

/** Like `form`, but ignores case and matches the original text, which answers can quote. */
export const formAsWritten = (pattern: string, means: Form['means'], doubt?: Doubt): Form => ({
  ...form(pattern, means, doubt),
  spoken: wholeWords(pattern, 'iuy'),
  asWritten: true,
});

/** All whole words in any case, wherever they stand. */
export const anywhere = (pattern: string): Pattern =>
  once(() => new RegExp(`(?<![\\p{L}\\p{N}])(?:${withBlanks(pattern)})(?![\\p{L}\\p{N}])`, 'giu'));

/** Matches the position right behind whole words in any case. */
export const behind = (pattern: string): Pattern =>
  once(() => new RegExp(`(?<=(?<![\\p{L}\\p{N}])(?:${withBlanks(pattern)})\\s+)`, 'iuy'));

const wholeWords = (pattern: string, flags: string): Pattern =>
  once(() => new RegExp(`(?:${withBlanks(pattern)})(?![a-zß-ÿ0-9])`, flags));

/** Keeps what the first call compiles. */
export const once = (compile: Pattern): Pattern => {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= compile();
    return compiled;
  };
};

const withBlanks = (pattern: string): string => pattern.replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+');

/** Duration units by their words. Shorter units have lower ranks. */
export const unitsOfTime = (words: Readonly<Partial<Record<UnitName, string>>>): ReadonlyMap<string, UnitOfTime> =>
  new Map(
    Object.entries(LENGTHS).flatMap(([name, unit]) =>
      (words[name as UnitName]?.split(' ') ?? []).map(word => [word, unit] as const),
    ),
  );

type UnitName = keyof typeof LENGTHS;
const unit = (rank: number, ms: number, months = 0): UnitOfTime => ({rank, ms, months});
const LENGTHS = {
  second: unit(1, SECOND),
  minute: unit(2, MINUTE),
  quarterHour: unit(2.4, 15 * MINUTE),
  threeQuarters: unit(2.6, 45 * MINUTE),
  hour: unit(3, HOUR),
  day: unit(4, DAY),
  week: unit(5, 7 * DAY),
  fortnight: unit(5, 14 * DAY),
  month: unit(6, 0, 1),
  quarter: unit(6, 0, 3),
  year: unit(7, 0, 12),
};
