// Chooses the time that a sentence means, and merges related phrases into that time. Pure.
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Group} from './group-phrases.ts';
import {isShiftAlone} from './group-weight.ts';
import type {TimePhrase} from './reading.ts';
import {repeats} from './time-phrase.ts';
import {isWithin, joinedTime} from './two-parts.ts';
import {type Around, isOfMatter, isUnused, opensText} from './unused-times.ts';

export type Chosen = {
  /** The chosen time, merged with its parts elsewhere in the sentence. */
  readonly main: TimePhrase;
  /** The text ranges of the time, in order. */
  readonly ranges: readonly Range[];
  /** Further times for the same text: "and again in two hours". */
  readonly others: readonly TimePhrase[];
  /** A time in the sentence that isn't used. */
  readonly unused?: Range;
  /** An alternative time: "wednesday or thursday". */
  readonly instead?: Range;
};
export type Range = {readonly start: number; readonly end: number};

/** Undefined if the sentence has no time. `lead` is the start of the reminder text. */
export const choose = (
  groups: readonly Group[],
  text: string,
  language: TimeWords,
  lead: number,
): Chosen | undefined => {
  const sure = groups.filter(({weight}) => weight > 0);
  const times = sure.filter(isTime);
  // "leave at 5 for the 6pm show": the show is at 6.
  const own = times.filter(
    group => group.start <= lead || !language.sentence.ofMatter().test(text.slice(0, group.start)),
  );
  const found = sure.find(repeats) ?? surest(own.length > 0 ? own : times, lead);
  if (found === undefined) return undefined;
  const first = firstOfList(found, groups);
  let main: TimePhrase = first;
  const ranges: Range[] = [first];
  const others: Group[] = [];
  const around = {text, language, lead, first};
  for (const group of groups) {
    if (group === first) continue;
    const more = isFollower(group, groups, [first, ...others]) ? undefined : merged(main, group, around);
    if (more !== undefined) {
      main = more;
      ranges.push(group);
    } else if (isFollower(group, groups, [first, ...others])) {
      others.push(group);
    }
  }
  const left = groups.filter(group => !ranges.includes(group) && !others.includes(group));
  const unused = left.find(group => isUnused(group, around));
  const instead = alternative(
    groups.filter(group => !others.includes(group)),
    groups,
    around,
    first,
  );
  const all = [...ranges, ...others].toSorted((a, b) => a.start - b.start);
  const follower = others.find(({times}) => times.length > 0) ?? others[0];
  const isTimeless = main.times.length === 0 && main.window === undefined && main.span === undefined;
  const takesTime = isTimeless && (repeats(main) ? isOfDays(main) : main.day !== undefined);
  const whole = takesTime && follower !== undefined ? inherit(main, follower) : main;
  const single = {...whole, orRepeat: repeatAtStart(whole, groups, around) ?? whole.orRepeat};
  return {
    main: yearly(single, others),
    ranges: all,
    others: others.map(other => inherit(alike(yearly(other, [main, ...others]), main), whole)),
    unused,
    instead,
  };
};

/** "biweekly standup monday 9am" may mean one Monday, or every other one. */
const repeatAtStart = (main: TimePhrase, groups: readonly Group[], {lead}: Around): TimePhrase['repeat'] => {
  const {day} = main;
  const isOpen = day?.kind === 'weekday' && day.which === undefined && day.weeks === undefined && !repeats(main);
  const [first] = groups;
  const isAtStart = isOpen && first !== undefined && first.start <= lead && first.weight === 0;
  return isAtStart && first.repeat?.unit === 'week' && isBare({...first, repeat: undefined}) ? first.repeat : undefined;
};

/** "check it tomorrow and on friday": a list of times starts at its first time. */
const firstOfList = (group: Group, groups: readonly Group[]): Group => {
  const before = groups[groups.indexOf(group) - 1];
  return group.joined && before !== undefined && before.weight > 0 && isTime(before)
    ? firstOfList(before, groups)
    : group;
};

/** The other one of two times: "friday or saturday". */
const alternative = (
  candidates: readonly Group[],
  groups: readonly Group[],
  around: Around,
  first: Group,
): Group | undefined => {
  const second = candidates.find(group => isAlternative(group, groups, around));
  return second === first ? groups[groups.indexOf(second) - 1] : second;
};

const isAlternative = (group: Group, groups: readonly Group[], {text, language}: Around): boolean => {
  const before = groups[groups.indexOf(group) - 1];
  return (
    before !== undefined &&
    isTime(group) &&
    isTime(before) &&
    language.sentence.or().test(text.slice(before.end, group.start))
  );
};

