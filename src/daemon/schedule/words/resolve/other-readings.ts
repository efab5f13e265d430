// Finds the other readings of an ambiguous time: 1/2 as a day and month the other way round, 6:45 as a time in the
// evening, and the question between them. Pure.
import {sayRecurrence} from '../../../../shared/languages/recurrence/say-recurrence.ts';
import type {Clock, Day} from '../../../../shared/languages/times/meaning.ts';
import {formatMoment} from '../../../../shared/time/format-time.ts';
import {isoOf} from '../../../../shared/time/time.ts';
import {wallTimeAt} from '../../../../shared/time/zone.ts';
import type {Ask, Choice, PhraseTime, ReadSentence, TimePhrase} from '../reading.ts';
import {repeats} from '../time-phrase.ts';
import {isWithin, joinedTime} from '../two-parts.ts';
import type {TimeContext} from './context.ts';
import {isOpenNight, isTwoTimes} from './timed.ts';

/** The phrase with each order of its numeric dates, the likelier first. */
export const dateOrders = (phrase: TimePhrase): readonly TimePhrase[] => {
  const other = withOtherOrder(phrase);
  return other === undefined ? [phrase] : [phrase, other];
};

/** "4.12" as a date, and as a time of day. A clock or a part of the day beside it proves the date. */
export const pointedReadings = (phrase: TimePhrase): readonly TimePhrase[] => {
  const {orClock, opens: _, ...dated} = phrase;
  const {day: __, weekday, ...rest} = dated;
  const [time, ...more] = phrase.times;
  const isProven = time !== undefined && (time.clock !== undefined || weekday === undefined || more.length > 0);
  if (orClock === undefined || isProven) return [dated];
  const day: Day | undefined = weekday === undefined ? undefined : {kind: 'weekday', weekday};
  const clocked = time === undefined ? {clock: orClock} : joinedTime(time, {clock: {...orClock, style: 'bare'}});
  return clocked === undefined ? [dated] : [dated, {...rest, day, times: [clocked]}];
};

/** "15h mama": at 15:00, or in 15 hours. The later in the day, the likelier a time of day. */
export const hoursOrClock = (phrase: TimePhrase): readonly TimePhrase[] => {
  const {span, manner, ...rest} = phrase;
  if (span?.orClock === undefined || manner !== 'bare' || phrase.times.length > 0 || phrase.day !== undefined)
    return [phrase];
  const clocked: TimePhrase = {...rest, times: [{clock: span.orClock}]};
  return span.orClock.hour > 12 ? [clocked, phrase] : [phrase, clocked];
};

/** "between 3 and 5": the start, or the end. A series has a use for the whole window. */
export const edgesOfWindow = (phrase: TimePhrase): readonly TimePhrase[] => {
  const {window, times, ...rest} = phrase;
  const [part] = times;
  if (window === undefined || repeats(phrase) || times.length > 1 || part?.clock !== undefined) return [phrase];
  const [from, to] = [window.from, window.to].map(clock => hourOfPart(part, clock));
  if (from === undefined || to === undefined) return [phrase];
  const aloud = window.aloud && hourOfPart(part, window.aloud);
  return [from, to, ...(aloud === undefined ? [] : [aloud])].map(time => ({...rest, times: [time]}));
};

/** "today from 5 to 7" at ten in the morning is in the evening, with both ends. */
export const inLaterHalf = (phrase: TimePhrase, {now, zone}: Pick<TimeContext, 'now' | 'zone'>): TimePhrase => {
  const {window, day, times} = phrase;
  const isToday = day?.kind === 'ahead' && day.days === 0;
  if (window === undefined || !isToday || times.length > 0 || phrase.zone !== undefined || repeats(phrase))
    return phrase;
  const {from, to} = window;
  const wall = wallTimeAt(now, zone);
  const isOver = to.hour * 60 + to.minute <= wall.hour * 60 + wall.minute;
  if (!isOver || from.hour >= to.hour || to.hour >= 12 || to.style === 'exact') return phrase;
  const later = (clock: Clock): Clock => ({...clock, hour: clock.hour + 12, style: 'exact'});
  return {...phrase, window: {from: later(from), to: later(to)}};
};

