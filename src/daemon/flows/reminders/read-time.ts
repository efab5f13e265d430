// Parses when a reminder fires: once or repeatedly. Time and recurrence may come in one text or in two; every word must
// belong to the time.

import type {Here} from '../../../shared/languages/answers.ts';
import {textsOfLanguage} from '../../../shared/languages/texts.ts';
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {clockTime} from '../../../shared/time/format-time.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import {hasMoment, type Moment, type ReadMoment} from '../../schedule/moments/read-moment.ts';
import type {Instants} from '../../schedule/series/advance.ts';
import {
  noteInLanguage,
  noteWithAsk,
  type Reading,
  type ReadSentence,
  type SentenceContext,
} from '../../schedule/words/index.ts';
import {type Rule, startedAt} from './read-repeat.ts';

/** Parses a sentence. The language data is loaded on first use. */
export type ReadWords = (text: string, context: SentenceContext) => Reading;

export type ReadTimeDeps = Core & {
  readonly instantOf: ReadMoment;
};

/** The parsed time. */
export type ReadTime = {
  /** The instant; for a recurrence, its start, if the request has one. */
  readonly at?: EpochMs;
  readonly rule?: Rule;
  /** A note about the parsed time for the user. */
  readonly note?: string;
  /** The language of the words, if it isn't English. */
  readonly language?: string;
};

type AskedMoment = Moment & {readonly repeat?: string};
/** `startAt`: the start of a rule without a time. @default 09:00 */
type Context = {
  readonly now: EpochMs;
  readonly zone: string;
  readonly locale?: string;
  readonly startAt?: EpochMs | undefined;
};

export const readTime = async (
  {repeat, ...moment}: AskedMoment,
  context: Context,
  {instantOf, times: {instants, readWords}}: ReadTimeDeps,
): Promise<ReadTime> => {
  const {now, zone, locale} = context;
  const {when} = moment;
  if (repeat === undefined) {
    const series = when === undefined ? undefined : await seriesIn(when, context, readWords);
    if (series !== undefined) return series;
    return hasMoment(moment) ? await instantOf(moment, zone, locale, now) : {};
  }
  if (!isRule(repeat)) {
    const both = when === undefined ? undefined : await seriesIn(`${repeat} ${when}`, context, readWords);
    const series = both ?? (when === undefined ? await seriesIn(repeat, context, readWords) : undefined);
    if (series === undefined) throw notRepeating(repeat, when);
    if (!hasMoment(moment) || when !== undefined) return series;
    const {at, note} = await instantOf(moment, zone, locale, now);
    if (series.hasTimeOfDay && !hasTimeOf(series.rule, at, now, instants)) throw otherTime(repeat, moment);
    const {rule, zone: its, until, count, from: counted} = series.rule;
    const from = {now, zone: its, startAt: at};
    return {at, rule: {...readRuleText(rule, from, instants), until, count, from: counted}, note};
  }
  const read = hasMoment(moment) ? await instantOf(moment, zone, locale, now) : undefined;
  const rule = readRuleText(repeat, {now, zone, startAt: read?.at ?? context.startAt}, instants);
  return {rule, at: read?.at, note: read?.note};
};

/** The recurrence in a text, if the text contains nothing else. */
const seriesIn = async (
  text: string,
  {now, zone, locale}: Context,
  readWords: ReadWords,
): Promise<SeriesInWords | undefined> => {
  const reading = readWords(text.trim(), {now, zone, locale});
  if (reading.kind !== 'read' || reading.repeat === undefined) return undefined;
  if (reading.text !== '' || reading.also !== undefined) return undefined;
  const {repeat: rule, notes = [], isLoose = false} = reading;
  const isGuessed = isLoose || notes.some(({kind}) => kind === 'no-time' || kind === 'part');
  const hasTimeOfDay = !isGuessed && !/FREQ=(?:HOURLY|MINUTELY)|X-SUN/u.test(rule.rule);
  const language = reading.answerIn;
  return {rule, hasTimeOfDay, note: noteOf(reading, {now, zone}), language};
};

const noteOf = (reading: ReadSentence, here: Here): string | undefined => {
  const language = textsOfLanguage(reading.answerIn);
  return language === undefined ? noteWithAsk(reading) : noteInLanguage(reading, language.answers, here);
};

/** `hasTimeOfDay`: the words name it. */
type SeriesInWords = ReadTime & {readonly rule: Rule; readonly hasTimeOfDay: boolean};

/** True if the series fires at this time of day. */
const hasTimeOf = (rule: Rule, at: EpochMs, now: EpochMs, instants: Instants): boolean =>
  instants
    .after({...rule, words: ''}, now, MOST_TIMES_A_DAY)
    .some(instant => clockTime(instant, rule.zone) === clockTime(at, rule.zone));

const otherTime = (repeat: string, {at, in: span}: Moment): GatewayError =>
  new GatewayError(
    'invalid',
    `"${repeat}" and "${at ?? span}" name different times of day. Give the time in one of them only.`,
  );

const notRepeating = (repeat: string, when: string | undefined): GatewayError =>
  new GatewayError(
    'invalid',
    when === undefined
      ? `I can't read "${repeat}" as a recurrence. Examples: "every weekday at 8", "every other Tuesday at 18:00".`
      : `I can't read "${repeat}" and "${when}" as one recurrence. Say both together, such as "every weekday at 8".`,
  );

/** True if the text is an RRULE rather than words. */
const isRule = (text: string): boolean => /^\s*(?:RRULE:\s*)?[A-Z-]+\s*=/iu.test(text);

const MOST_TIMES_A_DAY = 50;

/** Parses an RRULE that starts at `startAt`. Without `startAt`, the rule's own times apply, otherwise 09:00. */
const readRuleText = (
  text: string,
  {now, zone, startAt}: {readonly now: EpochMs; readonly zone: string; readonly startAt: EpochMs | undefined},
  instants: Instants,
): Rule => {
  const checked = instants.check(text, zone);
  if ('problem' in checked) throw new GatewayError('invalid', checked.problem);
  const lacking = instants.lacks?.(checked.rule);
  if (lacking !== undefined) throw new GatewayError('invalid', lacking);
  const start = startAt === undefined ? usualStart(checked.rule, now, zone) : wallTimeAt(startAt, zone);
  const {rule, until, count} = checked;
  return startedAt({rule, zone, until, count}, start, now, instants);
};

const usualStart = (rule: string, now: EpochMs, zone: string): WallTime => {
  const read = readRule(rule);
  if ('problem' in read) throw new GatewayError('invalid', read.problem);
  const {freq, byHour} = read.parts;
  const today = {...wallTimeAt(now, zone), second: 0, millisecond: 0};
  if (freq === 'MINUTELY' || freq === 'HOURLY') return wallTimeAt(now - (now % MINUTE) + MINUTE, zone);
  if (byHour.length > 0) return plusDays({...today, hour: 0, minute: 0}, 0);
  return {...today, hour: USUAL_HOUR, minute: 0};
};

const USUAL_HOUR = 9;
