// Writes the VTIMEZONE of a zone: each clock change between two instants.
import {DAY, type EpochMs, MINUTE, twoDigits} from '../../../shared/time/time.ts';
import {compactWall} from '../recurrence/rule-walls.ts';
import {zoneOffset} from '../recurrence/wall-instants.ts';

export const vtimezone = (zone: string, from: EpochMs, to: EpochMs): string => {
  const first = zoneOffset(from, zone);
  const changes = [{at: from, before: first, after: first}, ...changesOf(zone, from, to)];
  const usual = Math.min(...changes.map(({after}) => after));
  const parts = changes.flatMap(({at, before, after}) => {
    const name = after > usual ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${name}`,
      `DTSTART:${compactWall(at + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${name}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'].join('\r\n');
};

type OffsetChange = {readonly at: EpochMs; readonly before: number; readonly after: number};

const changesOf = (zone: string, from: EpochMs, to: EpochMs): readonly OffsetChange[] => {
  const changes: OffsetChange[] = [];
  for (let day = from; day < to; day += DAY) {
    const [before, after] = [zoneOffset(day, zone), zoneOffset(day + DAY, zone)];
    if (before !== after) changes.push({at: firstWith(after, zone, day, day + DAY), before, after});
  }
  return changes;
};

/** Binary search to the minute: clocks change at whole minutes. */
const firstWith = (offset: number, zone: string, from: EpochMs, to: EpochMs): EpochMs => {
  let [low, high] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle * MINUTE, zone) === offset) high = middle;
    else low = middle;
  }
  return high * MINUTE;
};

const offsetText = (offsetMs: number): string => {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map(twoDigits);
  return `${offsetMs < 0 ? '-' : '+'}${hour}${minute}`;
};
