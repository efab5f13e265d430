// A day as blocks: one for each part of it, higher where there is more, and a mark for now.
import type {EpochMs} from '../../shared/time/time.ts';

/** Something that was or will be. */
export type DayMark = {
  readonly at: EpochMs;
  readonly failed?: true;
  /** It rang, and waits for an answer. */
  readonly unanswered?: true;
};

/** One cell. `is` decides its colour, and `sign` tells it apart without one. */
export type Block = {readonly is: BlockKind; readonly sign: string; readonly ascii: string};

type BlockKind = 'empty' | 'past' | 'coming' | 'failed' | 'unanswered' | 'now';

/** The day around `day`, in so many cells. */
export const dayBlocks = (
  marks: readonly DayMark[],
  {day, now}: {readonly day: EpochMs; readonly now: EpochMs},
  cells: number,
): readonly Block[] => {
  const slots: (DayMark[] | undefined)[] = Array.from({length: cells}, () => undefined);
  const [from, to] = dayBounds(day);
  for (const mark of marks) {
    if (mark.at < from || mark.at >= to) continue;
    const slot = daySlot(mark.at, cells);
    slots[slot] = [...(slots[slot] ?? []), mark];
  }
  const nowAt = now >= from && now < to ? daySlot(now, cells) : undefined;
  return slots.map((slot, index) => (index === nowAt ? NOW : slot === undefined ? EMPTY : blockOf(slot, now)));
};

/** Its midnights: comparing numbers is much faster than comparing dates. */
export const dayBounds = (day: EpochMs): readonly [from: EpochMs, to: EpochMs] => {
  const date = new Date(day);
  const midnight = (offset: number): EpochMs =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset).getTime();
  return [midnight(0), midnight(1)];
};

/** By wall time, so that days of 23 and 25 hours are drawn like others. */
export const daySlot = (at: EpochMs, cells: number): number => {
  const date = new Date(at);
  return Math.min(cells - 1, Math.floor(((date.getHours() * 60 + date.getMinutes()) * cells) / MINUTES));
};

/** The instant at which the mark for now moves next. */
export const dayChangesAt = (now: EpochMs, cells: number): EpochMs => {
  const minutes = Math.ceil(((daySlot(now, cells) + 1) * MINUTES) / cells);
  return new Date(now).setHours(Math.floor(minutes / 60), minutes % 60, 0, 0);
};

const blockOf = (slot: readonly DayMark[], now: EpochMs): Block => {
  if (slot.some(({unanswered}) => unanswered)) return {is: 'unanswered', sign: '!', ascii: '!'};
  if (slot.some(({failed}) => failed)) return {is: 'failed', sign: '✗', ascii: 'x'};
  const {sign, ascii} = HEIGHTS.findLast(({from}) => slot.length >= from) ?? HEIGHTS[0];
  return {is: slot.some(({at}) => at > now) ? 'coming' : 'past', sign, ascii};
};

/** A single event is filled enough to be seen. */
const HEIGHTS = [
  {from: 1, sign: '▄', ascii: '='},
  {from: 2, sign: '▆', ascii: '%'},
  {from: 4, sign: '█', ascii: '#'},
] as const;

const NOW: Block = {is: 'now', sign: '┃', ascii: '|'};
const EMPTY: Block = {is: 'empty', sign: '▁', ascii: '_'};
const MINUTES = 24 * 60;
