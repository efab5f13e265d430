// A tiny third language, as one file: what it doesn't have is English.
import {ENGLISH} from '../../../src/shared/languages/en/english.ts';
import type {Language} from '../../../src/shared/languages/language.ts';
import {clockOf} from '../../../src/shared/languages/times/clock.ts';
import {form, unitsOfTime} from '../../../src/shared/languages/times/time-words.ts';

export const DUTCH: Language = {
  code: 'nl',
  urgent: ENGLISH.urgent,
  nag: ENGLISH.nag,
  timer: ENGLISH.timer,
  events: {...ENGLISH.events, clauses: []},
  untilAnswered: ENGLISH.untilAnswered,
  whereverIAm: ENGLISH.whereverIAm,
  clocksOf: ENGLISH.clocksOf,
  times: {
    ...ENGLISH.times,
    forms: [
      form('morgen', () => ({kind: 'day', day: {kind: 'ahead', days: 1}})),
      form('elke dag', () => ({kind: 'repeat', repeat: {every: 1, unit: 'day'}})),
      form('om (\\d{1,2})(?: uur)?', ([, hour = '']) => {
        const clock = clockOf(hour);
        return clock && {kind: 'clock', clock};
      }),
    ],
    spans: {...ENGLISH.times.spans, units: unitsOfTime({minute: 'minuut minuten', hour: 'uur'})},
    glue: () => /^(?:[\s,]|\bom\b)*$/iu,
    and: () => /^[\s,]*en[\s,]*$/iu,
    sentence: {
      ...ENGLISH.times.sentence,
      leadIn: () => /^\s*(?:herinner (?:me|mij)(?: eraan)?)?[\s,:]*/iu,
      joining: () => /^[ \t]*(?:aan|om te)\s+/iu,
    },
  },
  recurrences: {
    ...ENGLISH.recurrences,
    every: (unit, interval) => (unit === 'DAILY' && interval === 1 ? 'elke dag' : `${unit} ${interval}`),
    at: times => `om ${times.join(' en ')}`,
  },
  answers: {
    ...ENGLISH.answers,
    remind: (when, where, about) => `Ik herinner je ${when}${where}${about}`,
    next: dates => `Volgende: ${dates}.`,
    noPending: 'Je hebt geen herinneringen.',
  },
  commands: {
    answers: {yes: 'jazeker'},
    changes: {cancel: [/^schrap\s+(?<words>.+)$/iu]},
    translations: {
      asks: /^herinner (?:me|mij)\b/iu,
      lead: /^herinner (?:me|mij)(?: eraan)?\s*(?:om te\s+)?/iu,
      commands: [[/^toon (?:al )?mijn herinneringen$/iu, 'show my reminders']],
    },
  },
};