/** True if the group is a time, and not only the end of a series. */
const isTime = (phrase: TimePhrase): boolean =>
  phrase.day !== undefined ||
  phrase.weekdays !== undefined ||
  phrase.monthDays !== undefined ||
  phrase.times.length > 0 ||
  phrase.window !== undefined ||
  phrase.span !== undefined ||
  phrase.lasting !== undefined ||
  phrase.instant !== undefined ||
  phrase.sun !== undefined ||
  phrase.never !== undefined;

/**
 * Among equal groups, the group at the start of the reminder text wins, else the last group: "… to call Bob tomorrow".
 */
const surest = (found: readonly Group[], lead: number): Group | undefined => {
  const most = Math.max(0, ...found.map(({weight}) => weight));
  const sure = found.filter(({weight}) => weight === most);
  const [first] = sure;
  return first !== undefined && first.start <= lead ? first : sure.at(-1);
};

/** "and" joins the group to the previous group, and the previous group is used. */
const isFollower = (group: Group, groups: readonly Group[], used: readonly Group[]): boolean => {
  const before = groups[groups.indexOf(group) - 1];
  return group.joined && group.weight > 0 && before !== undefined && used.includes(before) && isWhole(group);
};

const isWhole = (phrase: TimePhrase): boolean => isTime(phrase) || repeats(phrase);

/** "tomorrow and friday at 9": both days are at 9. */
const inherit = (phrase: TimePhrase, from: TimePhrase): TimePhrase =>
  phrase.times.length > 0 || phrase.span !== undefined || phrase.instant !== undefined || phrase.sun !== undefined
    ? phrase
    : {...phrase, times: from.times.slice(0, 1), zone: from.zone ?? phrase.zone};

/** "weekdays at 7:30 and at the weekend at 9": a weekday beside a series repeats too. */
const alike = (phrase: TimePhrase, main: TimePhrase): TimePhrase =>
  repeats(main) && !repeats(phrase) && (phrase.weekdays !== undefined || isOfWeek(phrase.day))
    ? {...phrase, every: 1}
    : phrase;

/** "every 1 january and 1 july", "on 1 january and 1 july every year": a date beside a yearly series repeats too. */
const yearly = (phrase: TimePhrase, beside: readonly TimePhrase[]): TimePhrase => {
  const {day} = phrase;
  const isDate = (day?.kind === 'date' || day?.kind === 'figures') && day.year === undefined;
  const series = repeats(phrase) || !isDate ? undefined : beside.find(isYearly);
  return series === undefined ? phrase : {...phrase, every: series.repeat?.every ?? series.every ?? 1};
};

const isYearly = ({repeat, every, day}: TimePhrase): boolean =>
  repeat?.unit === 'year' || (every !== undefined && (day?.kind === 'date' || day?.kind === 'figures'));

/** A series without a time of day, which a time behind its last day belongs to. */
const isOfDays = ({repeat}: TimePhrase): boolean =>
  repeat?.part === undefined && repeat?.unit !== 'hour' && repeat?.unit !== 'minute';

const isOfWeek = (day: TimePhrase['day']): boolean =>
  day?.kind === 'weekday'
    ? day.which === undefined && day.weeks === undefined
    : day?.kind === 'weekend' && day.weeks === 0;

/** Completes the time with a separate group: "tomorrow remind me to call at 9". */
const merged = (main: TimePhrase, group: Group, around: Around): TimePhrase | undefined => {
  const {text, language, lead, first} = around;
  if (language.sentence.states().test(text.slice(0, group.start))) return undefined;
  const isLast = /^[\s.!?]*$/u.test(text.slice(group.end));
  if (isShiftAlone(group)) {
    const ms = group.shift?.span.ms ?? DAY;
    return ms < DAY &&
      group.shift?.span.months === 0 &&
      main.times.length > 0 &&
      main.shift === undefined &&
      !repeats(main)
      ? {...main, shift: group.shift ?? main.shift}
      : undefined;
  }
  if (group.weight === 0 && !isEdge(group)) return undefined;
  const times = isTimeOnly(group) && !isOfMatter(group, around) ? timesWith(main, group) : undefined;
  if (times !== undefined) return {...main, times, zone: group.zone ?? main.zone};
  const opened = first.end <= group.start && opensText(text.slice(first.end), language);
  if (!repeats(main)) {
    const isDayOnly = group.day !== undefined && isBare({...group, day: undefined, weekday: undefined});
    return isDayOnly &&
      !opened &&
      main.day === undefined &&
      main.span === undefined &&
      main.instant === undefined &&
      !isOfMatter(group, around)
      ? {...main, day: group.day, weekday: group.weekday ?? main.weekday, range: group.range ?? main.range}
      : undefined;
  }
  if (!isLast && group.start > Math.max(first.start, lead) && !isEdge(group)) return undefined;
  return mergedEnd(main, group, around);
};