/** "tomorrow evening 7 to 9". Undefined for an hour outside the part of the day. */
const hourOfPart = (time: PhraseTime | undefined, clock: Clock): PhraseTime | undefined => {
  if (time?.part === undefined) return {clock};
  const open: Clock = clock.hour <= 12 ? {...clock, style: 'bare'} : clock;
  return isWithin(open, time.part) ? joinedTime(time, {clock: open}) : undefined;
};

/**
 * "Freitag abends um 8": this Friday, or every Friday. "from monday to wednesday": this Monday, or all three days of
 * every week.
 */
export const onceOrSeries = (spoken: TimePhrase): readonly TimePhrase[] => {
  const {orRepeat, ...phrase} = spoken;
  if (orRepeat !== undefined && phrase.day?.kind === 'weekday') {
    const {day, ...series} = phrase;
    return [phrase, {...series, repeat: {...orRepeat, weekdays: [day.weekday]}}];
  }
  const {repeat, times, ...rest} = phrase;
  const [weekday] = repeat?.weekdays ?? [];
  const isAlone = [rest.until, rest.starting, rest.count, rest.lasting, rest.except, rest.excluding].every(
    value => value === undefined,
  );
  if (weekday === undefined || !isAlone) return [phrase];
  if (repeat?.isSpan === true && times.length === 0) return [{...rest, times, day: {kind: 'weekday', weekday}}, phrase];
  if (repeat?.orOnce !== true) return [phrase];
  const {part} = repeat;
  const own = times.length === 0 ? [{}] : times;
  return [
    {
      ...rest,
      day: {kind: 'weekday', weekday},
      times: own.map(time => ({part, partFirst: true, ...time})),
    },
    phrase,
  ];
};

/** The times of a series in the morning, then in the evening. One reading where the words leave no choice. */
export const halvesOfDay = (
  phrase: TimePhrase,
  context: Pick<TimeContext, 'wakes' | 'lastNightHour'>,
): readonly TimePhrase[] => {
  const times = asOne(phrase.times);
  const {starting} = phrase;
  if (times.length === 0 && starting !== undefined && starting.times.length > 0) {
    return halvesOfDay(starting, context).map(half => ({...phrase, starting: half}));
  }
  const isOpen = phrase.repeat?.part === undefined && times.some(time => isTwoTimes(time, context));
  const isNight = times.some(time => isOpenNight({part: phrase.repeat?.part, ...time}, context.lastNightHour));
  if (isNight) {
    const early = times.map(time => ({
      ...time,
      ...(time.clock !== undefined && {clock: {...time.clock, style: 'exact' as const}}),
    }));
    return [
      {...phrase, times},
      {
        ...phrase,
        repeat: phrase.repeat && {...phrase.repeat, part: undefined},
        times: early.map(time => ({...time, part: undefined})),
      } as TimePhrase,
    ];
  }
  if (!isOpen) return [{...phrase, times}];
  const evening = times.map(({clock, ...time}) =>
    clock !== undefined && clock.style === 'face' && clock.hour < 12
      ? {...time, clock: {...clock, hour: clock.hour + 12, style: 'exact' as const}}
      : {...time, clock},
  );
  return [
    {...phrase, times},
    {...phrase, times: evening},
  ];
};

/**
 * "at 9 and at 17": one 24-hour time makes all of them 24-hour times. "at 5:15 and 6:15 pm": the half belongs to the
 * earlier ones, too. "at 8 and at 8": the second one is in the evening.
 */
export const asOne = (times: TimePhrase['times']): TimePhrase['times'] => {
  const last = times.at(-1)?.clock;
  if (last?.half !== undefined && times.length > 1) return times.map(time => withHalf(time, last));
  const isOf24 = times.some(({clock}) => clock !== undefined && clock.style === 'exact' && clock.hour > 12);
  return isOf24
    ? times.map(time => (time.clock === undefined ? time : {...time, clock: {...time.clock, style: 'exact'}}))
    : times.map((time, index) => (isTwice(times.slice(0, index), time) ? inEvening(time) : time));
};

