// Merges pieces into one time: its day, times of day, recurrence and end. Pure.
import type {Meaning, Piece, Span} from '../../../shared/languages/times/meaning.ts';
import type {PhraseTime, PhraseZone, TimePhrase} from './reading.ts';
import {
  HOURLY,
  isOfDays,
  isShorter,
  isYearOrClock,
  joinedTime,
  ofYear,
  once,
  withCount,
  withDay,
  withRange,
  withRepeat,
} from './two-parts.ts';

export const emptyPhrase = (start: number): TimePhrase => ({
  start,
  end: start,
  times: [],
  isSure: false,
  isName: false,
  isFree: false,
});

export const repeats = ({every, repeat, often, isThroughout, times, day, span}: TimePhrase): boolean =>
  every !== undefined ||
  repeat !== undefined ||
  often !== undefined ||
  (isThroughout === true && span === undefined && (times.length > 0 || day !== undefined));

/** `joined`: "and" precedes the piece. Undefined if the piece belongs to another time. */
export const withPiece = (phrase: TimePhrase, piece: Piece, joined: boolean): TimePhrase | undefined => {
  const added = add(phrase, piece.meaning, joined);
  if (added === undefined) return undefined;
  return {
    ...added,
    start: Math.min(phrase.start, piece.start),
    end: piece.end,
    // "every" with a following piece is always a time.
    isSure: phrase.isSure || piece.doubt === undefined || phrase.every !== undefined,
    isName: phrase.isName || piece.doubt === 'name' || piece.doubt === 'word' || piece.doubt === 'free',
    isFree: phrase.isFree || piece.doubt === 'free',
  };
};

const add = (phrase: TimePhrase, meaning: Meaning, joined: boolean): TimePhrase | undefined => {
  if (phrase.isExcluding === true && !(isDayOfMonths(phrase, meaning) && !joined)) {
    const without = withoutDay(phrase, meaning);
    if (without !== undefined) return without;
    const {isExcluding: _, ...rest} = phrase;
    // "every day except at 9" leaves out nothing that the calendar knows.
    if (rest.except === undefined && rest.excluding === undefined) return undefined;
    return add(rest, meaning, joined);
  }
  if (phrase.isExcluding === true) return add({...phrase, isExcluding: undefined}, meaning, joined);
  const edge = phrase.until === undefined ? 'starting' : 'until';
  const open = phrase[edge];
  if (OPENS_EDGE.has(meaning.kind)) return addTo({...phrase, isEdgeDone: undefined}, meaning, joined);
  if (open !== undefined && open.day !== undefined && (meaning.kind === 'every' || meaning.kind === 'repeat')) {
    const more = addTo(phrase, meaning, joined);
    return more && {...more, isEdgeDone: true};
  }
  if (
    phrase.isEdgeDone !== true &&
    open !== undefined &&
    BELONGS_TO_EDGE.has(meaning.kind) &&
    !isTimeOfSeries(phrase, open, meaning)
  ) {
    const more = addTo(open, meaning, joined);
    if (more !== undefined) return {...phrase, [edge]: more};
  }
  return addTo(phrase, meaning, joined);
};

/** "every day until friday at 9": the hour belongs to the series, which has no hour yet. */
const isTimeOfSeries = (phrase: TimePhrase, open: TimePhrase, meaning: Meaning): boolean =>
  // "starting dec 7 for 5 weeks"
  (meaning.kind === 'span' && meaning.manner === 'for' && open.day !== undefined) ||
  (['clock', 'part', 'number', 'zone'].includes(meaning.kind) &&
    open.day !== undefined &&
    phrase.times.length === 0 &&
    !(phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit)));

