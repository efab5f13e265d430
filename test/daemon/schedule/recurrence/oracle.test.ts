// @module-tag deep
import {describe, expect, test} from 'vitest';
import {occurrencesAfter, occurrencesBetween} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import type {Recurrence} from '../../../../src/shared/records/jobs/recurrence.ts';
import {isoOf} from '../../../../src/shared/time/time.ts';
import {ROUNDS} from '../../../support/crash-steps.ts';
import {WALKED_RULES, WALKED_ZONES, type Walked, walk} from './day-walk.ts';

const SEVEN_YEARS = Date.UTC(2027, 0, 1);
const TWO_YEARS = Date.UTC(2022, 0, 1);

const recurrence = ({rule, start}: Walked, zone: string): Recurrence => ({rule, words: '', zone, start});

/** A walk takes long, and two tests use the same one. */
const walkOnce = (): typeof walk => {
  const walks = new Map<string, readonly number[]>();
  return (walked, zone, last) => {
    const key = `${walked.rule} ${walked.start}`;
    const known = walks.get(key) ?? walk(walked, zone, last);
    walks.set(key, known);
    return known;
  };
};

/** The first difference between the engine and the walk. */
const firstDifference = (
  walked: Walked,
  zone: string,
  last: number,
  expected = walk(walked, zone, last),
): string | undefined => {
  const found = occurrencesBetween(recurrence(walked, zone), 0, last, 1_000_000);
  const index = expected.findIndex((at, place) => found[place] !== at);
  if (index < 0 && found.length === expected.length) return undefined;
  const place = index < 0 ? expected.length : index;
  return `${walked.rule} in ${zone}: ${isoOf(found[place] ?? 0)} in the place of ${isoOf(expected[place] ?? 0)}`;
};

/** Seven years where clocks do strange things, and two in the other zones. With ROUNDS above 1: seven everywhere. */
const STRANGE: ReadonlySet<string> = new Set([
  'Europe/Berlin',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'America/Santiago',
]);

describe.each(WALKED_ZONES)('in %s', zone => {
  const walkHere = walkOnce();
  const last = ROUNDS > 1 || STRANGE.has(zone) ? SEVEN_YEARS : TWO_YEARS;

  test.each(WALKED_RULES)('$rule from $start has the instants of a walk', walked => {
    expect(firstDifference(walked, zone, last, walkHere(walked, zone, last))).toBeUndefined();
  });

  test('from any instant, the next occurrence is the next one of the walk', () => {
    for (const walked of WALKED_RULES) {
      const expected = walkHere(walked, zone, last);
      for (let index = 1; index < expected.length - 1; index += Math.max(1, Math.floor(expected.length / 60))) {
        const [before = 0, at = 0, next = 0] = expected.slice(index - 1);
        const middle = Math.floor((before + at) / 2);
        const found = [before, middle, at - 1, at].map(
          after => occurrencesAfter(recurrence(walked, zone), after, 1)[0],
        );
        expect(found, `${walked.rule} at ${isoOf(at)}`).toEqual([at, at, at, next]);
      }
    }
  });
});

test.each(['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca'])(
  'two years in %s',
  {tags: ['fast']},
  zone => {
    const wrong = WALKED_RULES.map(walked => firstDifference(walked, zone, TWO_YEARS));
    expect(wrong.filter(difference => difference !== undefined)).toEqual([]);
  },
);
