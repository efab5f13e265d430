// Chooses the entries of a calendar file that can become reminders, each with the reason if it can't. Pure.
import {type Component, propertyOf, textOf} from './calendar-lines.ts';

/** An event or a task. */
export type CalendarEntry = {
  readonly entry: Component;
  readonly uid: string;
  /** The same in every file with this entry. */
  readonly name: string;
};

export const entriesOf = (calendars: readonly Component[]): readonly CalendarEntry[] =>
  calendars
    .flatMap(({parts}) => parts)
    .filter(({name}) => name === 'VEVENT' || name === 'VTODO')
    .map(entry => {
      const uid = textOf(entry, 'UID')?.trim() ?? '';
      return {entry, uid, name: `${uid} ${propertyOf(entry, 'RECURRENCE-ID')?.value.trim() ?? ''}`};
    });

/** Of entries with the same UID the newest version counts: the highest SEQUENCE, else the first. */
export const newestOf = (entries: readonly CalendarEntry[]): ReadonlySet<CalendarEntry> => {
  const newest = new Map<string, CalendarEntry>();
  for (const each of entries) {
    const known = newest.get(each.name);
    if (known === undefined || versionOf(each) > versionOf(known)) newest.set(each.name, each);
  }
  return new Set(newest.values());
};

/** The reason why an entry needs no reminder any more. */
export const whyOver = (entry: Component): string | undefined => {
  const status = textOf(entry, 'STATUS')?.trim().toUpperCase();
  if (status === 'CANCELLED') return 'It is cancelled.';
  return status === 'COMPLETED' || propertyOf(entry, 'COMPLETED') !== undefined ? 'It is done.' : undefined;
};

/** The reason why a reminder can't repeat like the entry. */
export const whyNotRepeated = (entry: Component): string | undefined => {
  if (entry.properties.has('RDATE')) return "It repeats on single dates (RDATE), which a reminder can't.";
  if (entry.properties.has('EXRULE')) return "It leaves out dates by a rule (EXRULE), which a reminder can't.";
  if ((entry.properties.get('RRULE')?.length ?? 0) > 1) return "It has several rules (RRULE), which a reminder can't.";
  return changesLater(entry) ? "It changes all later dates of its series (RANGE), which a reminder can't." : undefined;
};

export const changesLater = (entry: Component): boolean =>
  propertyOf(entry, 'RECURRENCE-ID')?.params.has('RANGE') === true;

const versionOf = ({entry}: CalendarEntry): number => Number(propertyOf(entry, 'SEQUENCE')?.value.trim() ?? 0) || 0;
