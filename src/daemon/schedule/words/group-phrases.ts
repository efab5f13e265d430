// Groups pieces of a text into times, and rates how likely each group is the time of the sentence. Pure.
import type {Piece} from '../../../shared/languages/times/meaning.ts';
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import {type Around, weightOf} from './group-weight.ts';
import type {TimePhrase} from './reading.ts';
import {emptyPhrase, repeats, withPiece} from './time-phrase.ts';
import {isDistance, isOfDays, withYearOf} from './two-parts.ts';

/** A group of pieces that describe one time. */
export type Group = TimePhrase & {
  /** Likelihood that the group is a time. 0: not a time. */
  readonly weight: number;
  /** "and" joins this group to the previous group. */
  readonly joined: boolean;
};

export const gather = (text: string, pieces: readonly Piece[], language: TimeWords): readonly Group[] => {
  const found = chains(text, pieces, language);
  const around: Around = {text, language, lead: leadIn(text, language), isSeries: found.some(hasSeries)};
  return found.flatMap(chain =>
    groupsOf(usable(around.isSeries ? chain : fromFirstDay(chain, text), around)).map(
      (group): Group => ({...group, weight: weightOf(group, around)}),
    ),
  );
};

/** The length of the lead-in, such as "please remind me". */
export const leadIn = (text: string, {sentence}: TimeWords): number => sentence.leadIn().exec(text)?.[0].length ?? 0;

type Chain = readonly {readonly piece: Piece; readonly joined: boolean}[];

const hasSeries = (chain: Chain): boolean =>
  chain.some(({piece}, index) => {
    const {kind} = piece.meaning;
    return kind === 'repeat' || kind === 'often' || (kind === 'every' && index + 1 < chain.length);
  });

/** Pieces with only joining words between them. */
const chains = (text: string, pieces: readonly Piece[], {glue, and, sentence}: TimeWords): readonly Chain[] => {
  const found: {piece: Piece; joined: boolean}[][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const gap = text.slice(last?.at(-1)?.piece.end ?? 0, piece.start);
    // "october 10 (afternoon)"
    const isBracketed = gap.trimEnd().endsWith('(') && text[piece.end] === ')';
    const between = isBracketed ? gap.replace('(', ' ') : gap;
    // "at 8, 12 and 18", "1 january, 1 april and 1 july" are lists.
    const before = last?.at(-1)?.piece;
    const isListed =
      /^\s*,\s*$/u.test(between) &&
      ((isHourLike(before) && isHourLike(piece)) ||
        (before?.meaning.kind === 'part' && piece.meaning.kind === 'part') ||
        (isDateLike(before) && isDateLike(piece)));
    // "tomorrow about the 3pm meeting": the meeting is at 3.
    const isOfMatter = piece.meaning.kind === 'clock' && sentence.ofMatter().test(between);
    // "tuesday - june 1st"
    const isDashed = /^\s*[–-]\s*$/u.test(between) && isWeekday(before) && isDateLike(piece);
    const isGlue = glue().test(between) || isDashed;
    const isGlued = last !== undefined && !isListed && !isOfMatter && isGlue && !between.includes('\n');
    const joined = last !== undefined && !isGlued && and().test(between) && !between.includes('\n');
    if (last !== undefined && (isGlued || joined))
      last.push({piece: isBracketed ? {...piece, end: piece.end + 1} : piece, joined});
    else found.push([{piece, joined: false}]);
  }
  return found;
};

const isHourLike = (piece: Piece | undefined): boolean => piece !== undefined && BETWEEN_HOURS.has(piece.meaning.kind);

const isWeekday = (piece: Piece | undefined): boolean =>
  piece?.meaning.kind === 'day' && piece.meaning.day.kind === 'weekday';

const isDateLike = (piece: Piece | undefined): boolean => {
  if (piece?.meaning.kind === 'repeat') return piece.meaning.repeat.month !== undefined;
  return piece?.meaning.kind === 'day' && LISTED.has(piece.meaning.day.kind);
};

/** "vacation from 1 to 14 august": without a recurrence the first of the days is the time. */
const fromFirstDay = (chain: Chain, text: string): Chain => {
  const kinds = chain.map(({piece}) => piece.meaning.kind);
  const at = kinds.findIndex((_, index) => kinds.slice(index, index + 4).join() === 'starting,day,until,day');
  const [from, first, , last] = chain.slice(at, at + 4).map(({piece}) => piece);
  if (at < 0 || from === undefined || first?.meaning.kind !== 'day' || last === undefined) return chain;
  const range = text.slice(from.start, last.end);
  const day = last.meaning.kind === 'day' ? withYearOf(first.meaning.day, last.meaning.day) : first.meaning.day;
  const piece: Piece = {start: from.start, end: last.end, meaning: {kind: 'day', day, range}};
  return [...chain.slice(0, at), {piece, joined: false}, ...chain.slice(at + 4)];
};

