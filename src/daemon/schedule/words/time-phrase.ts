// Merges pieces into one time: its day, times of day, recurrence and end. Pure.
import type {Clock, Day, Meaning, Part, Piece, Repeat, Span, Unit} from './meaning.ts';

export type PhraseTime = {
  readonly clock?: Clock;
  readonly part?: Part;
  /** "tomorrow night at 1": the part came first, so the hour belongs to the night. */
  readonly partFirst?: true;
};

export type PhraseZone =
  | {readonly kind: 'zone'; readonly zone: string; readonly name: string; readonly place?: true}
  | {readonly kind: 'offset'; readonly offsetMs: number; readonly name: string};

export type Shift = {readonly span: Span; readonly sign: 1 | -1};

/** All parts of one time. */
export type TimePhrase = {
  readonly start: number;
  readonly end: number;
  readonly day?: Day;
  /** The weekday next to a date: "friday the 27th". */
  readonly weekday?: number;
  readonly weekdays?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly times: readonly PhraseTime[];
  readonly span?: Span;
  readonly manner?: 'in' | 'bare';
  readonly lasting?: Span;
  readonly shift?: Shift;
  readonly zone?: PhraseZone;
  readonly instant?: number;
  readonly sun?: 'RISE' | 'SET';
  readonly every?: number;
  readonly repeat?: Repeat;
  /** The days of an hourly recurrence: "every hour on weekdays". */
  readonly onDays?: readonly number[];
  readonly often?: {readonly times: number; readonly unit: Unit};
  readonly window?: {readonly from: Clock; readonly to: Clock};
  readonly count?: number;
  readonly except?: readonly number[];
  readonly until?: TimePhrase;
  readonly starting?: TimePhrase;
  readonly sameTime?: true;
  readonly never?: string;
  /** The phrase is a time in any context. */
  readonly isSure: boolean;
  /** The phrase is a time unless the next words can own the name. */
  readonly isName: boolean;
};

export const emptyPhrase = (start: number): TimePhrase => ({
  start,
  end: start,
  times: [],
  isSure: false,
  isName: false,
});

export const repeats = ({every, repeat, often}: TimePhrase): boolean =>
  every !== undefined || repeat !== undefined || often !== undefined;

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
    isName: phrase.isName || piece.doubt === 'name' || piece.doubt === 'word',
  };
};

const add = (phrase: TimePhrase, meaning: Meaning, joined: boolean): TimePhrase | undefined => {
  const edge = phrase.until === undefined ? 'starting' : 'until';
  const open = phrase[edge];
  if (open !== undefined && BELONGS_TO_EDGE.has(meaning.kind) && !isTimeOfSeries(phrase, open, meaning)) {
    const more = addTo(open, meaning, joined);
    if (more !== undefined) return {...phrase, [edge]: more};
  }
  return addTo(phrase, meaning, joined);
};

/** "every day until friday at 9": the hour belongs to the series, which has no hour yet. */
const isTimeOfSeries = (phrase: TimePhrase, open: TimePhrase, {kind}: Meaning): boolean =>
  ['clock', 'part', 'number', 'zone'].includes(kind) &&
  open.day !== undefined &&
  phrase.times.length === 0 &&
  !(phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit));

const addTo = (phrase: TimePhrase, meaning: Meaning, joined: boolean): TimePhrase | undefined => {
  switch (meaning.kind) {
    case 'clock':
    case 'number':
      return withTime(phrase, {clock: meaning.clock}, joined);
    case 'part':
      return withTime(phrase, {part: meaning.part}, joined);
    case 'day':
      return withDay(phrase, meaning.day, joined);
    case 'weekdays':
      if (phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit))
        return once(phrase, 'onDays', meaning.weekdays);
      return phrase.day === undefined ? once(phrase, 'weekdays', meaning.weekdays) : undefined;
    case 'month-days':
      return phrase.day === undefined ? once(phrase, 'monthDays', meaning.days) : undefined;
    case 'span':
      if (meaning.manner === 'for') return once(phrase, 'lasting', meaning.span);
      if (phrase.times.length > 0 && !isOfDays(meaning.span)) return undefined;
      return joined ? undefined : span(phrase, meaning.span, meaning.manner);
    case 'shift':
      return phrase.day === undefined && phrase.times.length === 0 && phrase.span === undefined && !joined
        ? once(phrase, 'shift', {span: meaning.span, sign: meaning.sign})
        : undefined;
    case 'zone':
    case 'offset':
      return isPlaceOfTime(phrase, meaning) ? once(phrase, 'zone', meaning) : undefined;
    case 'instant':
      return phrase.day === undefined && phrase.times.length === 0 ? once(phrase, 'instant', meaning.at) : undefined;
    case 'sun':
      return phrase.times.length === 0 ? once(phrase, 'sun', meaning.event) : undefined;
    case 'every':
      return repeats(phrase) ? undefined : once(phrase, 'every', meaning.every);
    case 'often':
      return repeats(phrase) ? undefined : once(phrase, 'often', {times: meaning.times, unit: meaning.unit});
    case 'repeat':
      return withRepeat(phrase, meaning.repeat);
    case 'window':
      return once(phrase, 'window', {from: meaning.from, to: meaning.to});
    case 'count':
      return once(phrase, 'count', meaning.count);
    case 'except':
      return once(phrase, 'except', meaning.weekdays);
    case 'until':
      return once(phrase, 'until', emptyPhrase(phrase.end));
    case 'starting':
      return phrase.until === undefined ? once(phrase, 'starting', emptyPhrase(phrase.end)) : undefined;
    case 'same-time':
      return phrase.times.length === 0 ? once(phrase, 'sameTime', true) : undefined;
    default:
      return once(phrase, 'never', meaning.why);
  }
};