/** Only hours before the last one: "10 and 2 pm" leaves the 10 open. */
const withHalf = (time: PhraseTime, {hour, half}: Clock): PhraseTime => {
  const {clock} = time;
  if (clock === undefined || clock.style === 'exact' || clock.hour % 12 >= hour % 12) return time;
  return {...time, clock: {...clock, hour: (clock.hour % 12) + (half === 'pm' ? 12 : 0), style: 'exact'}};
};

const isTwice = (before: TimePhrase['times'], {clock, part}: PhraseTime): boolean =>
  clock !== undefined &&
  clock.style !== 'exact' &&
  before.some(other => other.clock?.hour === clock.hour && other.clock.minute === clock.minute && other.part === part);

const inEvening = (time: PhraseTime): PhraseTime =>
  time.clock === undefined || time.part !== undefined || time.clock.hour >= 12
    ? time
    : {...time, clock: {...time.clock, hour: time.clock.hour + 12, style: 'exact'}};

const withOtherOrder = (phrase: TimePhrase): TimePhrase | undefined => {
  const {day, starting, until, excluding} = phrase;
  const turned = day && turnedRound(day);
  const others = {starting: starting && withOtherOrder(starting), until: until && withOtherOrder(until)};
  const leftOut = excluding?.map(day => turnedRound(day) ?? day);
  const isLeftOut = leftOut?.some((day, index) => day !== excluding?.[index]) === true;
  if (turned === undefined && others.starting === undefined && others.until === undefined && !isLeftOut)
    return undefined;
  return {
    ...phrase,
    day: turned ?? phrase.day,
    starting: others.starting ?? phrase.starting,
    until: others.until ?? phrase.until,
    ...(isLeftOut && {excluding: leftOut}),
  };
};

const turnedRound = (day: Day): Day | undefined => {
  if (day.kind === 'from') {
    const turned = turnedRound(day.day);
    return turned && {...day, day: turned};
  }
  const isOpen = day.kind === 'figures' && day.first <= 12 && day.second <= 12 && day.first !== day.second;
  return isOpen ? {...day, first: day.second, second: day.first} : undefined;
};

type TimeAnswer = Pick<ReadSentence, 'fireAt' | 'repeat' | 'zone'>;

/** The question between several readings of the same words. Undefined for fewer than two different ones. */
export const askBetween = (readings: readonly TimeAnswer[], context: TimeContext): Ask | undefined => {
  const all = readings.map(reading => choiceOf(reading, context));
  const choices = all.filter(({when}, index) => all.findIndex(other => other.when === when) === index);
  if (choices.length < 2) return undefined;
  const isSame = choices.every(({label}) => label === choices[0]?.label);
  const isOfDates = choices.every(({repeat}) => repeat?.start.slice(11) === choices[0]?.repeat?.start.slice(11));
  const named = choices.map(choice =>
    choice.repeat !== undefined && (isSame || isOfDates)
      ? {...choice, label: `${choice.label}, first ${moment(choice, context)}`}
      : choice,
  );
  return {question: 'Which time do you mean?', choices: named};
};

/** A series is named by its words and its first day, because an interval counts from there. */
const choiceOf = (reading: TimeAnswer, context: TimeContext): Choice => {
  const {fireAt, repeat, zone} = reading;
  if (repeat === undefined) return {label: moment(reading, context), when: isoOf(fireAt), fireAt};
  const words = sayRecurrence(repeat);
  const isElapsed = /^FREQ=(?:HOURLY|MINUTELY)/u.test(repeat.rule) && !repeat.rule.includes(';BY');
  const [day = '', time = ''] = repeat.start.split('T');
  const from = isElapsed ? `${day} ${time.slice(0, 5)}` : day;
  const there = zone === context.zone ? '' : ` ${zone}`;
  return {label: words, when: `${words}${there} starting ${from}`, fireAt, repeat};
};

const moment = ({fireAt}: Pick<TimeAnswer, 'fireAt'>, {now, zone}: TimeContext): string =>
  formatMoment(fireAt, now, zone);