/** Drops numbers that count something, and series ends in a text without a recurrence. */
const usable = (chain: Chain, around: Around): readonly Chain[] => {
  const parts: {piece: Piece; joined: boolean}[][] = [[]];
  chain.forEach((link, index) => {
    const {meaning} = link.piece;
    if (isOfText(chain, index, around)) {
      // "at 7 evening walk": the hour is in the evening, and the text is "evening walk".
      if (isOpenClock(chain[index - 1]?.piece))
        parts.at(-1)?.push({...link, piece: {...link.piece, end: link.piece.start}});
      else parts.push([]);
      return;
    }
    if (isDoubtfulClock(link, chain) || (!around.isSeries && isNameOfMonth(link, chain))) parts.push([]);
    else if (
      meaning.kind === 'number'
        ? !isHour(chain, index, {...around, isKept: parts.at(-1)?.at(-1) === chain[index - 1]})
        : !around.isSeries && OF_SERIES.has(meaning.kind)
    )
      parts.push([]);
    // "walk for 2 hours tomorrow": 2 hours is the duration of the walk.
    else if (!around.isSeries && meaning.kind === 'span' && meaning.manner === 'for') parts.push([link], []);
    // "sell 2 to 3 shares tomorrow"
    else if (meaning.kind === 'window' && meaning.isBare === true && !isBesideDay(chain, index)) parts.push([]);
    // "half day friday"
    else if (isBareLength(link.piece) && chain[index + 1]?.piece.meaning.kind === 'day' && !isWeeks(link.piece))
      parts.push([]);
    // "tomorrow 30 minutes yoga", "fast 2 days at 8"
    else if (isLength(link.piece, chain[index + 1]?.piece, around)) parts.push([link], []);
    else parts.at(-1)?.push(link);
  });
  return parts.filter(part => part.length > 0);
};

/** A part of the day or "weekly" between a time that has its own and a noun: "at 02:30 night shift". */
const isOfText = (chain: Chain, index: number, {text, language}: Around): boolean => {
  const {piece} = chain[index] ?? {};
  const {doubt, meaning} = piece ?? {};
  if (
    piece !== undefined &&
    meaning?.kind === 'repeat' &&
    doubt === 'name' &&
    isOwned(text.slice(0, piece.start), language)
  )
    return true;
  if (piece === undefined || index === 0 || !language.leftOver.describes().test(text.slice(piece.end))) return false;
  const before = chain.slice(0, index).map(link => link.piece.meaning);
  if (meaning?.kind === 'part') return doubt === 'guest' && before.at(-1)?.kind === 'clock';
  return (
    meaning?.kind === 'repeat' && doubt === 'name' && before.some(({kind}) => kind === 'repeat' || kind === 'every')
  );
};

/** "the daily at 9" is the name of a meeting, "a daily one" hardly. */
const isOwned = (before: string, {leftOver, spans}: TimeWords): boolean =>
  leftOver.owner().test(before) && !spans.articles.includes(before.trim().split(/\s+/u).at(-1)?.toLowerCase() ?? '');

const isOpenClock = (piece: Piece | undefined): boolean =>
  piece?.meaning.kind === 'clock' && piece.meaning.clock.style !== 'exact';

/** "call June at 5": a month alone is a time only with a word such as "in", or as in "2 weeks before march". */
const isNameOfMonth = ({piece: {meaning, doubt}}: Chain[number], chain: Chain): boolean =>
  doubt === 'guest' &&
  meaning.kind === 'day' &&
  meaning.day.kind === 'date' &&
  meaning.day.isMonth === true &&
  meaning.day.year === undefined &&
  !chain.some(({piece}) => piece.meaning.kind === 'shift' || isOfYears(piece));

/** "june next year", "march in 2 years" */
const isOfYears = ({meaning}: Piece): boolean =>
  (meaning.kind === 'day' && meaning.day.kind === 'period' && meaning.day.unit === 'year') ||
  (meaning.kind === 'span' && meaning.manner === 'in' && meaning.span.months >= 12);

const isBesideDay = (chain: Chain, index: number): boolean =>
  [chain[index - 1], chain[index + 1]].some(link => link !== undefined && BEHIND_HOURS.has(link.piece.meaning.kind));

/** A bare duration names a time only at the start, or as weeks before a day: "call Bob a week tomorrow". */
const isLength = (piece: Piece, next: Piece | undefined, {lead}: Around): boolean =>
  isBareLength(piece) && piece.start > lead && !(next?.meaning.kind === 'day' && isWeeks(piece));

const isBareLength = ({meaning}: Piece): boolean => meaning.kind === 'span' && meaning.manner === 'bare';
const isWeeks = ({meaning}: Piece): boolean => meaning.kind === 'span' && isDistance(meaning.span);

/** "ICE 1005 on Friday at 6:12": the number isn't a time beside a clear one. */
const isDoubtfulClock = ({piece, joined}: Chain[number], chain: Chain): boolean =>
  piece.meaning.kind === 'clock' &&
  piece.doubt === 'guest' &&
  !joined &&
  chain.some(other => other.piece.meaning.kind === 'clock' && other.piece.doubt === undefined && !other.joined);

