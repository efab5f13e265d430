// Describes a reminder's series: below a list, in its document, and in the command.
import type {Wire} from '../../../shared/events/wire.ts';
import type {MissedPolicy, Reminder} from '../../../shared/records/jobs/jobs.ts';
import {whenIn} from '../../format/local-time.ts';
import {dateTimeIn} from './document.ts';
import {whenInZone} from './format-noun.ts';

/** The recurrence, in the lines below a list. */
export const seriesFacts = (
  {repeat, next = [], skipped = [], occurrence}: Reminder,
  now: number,
): readonly string[] => {
  if (repeat === undefined) return [];
  const coming = skipped.filter(at => at > now);
  const dates = next.slice(0, SHOWN_DATES).map(at => whenInZone(at, now, repeat.zone));
  return [
    repeat.words,
    dates.length === 0 ? 'no further dates' : `next ${dates.join(', ')}`,
    coming.length === 0 ? '' : `skips ${coming.map(at => whenInZone(at, now, repeat.zone)).join(', ')}`,
    occurrence === undefined ? '' : `occurrence ${occurrence.n} is open`,
  ];
};

/** The recurrence, in its document. */
export const seriesDocument = ({repeat, next = [], skipped = [], occurrence, paused}: Reminder) => {
  if (repeat === undefined) return [];
  const dates = (instants: readonly number[]): string | undefined =>
    instants.length === 0 ? undefined : instants.map(at => dateTimeIn(at, repeat.zone)).join(', ');
  return [
    ['repeats', `${repeat.words} in ${repeat.zone}${paused ? ', paused' : ''}`],
    ['rule', repeat.rule],
    ['next', dates(next.slice(0, SHOWN_DATES))],
    ['skipped', dates(skipped)],
    ['open', occurrence && `occurrence ${occurrence.n}, ${dateTimeIn(occurrence.at, repeat.zone)}`],
  ] as const;
};

/** Further fields of a repeating reminder, in the zone of its series. */
export const seriesFields = (
  {repeat, next = [], occurrence, skipped = [], missed}: Wire<Reminder>,
  now: number,
): readonly (readonly [string, string | undefined])[] => {
  if (repeat === undefined) return [];
  const dates = (instants: readonly string[]): string | undefined =>
    instants.length === 0 ? undefined : instants.map(iso => whenIn(iso, repeat.zone, now)).join(', ');
  return [
    ['Repeats', `${repeat.words} (${repeat.zone})`],
    ['Rule', repeat.rule],
    ['Next', dates(next)],
    ['Open', occurrence && `occurrence ${occurrence.n}, ${whenIn(occurrence.at, repeat.zone, now)}`],
    ['Skipped', dates(skipped)],
    ['If missed', missed && MISSED[missed]],
  ];
};

const MISSED: Readonly<Record<MissedPolicy, string>> = {
  latest: 'one message for all of them',
  each: 'each of them is delivered',
  skip: 'they are left out',
};

const SHOWN_DATES = 3;