const addTo = (phrase: TimePhrase, meaning: Meaning, joined: boolean): TimePhrase | undefined => {
  switch (meaning.kind) {
    case 'number':
      // "every five" says five of what?
      if (phrase.every !== undefined && phrase.day === undefined && phrase.weekdays === undefined) return undefined;
      return withTime(phrase, {clock: meaning.clock}, joined);
    case 'clock':
      return withTime(phrase, {clock: meaning.clock}, joined);
    case 'part':
      return withTime(phrase, {part: meaning.part}, joined);
    case 'day':
      return withRange(
        meaning.orClock === undefined ? onDay(phrase, meaning, joined) : withPointed(phrase, meaning, joined),
        meaning.range,
      );
    case 'weekdays':
      if (phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit))
        return once(phrase, 'onDays', meaning.weekdays);
      return phrase.day === undefined ? once(phrase, 'weekdays', meaning.weekdays) : undefined;
    case 'month-days':
      return phrase.day === undefined ? once(phrase, 'monthDays', meaning.days) : undefined;
    case 'span':
      // "every day at 9 for 5 minutes": that long lasts what the text says.
      if (meaning.manner === 'for' && isShorter(meaning.span, phrase)) return undefined;
      if (meaning.manner === 'for' && meaning.span.upTo === undefined) return once(phrase, 'lasting', meaning.span);
      if (meaning.manner === 'for') return repeats(phrase) ? once(phrase, 'never', {kind: 'how-many'}) : undefined;
      if (joined || repeats(phrase)) return undefined;
      return span(phrase, meaning.span, meaning.manner);
    case 'throughout':
      return phrase.lasting === undefined ? {...phrase, lasting: meaning.span, isThroughout: true} : undefined;
    case 'shift':
      return phrase.day === undefined && phrase.times.length === 0 && phrase.span === undefined && !joined
        ? once(phrase, 'shift', {span: meaning.span, sign: meaning.sign})
        : undefined;
    case 'zone':
    case 'offset':
      return isPlaceOfTime(phrase, meaning) ? once(phrase, 'zone', meaning) : undefined;
    case 'year':
      if (isYearOrClock(phrase, meaning)) return once(phrase, 'never', {kind: 'open'});
      return ofYear(phrase, meaning.year) ?? (meaning.clock && withTime(phrase, {clock: meaning.clock}, joined));
    case 'instant':
      return phrase.day === undefined && phrase.times.length === 0 ? once(phrase, 'instant', meaning.at) : undefined;
    case 'sun':
      return phrase.times.length === 0 ? once(phrase, 'sun', meaning.event) : undefined;
    case 'every':
      // "monday and every friday": the series is another time.
      return repeats(phrase) || joined || phrase.span !== undefined ? undefined : once(phrase, 'every', meaning.every);
    case 'often':
      return repeats(phrase) || phrase.span !== undefined
        ? undefined
        : once(phrase, 'often', {times: meaning.times, unit: meaning.unit});
    case 'repeat':
      return phrase.span === undefined ? withRepeat(phrase, meaning.repeat) : undefined;
    case 'window':
      return once(phrase, 'window', meaning);
    case 'minute':
      return phrase.repeat?.unit === 'hour' ? once(phrase, 'atMinute', meaning.minute) : undefined;
    case 'count':
      return withCount(phrase, meaning);
    case 'except':
      return excluding(phrase, meaning);
    case 'until':
      if (meaning.needsStart === true && phrase.starting?.day === undefined && phrase.fromNow !== true)
        return undefined;
      return once(phrase, 'until', emptyPhrase(phrase.end));
    case 'starting':
      if (phrase.until !== undefined) return undefined;
      // "starting from 3 to 5 march" says twice that a start follows.
      if (phrase.starting?.times.length === 0 && phrase.starting.day === undefined) return phrase;
      return once(phrase, 'starting', emptyPhrase(phrase.end));
    case 'from-now':
      return phrase.starting === undefined ? once(phrase, 'fromNow', true) : undefined;
    case 'from-done':
      return repeats(phrase) || phrase.every !== undefined ? {...phrase, fromDone: true} : undefined;
    case 'same-time':
      return phrase.times.length === 0 ? once(phrase, 'sameTime', true) : undefined;
    default:
      return once(phrase, 'never', meaning.why);
  }
};

/** "tomorrow 8.10" and "every day 8.10" say a time of day, "friday 4.12" a date if that is a Friday. */
const withPointed = (phrase: TimePhrase, {day, orClock}: DayMeaning, joined: boolean): TimePhrase | undefined => {
  const isTime = phrase.day?.kind === 'ahead' || phrase.span !== undefined || repeats(phrase);
  if (isTime) return orClock && withTime(phrase, {clock: orClock}, joined);
  const dated = withDay(phrase, day, joined);
  return dated && {...dated, opens: true, orClock: orClock ?? dated.orClock};
};
type DayMeaning = Extract<Meaning, {kind: 'day'}>;

/** "8.10 tomorrow" */
const onDay = (phrase: TimePhrase, {day, opens}: DayMeaning, joined: boolean): TimePhrase | undefined => {
  const {orClock} = phrase;
  if (orClock === undefined || day.kind !== 'ahead' || phrase.times.length > 0) {
    const dated = withDay(phrase, day, joined);
    return dated && {...dated, opens: opens ?? dated.opens};
  }
  return withTime({...{...phrase, orClock: undefined}, opens: undefined, day}, {clock: orClock}, joined);
};

