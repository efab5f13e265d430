// Converts wall times to instants. A wall time is a number: milliseconds as if the clock were in UTC. Wall times in the
// spring gap move forward by the gap (02:30 becomes 03:30). Of two equal wall times in autumn, the first counts.
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import {offsetAt as offsetOfIntl} from '../../../shared/time/zone.ts';

type Resolved = {
  readonly at: EpochMs;
  /**
   * No later wall time has an instant before `floor`. A wall time in the spring gap has `floor` before `at`, because it
   * moves past later wall times.
   */
  readonly floor: EpochMs;
  /** The second instant with the same wall time, and how far the clocks went back. */
  readonly again?: {readonly at: EpochMs; readonly shiftMs: number};
};

/** The zone's offset from UTC. Temporal takes a quarter of a formatter's time, but needs Node 26 or later. */
export const zoneOffset: (at: EpochMs, zone: string) => number =
  'Temporal' in globalThis
    ? (at, zone) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
    : offsetOfIntl;

export const instantOfWall = (wall: number, zone: string): EpochMs => resolveWall(wall, zone).at;

/**
 * Converts wall times to instants lazily, ascending and without duplicates. `stepMs` is the step of an hourly or
 * minutely rule. If clocks go back by a multiple of the step, repeated wall times count twice.
 */
export function* instantsOfWalls(walls: Iterable<number>, zone: string, stepMs?: number): Generator<EpochMs> {
  let waiting: readonly EpochMs[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const emit = function* (instants: readonly EpochMs[]): Generator<EpochMs> {
    for (const at of instants) {
      if (at > last) yield at;
      last = Math.max(last, at);
    }
  };
  for (const wall of walls) {
    const {at, floor, again} = resolveWall(wall, zone);
    const isTwice = again !== undefined && stepMs !== undefined && again.shiftMs % stepMs === 0;
    if (waiting.length === 0 && at === floor && !isTwice) {
      yield* emit([at]);
      continue;
    }
    waiting = [...waiting, at, ...(isTwice ? [again.at] : [])].toSorted((a, b) => a - b);
    yield* emit(waiting.filter(other => other <= floor));
    waiting = waiting.filter(other => other > floor);
  }
  yield* emit(waiting);
}

/**
 * The earliest wall time whose instant may be at or after `from`. Around a clock change the result lies before the
 * clock's own time.
 */
export const earliestWall = (from: EpochMs, zone: string): number => {
  const offset = zoneOffset(from, zone);
  const changes = [offset - zoneOffset(from - DAY, zone), offset - zoneOffset(from + DAY, zone)];
  return from + offset - Math.max(0, ...changes);
};

const resolveWall = (wall: number, zone: string): Resolved => {
  const before = zoneOffset(wall - DAY, zone);
  const after = zoneOffset(wall + DAY, zone);
  const [first, second] = [wall - before, wall - after];
  if (before === after) return {at: first, floor: first};
  const isFirst = zoneOffset(first, zone) === before;
  const isSecond = zoneOffset(second, zone) === after;
  if (isFirst && isSecond) return {at: first, floor: first, again: {at: second, shiftMs: before - after}};
  if (isFirst) return {at: first, floor: first};
  return isSecond ? {at: second, floor: second} : {at: first, floor: second};
};