const once = <Name extends keyof TimePhrase>(
  phrase: TimePhrase,
  name: Name,
  value: TimePhrase[Name],
): TimePhrase | undefined => (phrase[name] === undefined ? {...phrase, [name]: value} : undefined);

const span = (phrase: TimePhrase, value: Span, manner: 'in' | 'bare'): TimePhrase | undefined =>
  phrase.span === undefined && phrase.instant === undefined ? {...phrase, span: value, manner} : undefined;

/** A part of the day belongs to the adjacent hour: "8 in the evening", "in the evening at 8". */
const withTime = (phrase: TimePhrase, time: PhraseTime, joined: boolean): TimePhrase | undefined => {
  if (phrase.span !== undefined && !isOfDays(phrase.span)) return undefined;
  if (phrase.instant !== undefined || phrase.sun !== undefined || phrase.sameTime !== undefined) return undefined;
  const last = phrase.times.at(-1);
  const before = phrase.times.slice(0, -1);
  if (joined && last !== undefined) return {...phrase, times: [...phrase.times, time]};
  if (last === undefined) return {...phrase, times: [time]};
  if (last.clock === undefined && time.clock !== undefined && last.part !== 'midnight' && last.part !== 'noon') {
    return {...phrase, times: [...before, {...last, ...time, partFirst: true}]};
  }
  if (last.part === undefined && time.part !== undefined && time.part !== 'midnight') {
    return {...phrase, times: [...before, {...last, ...time}]};
  }
  return undefined;
};

const withDay = (phrase: TimePhrase, day: Day, joined: boolean): TimePhrase | undefined => {
  if (phrase.instant !== undefined) return undefined;
  if (phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit) && day.kind === 'weekday') {
    return once(phrase, 'onDays', [day.weekday]);
  }
  const {day: known, weekday} = phrase;
  if (known === undefined) {
    if (phrase.span !== undefined && !isOfDays(phrase.span)) return undefined;
    return phrase.weekdays === undefined ? {...phrase, day} : undefined;
  }
  if (joined || weekday !== undefined) return undefined;
  if (known.kind === 'weekday' && isDate(day)) return {...phrase, day, weekday: known.weekday};
  if (isDate(known) && day.kind === 'weekday') return {...phrase, weekday: day.weekday};
  if (known.kind === 'ahead' && day.kind === 'weekday' && known.days < 7) return {...phrase, weekday: day.weekday};
  if (known.kind === 'months' && known.months === 1 && (day.kind === 'of-month' || day.kind === 'nth')) {
    return {...phrase, day: {...day, months: 1}};
  }
  if (day.kind === 'months' && day.months === 1 && (known.kind === 'of-month' || known.kind === 'nth')) {
    return {...phrase, day: {...known, months: 1}};
  }
  return undefined;
};

const isDate = ({kind}: Day): boolean => kind === 'date' || kind === 'of-month' || kind === 'figures';

const withRepeat = (phrase: TimePhrase, repeat: Repeat): TimePhrase | undefined => {
  const {repeat: known, every, often} = phrase;
  if (every !== undefined || often !== undefined) return undefined;
  if (known === undefined) return {...phrase, repeat};
  // "every 2 months on the first and third Monday"
  const isOpenMonth = known.unit === 'month' && known.monthDays === undefined && known.weekdays === undefined;
  if (isOpenMonth && repeat.unit === 'month' && repeat.every === 1)
    return {...phrase, repeat: {...repeat, every: known.every}};
  const weekdays = repeat.unit === 'week' && repeat.every === 1 ? repeat.weekdays : undefined;
  if (weekdays !== undefined && HOURLY.has(known.unit)) return once(phrase, 'onDays', weekdays);
  const others = known.unit === 'week' && known.every === 1 ? known.weekdays : undefined;
  return others !== undefined && HOURLY.has(repeat.unit) ? {...phrase, repeat, onDays: others} : undefined;
};

/** "in New York" counts as a zone only after a time: "call Bob in New York at 9" stays open. */
const isPlaceOfTime = (phrase: TimePhrase, zone: PhraseZone): boolean =>
  zone.kind === 'offset' ||
  zone.place !== true ||
  phrase.times.some(({clock, part}) => clock !== undefined || part === 'noon' || part === 'midnight');

/** Whole days, weeks or months, which can have a time of day. */
export const isOfDays = ({ms, months}: Span): boolean => (months > 0 || ms > 0) && ms % 86_400_000 === 0;

const HOURLY: ReadonlySet<Unit> = new Set(['minute', 'hour']);
const BELONGS_TO_EDGE: ReadonlySet<Meaning['kind']> = new Set([
  'clock',
  'part',
  'number',
  'day',
  'span',
  'zone',
  'offset',
  'shift',
  'instant',
]);