/** "friday in 2 weeks", "at 9 in 2 days": only whole days can have a time of day. */
const span = (phrase: TimePhrase, value: Span, manner: 'in' | 'bare'): TimePhrase | undefined => {
  if (phrase.span !== undefined || phrase.instant !== undefined) return undefined;
  const isAlone = phrase.times.length === 0 && phrase.day === undefined;
  return isAlone || (manner === 'in' && isOfDays(value)) ? {...phrase, span: value, manner} : undefined;
};

/** A part of the day belongs to the adjacent hour: "8 in the evening", "in the evening at 8". */
const withTime = (phrase: TimePhrase, time: PhraseTime, joined: boolean): TimePhrase | undefined => {
  if (phrase.span !== undefined && !isOfDays(phrase.span)) return undefined;
  if (phrase.instant !== undefined || phrase.sun !== undefined || phrase.sameTime !== undefined) return undefined;
  const last = phrase.times.at(-1);
  const before = phrase.times.slice(0, -1);
  if (joined && last !== undefined) return {...phrase, times: [...phrase.times, time]};
  // "in the mornings and evenings"
  const {part} = phrase.repeat ?? {};
  if (joined && part !== undefined && time.clock === undefined) return {...phrase, times: [{part}, time]};
  if (last === undefined) return {...phrase, times: [time]};
  const both = joinedTime(last, time);
  return both && {...phrase, times: [...before, both]};
};

/** "in New York" counts as a zone only after a time: "call Bob in New York at 9" stays open. */
const isPlaceOfTime = (phrase: TimePhrase, zone: PhraseZone): boolean =>
  zone.kind === 'offset' ||
  zone.place !== true ||
  phrase.times.some(({clock, part}) => clock !== undefined || part === 'noon' || part === 'midnight');

const OPENS_EDGE: ReadonlySet<Meaning['kind']> = new Set(['until', 'starting']);
const BELONGS_TO_EDGE: ReadonlySet<string> = new Set(
  'clock part number day span zone offset shift instant year'.split(' '),
);

/** "every month except august on the 1st": the 1st is the day of the series. */
const isDayOfMonths = ({repeat, day, excluding, except}: TimePhrase, meaning: Meaning): boolean => {
  const isOpen =
    repeat?.unit === 'month' &&
    [repeat.weekdays, repeat.monthDays, repeat.workday, day].every(value => value === undefined);
  const isOfMonth =
    meaning.kind === 'month-days' ||
    (meaning.kind === 'day' && (meaning.day.kind === 'of-month' || meaning.day.kind === 'nth'));
  return isOpen && isOfMonth && (excluding !== undefined || except !== undefined);
};

/** Adds a day that a series leaves out: "every day except sundays and 24 december". */
const withoutDay = (phrase: TimePhrase, meaning: Meaning): TimePhrase | undefined => {
  switch (meaning.kind) {
    case 'day':
      if (meaning.day.kind === 'weekend' && meaning.day.weeks === 0) return excluding(phrase, {weekdays: [6, 0]});
      return meaning.day.kind === 'weekday' && meaning.day.which === undefined && meaning.day.weeks === undefined
        ? excluding(phrase, {weekdays: [meaning.day.weekday]})
        : excluding(phrase, {days: [meaning.day]});
    case 'weekdays':
      return excluding(phrase, {weekdays: meaning.weekdays});
    case 'month-days':
      return excluding(phrase, {days: meaning.days.map(day => ({kind: 'of-month', day}))});
    case 'repeat':
      return meaning.repeat.unit === 'week' && meaning.repeat.every === 1 && meaning.repeat.weekdays !== undefined
        ? excluding(phrase, {weekdays: meaning.repeat.weekdays})
        : undefined;
    default:
      return undefined;
  }
};

const excluding = (
  phrase: TimePhrase,
  {weekdays, days}: Pick<Extract<Meaning, {kind: 'except'}>, 'weekdays' | 'days'>,
): TimePhrase => ({
  ...phrase,
  ...(weekdays !== undefined && {except: [...(phrase.except ?? []), ...weekdays]}),
  ...(days !== undefined && {excluding: [...(phrase.excluding ?? []), ...days]}),
  isExcluding: true,
});
