// Phrases of recurrences in German.
import type {DayGroup, ExceptPart, Frequency, RuleDay} from '../../recurrence/rule-parts.ts';
import {counted} from '../../text/sentences.ts';
import type {RecurrencePhrases} from '../en/recurrences.ts';
import {MONTH_NAMES} from './calendar-names.ts';

export const GERMAN_RECURRENCES: RecurrencePhrases = {
  every: (unit, interval) => {
    const {every, plural: many, ending} = UNITS[unit];
    if (interval === 1) return every;
    return interval === 2 && ending !== undefined ? `${ending} ${UNITS[unit].one}` : `alle ${interval} ${many}`;
  },
  afterDone: (unit, interval) =>
    `${counted(interval, UNITS[unit].one, UNITS[unit].plural)}, nachdem du es gemacht hast`,
  everyDay: (days, interval) => `jeden ${interval === 2 ? 'zweiten ' : ''}${list(days.map(day => DAYS[day]))}`,
  everyOf: group => `jeden ${GROUPS[group]}`,
  onAllOf: group => `an ${GROUPS[group]}en`,
  onDays: days => `am ${list(days.map(day => DAYS[day]))}`,
  onEachDay: days => `an jedem ${list(days.map(day => DAYS[day]))}`,
  onMonthDays: days => `am ${list(days.map(day => (day > 0 ? `${day}.` : `${place(day)} Tag`)))}`,
  onNthDays: days => {
    const [first] = days;
    const isSame = days.every(({day}) => day === first?.day);
    if (first !== undefined && isSame) return `am ${list(days.map(({nth}) => place(nth)))} ${DAYS[first.day]}`;
    return `am ${list(days.map(({day, nth}) => `${place(nth)} ${DAYS[day]}`))}`;
  },
  onNthOf: (positions, of) => {
    const which = list(positions.map(place));
    return typeof of === 'string' ? `am ${which} ${GROUPS[of]}` : `am ${which} von ${list(of.map(day => DAYS[day]))}`;
  },
  onDates: dates => `am ${list(dates.map(({month, day}) => `${day}. ${MONTH_NAMES[month - 1]}`))}`,
  onEaster: days => {
    const name = EASTER.get(days);
    if (name !== undefined) return `am ${name}`;
    return `${counted(Math.abs(days), 'Tag', 'Tage')} ${days < 0 ? 'vor' : 'nach'} Ostersonntag`;
  },
  inMonths: months => `im ${list(months.map(month => MONTH_NAMES[month - 1] ?? ''))}`,
  inWeeks: weeks =>
    `in ${list(weeks.map(week => (week > 0 ? `Woche ${week}` : `der ${place(week)} Woche`)))} des Jahres`,
  onYearDays: days => `am ${list(days.map(day => (day > 0 ? `${day}. Tag` : `${place(day)} Tag`)))} des Jahres`,
  ofEveryMonth: 'jedes Monats',
  ofTheYear: 'des Jahres',
  ifDays: days => {
    const names = days.map(({day, nth}) => (nth === undefined ? `ein ${DAYS[day]}` : `am ${place(nth)} ${DAYS[day]}`));
    return `wenn es ${list(names, 'oder')} ist`;
  },
  onlyWorkingDays: 'nur an Arbeitstagen',
  and: 'und',
  whereThereIsOne: unit => (unit === 'month' ? 'nur in Monaten, die einen haben' : 'nur in Jahren, die einen haben'),
  at: times => `um ${list(times)}`,
  fromTo: (from, to) => `von ${from} bis ${to}`,
  atMinutes: minutes => `zu ${minutes.length === 1 ? 'Minute' : 'den Minuten'} ${list(minutes.map(String))}`,
  inHours: hours => `in ${hours.length === 1 ? 'Stunde' : 'den Stunden'} ${list(hours.map(String))}`,
  atSecond: second => `zu Sekunde ${second}`,
  atSun: ({event, offsetMinutes}) => {
    const name = event === 'RISE' ? 'Sonnenaufgang' : 'Sonnenuntergang';
    if (offsetMinutes === 0) return `bei ${name}`;
    return `${counted(Math.abs(offsetMinutes), 'Minute', 'Minuten')} ${offsetMinutes < 0 ? 'vor' : 'nach'} ${name}`;
  },
  onlyNth: (positions, unit) => `davon nur den ${list(positions.map(place))} ${UNITS[unit].of}`,
  weeksFrom: day => `Wochen ab ${DAYS[day]}`,
  date: ({year, month, day}, time) =>
    `${day}. ${MONTH_NAMES[month - 1]} ${year}${time === undefined ? '' : ` um ${time}`}`,
  until: date => `bis ${date}`,
  except: days => `außer ${list(days.map(exceptOn))}`,
  times: count => (count === 1 ? 'einmal' : `${count}-mal`),
};

