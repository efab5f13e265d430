// Describes a reminder's series: below a list, in its document, and in the command.
import {dateOfSeries, isElsewhere} from '../../../shared/record-text/series-dates.ts';
import type {Follows, MissedPolicy, Occurrence, Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {zoneName} from '../../../shared/time/zone.ts';
import {whenInZone} from './format-noun.ts';

/** With the name of its zone if the clocks there show another time than here: `every Tuesday at 12:00 (EST)`. */
export const repeatWords = ({words, zone}: Pick<Recurrence, 'words' | 'zone'>, now: EpochMs): string =>
  isElsewhere(zone, now) ? `${words} (${zoneName(now, zone)})` : words;

/** The recurrence, in the lines below a list. */
export const seriesFacts = (
  {repeat, next = [], skipped = [], occurrence, paused, follows}: Reminder,
  now: number,
): readonly string[] => {
  if (repeat === undefined) return [];
  if (paused) return [repeatWords(repeat, now)];
  const coming = skipped.filter(at => at > now);
  const dates = next.slice(0, SHOWN_DATES).map(at => whenInZone(at, now, repeat.zone));
  return [
    occurrence === undefined ? '' : formatOpen(occurrence, now, repeat.zone),
    follows === 'person' ? `${repeat.words}, wherever you are` : repeatWords(repeat, now),
    dates.length > 0
      ? `next ${dates.join(', ')}`
      : repeat.from === 'done'
        ? 'next when it is done'
        : 'no further dates',
    coming.length === 0 ? '' : `skips ${coming.map(at => whenInZone(at, now, repeat.zone)).join(', ')}`,
  ];
};

/** An occurrence that was moved, or one that nobody has answered. */
const formatOpen = ({at, snoozedUntil, message}: Occurrence, now: EpochMs, zone: string): string =>
  snoozedUntil === undefined
    ? `${dateOfSeries(at, now, zone)} not answered yet`
    : `this time ${dateOfSeries(snoozedUntil, now, zone)}${ownText({message})}`;

/** The text of an occurrence that was reworded. */
const ownText = ({message}: {readonly message?: string | undefined}): string =>
  message === undefined ? '' : `, "${printableLine(message)}"`;

/** Further facts about a repeating reminder, in the zone of its series. */
export const seriesFields = (
  {repeat, next = [], occurrence, skipped = [], missed, paused, follows}: Reminder,
  at: (at: EpochMs, zone: string) => string,
): readonly (readonly [string, string | undefined])[] => {
  if (repeat === undefined) return [];
  const date = (instant: EpochMs): string => at(instant, repeat.zone);
  const dates = (instants: readonly EpochMs[]): string => instants.map(date).join(', ');
  return [
    ['repeats', `${repeat.words} (${repeat.zone})`],
    ['follows', follows && FOLLOWED[follows]],
    ['rule', repeat.from === 'done' ? `${repeat.rule}, counted from "done"` : repeat.rule],
    ['next', paused === true ? undefined : dates(next.slice(0, SHOWN_DATES))],
    ['open', occurrence && `occurrence ${occurrence.n}, ${date(occurrence.at)}${ownText(occurrence)}`],
    ['skipped', dates(skipped)],
    ['if missed', missed && MISSED[missed]],
  ];
};

const FOLLOWED: Readonly<Record<Follows, string>> = {
  person: 'you: the same time of day wherever you are',
  place: 'the clocks of its zone',
};

const MISSED: Readonly<Record<MissedPolicy, string>> = {
  latest: 'one message for all of them',
  each: 'each of them is delivered',
  skip: 'they are left out',
};

const SHOWN_DATES = 3;
