// The texts of each language. Apart from languages.ts, which holds the far larger part that reads times: the command
// only prints.
import {fromWire, type Wire} from '../fields/wire.ts';
import type {Reminder} from '../records/jobs/jobs.ts';
import type {StartingEvent} from '../records/jobs/starting-event.ts';
import {clockTime} from '../time/format-time.ts';
import type {EpochMs} from '../time/time.ts';
import {wallTimeAt} from '../time/zone.ts';
import type {Here} from './answers.ts';
import {GERMAN_ANSWERS} from './de/answers.ts';
import {GERMAN_RECURRENCES} from './de/recurrences.ts';
import {ENGLISH_ANSWERS} from './en/answers.ts';
import {ENGLISH_RECURRENCES} from './en/recurrences.ts';
import type {LanguageTexts} from './language.ts';

export const ENGLISH_TEXTS: LanguageTexts = {
  code: 'en',
  recurrences: ENGLISH_RECURRENCES,
  answers: ENGLISH_ANSWERS,
};

export const GERMAN_TEXTS: LanguageTexts = {
  code: 'de',
  recurrences: GERMAN_RECURRENCES,
  answers: GERMAN_ANSWERS,
};

/** The texts of the language with this code. Undefined without a code: the answer is in English. */
export const textsOfLanguage = (code: string | undefined): LanguageTexts | undefined =>
  [ENGLISH_TEXTS, GERMAN_TEXTS].find(texts => texts.code === code);

/** The texts of a question about a call. Without a language: English. */
export const approvalTexts = (code: string | undefined): LanguageTexts['answers']['approvals'] =>
  (textsOfLanguage(code) ?? ENGLISH_TEXTS).answers.approvals;

/** `alice wrote at 17:03` */
export const sayHappened = (event: StartingEvent, {now, zone}: Here): string => {
  const {answers} = textsOfLanguage(event.language) ?? ENGLISH_TEXTS;
  const [then, today] = [wallTimeAt(event.at, zone), wallTimeAt(now, zone)];
  const isToday = then.day === today.day && then.month === today.month && then.year === today.year;
  const time = isToday ? clockTime(event.at, zone) : answers.moment(event.at, {now, zone});
  return answers.events.happened(event, time, isToday);
};

/** The same for a reminder on the wire; empty if no event has started it. */
export const startedBy = ({event, zone}: Pick<Wire<Reminder>, 'event' | 'zone'>, now: EpochMs): string =>
  event === undefined ? '' : sayHappened(fromWire<StartingEvent>(event), {now, zone});