const exceptOn = (part: ExceptPart): string => {
  switch (part.kind) {
    case 'date':
      return `am ${part.day}. ${MONTH_NAMES[part.month - 1]}${part.year === undefined ? '' : ` ${part.year}`}`;
    case 'month-day':
      return part.day < 0 ? 'am letzten Tag des Monats' : `am ${part.day}.`;
    case 'month':
      return `im ${MONTH_NAMES[part.month - 1]}`;
    case 'easter':
      return GERMAN_RECURRENCES.onEaster(part.days);
  }
};

const list = (items: readonly string[], last = 'und'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** ersten, zweiten, 12.; letzten, vorletzten, drittletzten, 12.-letzten. */
const place = (position: number): string => {
  const number = Math.abs(position);
  if (position > 0) return PLACES[number - 1] ?? `${number}.`;
  return LAST_PLACES[number - 1] ?? `${number}.-letzten`;
};

type Unit = {
  readonly every: string;
  readonly one: string;
  readonly plural: string;
  /** "Jeden zweiten", with the ending of the noun. Minutes and hours use a number instead. */
  readonly ending?: string;
  /** For "in each minute", "on each day". */
  readonly of: string;
};

const UNITS: Readonly<Record<Frequency, Unit>> = {
  MINUTELY: {every: 'jede Minute', one: 'Minute', plural: 'Minuten', of: 'in jeder Minute'},
  HOURLY: {every: 'jede Stunde', one: 'Stunde', plural: 'Stunden', of: 'in jeder Stunde'},
  DAILY: {every: 'jeden Tag', one: 'Tag', plural: 'Tage', ending: 'jeden zweiten', of: 'an jedem Tag'},
  WEEKLY: {every: 'jede Woche', one: 'Woche', plural: 'Wochen', ending: 'jede zweite', of: 'in jeder Woche'},
  MONTHLY: {every: 'jeden Monat', one: 'Monat', plural: 'Monate', ending: 'jeden zweiten', of: 'in jedem Monat'},
  YEARLY: {every: 'jedes Jahr', one: 'Jahr', plural: 'Jahre', ending: 'jedes zweite', of: 'in jedem Jahr'},
};
const DAYS: Readonly<Record<RuleDay, string>> = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
};
const GROUPS: Readonly<Record<DayGroup, string>> = {
  weekday: 'Werktag',
  weekendDay: 'Wochenendtag',
  workingDay: 'Arbeitstag',
};
const PLACES = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'] as const;
const LAST_PLACES = ['letzten', 'vorletzten', 'drittletzten', 'viertletzten', 'fünftletzten'] as const;
const EASTER: ReadonlyMap<number, string> = new Map([
  [-48, 'Rosenmontag'],
  [-46, 'Aschermittwoch'],
  [-7, 'Palmsonntag'],
  [-3, 'Gründonnerstag'],
  [-2, 'Karfreitag'],
  [0, 'Ostersonntag'],
  [1, 'Ostermontag'],
  [39, 'Himmelfahrtstag'],
  [49, 'Pfingstsonntag'],
  [50, 'Pfingstmontag'],
  [60, 'Fronleichnam'],
]);