const isTimeOnly = (group: Group): boolean => group.times.length > 0 && isBare({...group, times: []});

/** An hour apart from its day: "tomorrow call Bob at 8", "tonight movie at 9". */
const timesWith = (main: TimePhrase, {times}: Group): TimePhrase['times'] | undefined => {
  const {span, window, sun, instant} = main;
  if ([span, window, sun, instant].some(value => value !== undefined)) return undefined;
  const [first, ...more] = main.times;
  if (first === undefined) return times;
  const {part} = first;
  if (more.length > 0 || first.clock !== undefined || part === undefined) return undefined;
  const joined = times.flatMap(time =>
    time.clock === undefined || isWithin(time.clock, part) ? (joinedTime(first, time) ?? []) : [],
  );
  return joined.length === times.length ? joined : undefined;
};

/** Merges a day, or the start or end of a series, that follows the reminder text. */
const mergedEnd = (main: TimePhrase, group: Group, around: Around): TimePhrase | undefined => {
  const {until, starting, count, isTotal, lasting, except, excluding, window, day, weekdays, monthDays} = group;
  const isLong = lasting !== undefined && (lasting.months > 0 || lasting.ms >= DAY);
  // "until friday at 9": the hour behind the edge belongs to a series without one.
  const times = main.times.length === 0 ? group.times : main.times;
  if (group.times.length > 0 && main.times.length > 0 && isEdge(group)) return undefined;
  if (until !== undefined && main.until === undefined && main.count === undefined && !isEmpty(until)) {
    // "work until 18:00" is a text, and an end only for what repeats within a day.
    const isOfDay = until.day === undefined && until.span === undefined;
    const isShort = main.repeat?.unit === 'hour' || main.repeat?.unit === 'minute';
    return isOfDay && !isShort ? undefined : withMore({...main, until, times}, {...group, until: undefined}, around);
  }
  if (starting !== undefined && main.starting === undefined && !isEmpty(starting))
    return withMore({...main, starting, times}, {...group, starting: undefined}, around);
  // "do pushups 10 times" is a text.
  if (group.fromNow === true && main.starting === undefined) return {...main, fromNow: true};
  if (count !== undefined && isTotal === true && main.count === undefined) return {...main, count, isTotal};
  const hasExceptions = main.except !== undefined || main.excluding !== undefined;
  if ((except !== undefined || excluding !== undefined) && !hasExceptions)
    return {...main, except: except ?? main.except, excluding: excluding ?? main.excluding};
  if (isLong && main.lasting === undefined) return {...main, lasting};
  if (window !== undefined && main.window === undefined && main.times.length === 0) return {...main, window};
  const unit = main.repeat?.unit;
  const isOpen =
    (unit === 'week' || unit === 'month' || unit === 'year') &&
    main.day === undefined &&
    main.repeat?.weekdays === undefined &&
    main.repeat?.monthDays === undefined;
  if (!isOpen || isOfMatter(group, around)) return undefined;
  if (day !== undefined && isBare({...group, day: undefined, times: []})) {
    return main.times.length > 0 && group.times.length > 0
      ? undefined
      : {...main, day, times: [...main.times, ...group.times]};
  }
  if (weekdays !== undefined) return {...main, weekdays};
  return monthDays === undefined ? undefined : {...main, monthDays};
};

/** "until dec 24 except sundays": the rest of the group counts, too. */
const withMore = (main: TimePhrase, rest: Group, around: Around): TimePhrase | undefined =>
  isEdge(rest) ? mergedEnd(main, {...rest, times: []}, around) : main;

const isEmpty = (phrase: TimePhrase): boolean => !isTime(phrase);
const isEdge = ({until, starting, fromNow, count, lasting, except, excluding}: TimePhrase): boolean =>
  [until, starting, fromNow, count, lasting, except, excluding].some(value => value !== undefined);

/** True if only the zone and the position are set. */
const isBare = (phrase: {readonly [Name in keyof TimePhrase]?: TimePhrase[Name] | undefined}): boolean =>
  Object.entries(phrase).every(
    ([name, value]) => value === undefined || IGNORED.has(name) || (Array.isArray(value) && value.length === 0),
  );
const IGNORED: ReadonlySet<string> = new Set([
  'start',
  'end',
  'isSure',
  'isName',
  'isFree',
  'weight',
  'joined',
  'zone',
  'range',
  'opens',
  'orClock',
  'orRepeat',
]);
