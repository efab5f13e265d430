// German sentences for times that can't be used.
import {wallOfDate} from '../../time/wall-text.ts';
import {weekdayOf} from '../../time/zone.ts';
import type {FaultTexts} from '../answers.ts';
import {MONTH_NAMES, WEEKDAY_NAMES} from './calendar-names.ts';

export const GERMAN_FAULTS: FaultTexts = {
  either: (phrase, other) => `Sag eine Zeit: "${other}" oder "${phrase}".`,
  unused: (phrase, other) =>
    `Ich habe "${phrase}" nicht verwendet. Gehört es zum Text, schreib die Zeit zuerst, mit Doppelpunkt: "${other}: …".`,
  unknown: phrase => `Ich weiß nicht, wann "${phrase}" ist.`,
  open: phrase => `"${phrase}" ist keine genaue Zeit. Nenne eine, zum Beispiel "um 9".`,
  condition: (phrase, time) =>
    `Ich kenne nur Zeiten und kann auf "${phrase}" nicht warten. Gehört es zum Text, schreib die Zeit zuerst, mit Doppelpunkt: "${time}: …".`,
  change: phrase =>
    `"${phrase}" klingt nach einer Änderung, daher habe ich nichts Neues gesetzt. Für eine neue Erinnerung beginne mit "erinnere mich".`,
  question: phrase =>
    `"${phrase}" klingt nach einer Frage, daher habe ich nichts gesetzt. Für eine Erinnerung beginne mit "erinnere mich".`,
  'needs-place': () => 'Sonnenaufgang und Sonnenuntergang brauchen einen Ort: setze time.place in der Konfiguration.',
  'offset-repeats': (_, zone) =>
    `Zum Wiederholen brauche ich den Namen einer Zeitzone, zum Beispiel Europe/Berlin. "${zone}" reicht dafür nicht.`,
  'ends-first': phrase => `"${phrase}" endet, bevor es beginnt.`,
  never: phrase => `"${phrase}" kommt nie vor.`,
  'too-far': phrase => `"${phrase}" liegt zu weit in der Zukunft.`,
  'how-often': phrase => `"${phrase}" sagt nicht, wie oft. Beispiele: "jeden Tag um 9", "jeden Montag".`,
  'how-many': phrase => `"${phrase}" sagt nicht, wie viele.`,
  'every-minute': () => 'Eine Erinnerung kann sich höchstens einmal pro Minute wiederholen.',
  'every-other-weekday': () => '"Jeder zweite Werktag" kann zweierlei heißen. Nenne die Tage.',
  'nth-workday': () => 'Nur der erste oder der letzte Arbeitstag im Monat kann sich wiederholen.',
  'count-workdays': phrase => `Ich kann Arbeitstage nicht zählen: "${phrase}".`,
  'from-when': () => 'Sag, ab wann: "jede Stunde ab 15 Uhr".',
  'which-of-month': () => 'Sag, welcher im Monat: "jeden ersten Montag im Monat".',
  'times-of-day': () => 'Sag auch die Uhrzeiten: "jeden Tag um 8 und 20 Uhr".',
  'days-of-week': () => 'Sag auch die Tage: "jeden Montag und Donnerstag".',
  'days-of-month': () => 'Sag auch die Tage: "jeden Monat am 1. und 15.".',
  'how-long-between': () => 'Sag den Abstand: "alle 30 Minuten".',
  'how-long-before': phrase => `"${phrase}" sagt nicht, wie lange vorher.`,
  'name-exceptions': () =>
    'Nenne die Tage, die ausfallen, als Datum oder Wochentag: "außer freitags und am 24. Dezember".',
  'one-time-or-interval': () =>
    'Sag eine Uhrzeit, zum Beispiel "um 9", oder wie oft dazwischen: "jede Stunde von 9 bis 17 Uhr".',
  'one-time': () => 'Sag eine Uhrzeit, zum Beispiel "um 9".',
  'too-often': () => 'So oft passt es nicht in diese Stunden. Nenne einen längeren Abstand.',
  'no-day-left': () => 'Es bleibt kein Tag übrig.',
  'no-such-time': phrase => `"${phrase}" gibt es nicht im Kalender oder auf der Uhr.`,
  'not-every-month': (_, day) => `Nicht jeder Monat hat einen ${day}.: setze ihn einzeln.`,
  'days-and-hours': () => 'Von einer Zeit aus kann ich nur Tage und Stunden zählen.',
  'time-of-day': phrase => `"${phrase}" braucht eine Uhrzeit.`,
  'not-from-done': phrase =>
    `"${phrase}" zählt ab dem Erledigen und braucht daher einen Abstand: "alle 3 Tage um 9, nachdem ich es gemacht habe".`,
  'two-ways': () => 'Das kann man auf zwei Arten verstehen. Setze zwei Erinnerungen.',
  'other-weekday': (_, date) => {
    const wall = wallOfDate(date);
    return `Der ${wall.day}. ${MONTH_NAMES[wall.month - 1]} ${wall.year} ist ein ${WEEKDAY_NAMES[weekdayOf(wall)]}.`;
  },
};