/** "tomorrow 9", "9 tomorrow", "at 9 and 18". */
const isHour = (
  chain: Chain,
  index: number,
  {text, language, lead, isKept}: Around & {readonly isKept: boolean},
): boolean => {
  const {piece, joined} = chain[index] ?? {};
  if (piece?.meaning.kind !== 'number') return false;
  const before = chain[index - 1]?.piece;
  const after = chain[index + 1];
  if (isFirstOfHours(chain, index, text)) return true;
  const isCount = before?.meaning.kind === 'number' && !isKept;
  const follows = before !== undefined && AROUND_HOURS.has(before.meaning.kind) && !isCount;
  // "half an hour before 6"
  if (before?.meaning.kind === 'shift' && !isOfDays(before.meaning.span) && isDirectly(text, before, piece))
    return true;
  const between = text.slice(before?.end, piece.start);
  const isDirect = before !== undefined && between.trim() === '';
  const isPlain = piece.meaning.clock.style === 'exact' && joined === true && language.and().test(between);
  if (
    follows &&
    (piece.meaning.ends || isPlain) &&
    (isDirect || (joined === true && BETWEEN_HOURS.has(before.meaning.kind)))
  )
    return true;
  // "table for 2 tomorrow at 8": a number before a day is no hour beside a clear one.
  const isBesideClock = chain.slice(index + 1).some(other => other.piece.meaning.kind === 'clock' && !other.joined);
  const leads = after !== undefined && !after.joined && BEHIND_HOURS.has(after.piece.meaning.kind);
  if (!leads || isBesideClock) return false;
  // "2 morning sessions" counts them.
  const isOfNoun =
    after.piece.meaning.kind === 'part' &&
    after.piece.doubt === 'guest' &&
    language.leftOver.describes().test(text.slice(after.piece.end));
  if (isOfNoun) return false;
  return (
    after.piece.meaning.kind === 'part' ||
    (before !== undefined && follows) ||
    piece.start <= lead ||
    language.beforeHour().test(text.slice(0, piece.start))
  );
};

/** "8, 14 und 20 uhr": hours of a list whose last one is a clear one. */
const isFirstOfHours = (chain: Chain, index: number, text: string): boolean => {
  const next = chain[index + 1];
  if (next?.joined !== true || !/\d/u.test(text[next.piece.start] ?? '')) return false;
  const {meaning, doubt} = next.piece;
  return meaning.kind === 'clock'
    ? doubt === undefined
    : meaning.kind === 'number' && isFirstOfHours(chain, index + 1, text);
};

const isDirectly = (text: string, before: Piece, piece: Piece): boolean =>
  text.slice(before.end, piece.start).trim() === '';

/** An end or a start that names no day belongs to the text: "every day until I say stop". */
const withoutOpenEdge = (part: Chain): Chain => {
  const last = part.at(-1)?.piece.meaning.kind;
  return part.length > 1 && (last === 'until' || last === 'starting') ? withoutOpenEdge(part.slice(0, -1)) : part;
};

const groupsOf = (parts: readonly Chain[]): readonly (TimePhrase & {joined: boolean})[] => {
  const found: (TimePhrase & {joined: boolean})[] = [];
  for (const part of parts.map(withoutOpenEdge)) {
    let phrase: (TimePhrase & {joined: boolean}) | undefined;
    for (const {piece, joined} of part) {
      const more = phrase && withPiece(phrase, piece, joined);
      if (phrase !== undefined && more !== undefined) {
        phrase = {...more, joined: phrase.joined};
        continue;
      }
      if (phrase !== undefined) found.push(phrase);
      const first = withPiece(emptyPhrase(piece.start), piece, false);
      phrase = first && {...first, joined};
    }
    if (phrase !== undefined) found.push(phrase);
  }
  return found.filter(saysSomething);
};

/** False for an "every" alone, or an end without a date. */
const saysSomething = (phrase: TimePhrase): boolean => {
  if (phrase.every !== undefined) {
    return (
      phrase.weekdays !== undefined ||
      phrase.day !== undefined ||
      phrase.monthDays !== undefined ||
      phrase.times.length > 0 ||
      phrase.sun !== undefined
    );
  }
  // "but not" without a day.
  const isAlone = phrase.isExcluding === true && phrase.except === undefined && phrase.excluding === undefined;
  return !(isAlone && !repeats(phrase));
};

/** "today, tomorrow and the day after", "1 january, 1 april and 1 july" */
const LISTED: ReadonlySet<string> = new Set(['date', 'figures', 'ahead']);
const OF_SERIES: ReadonlySet<string> = new Set(['until', 'starting', 'from-now', 'count', 'except']);
const AROUND_HOURS: ReadonlySet<string> = new Set([
  'day',
  'weekdays',
  'month-days',
  'repeat',
  'part',
  'clock',
  'number',
  'often',
  'every',
]);
const BEHIND_HOURS: ReadonlySet<string> = new Set([
  'day',
  'weekdays',
  'month-days',
  'repeat',
  'part',
  'often',
  'every',
]);
const BETWEEN_HOURS: ReadonlySet<string> = new Set(['clock', 'number']);
