// English words of times that are corrected: "tomrrow", "every monda", "every other tuesady", "every dya".
import {behind, type Spelling} from '../../times/time-words.ts';
import {EVERY} from './repeats.ts';
import {COUNT, ORDINAL} from './words.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'];

export const SPELLING: Spelling = {
  days: ['today', 'tonight', 'tomorrow', ...WEEKDAYS],
  every: behind(`${EVERY}(?: (?:other|alternate|${ORDINAL}|${COUNT}))?`),
  behindEvery: [
    ...WEEKDAYS,
    'weekend',
    ...UNITS,
    ...UNITS.map(unit => `${unit}s`),
    ...['morning', 'afternoon', 'evening', 'night'],
  ],
  otherWords: new Set('toady sundae sundry Frida Fridah Sunda moth moths minuet minuets mourning mournings'.split(' ')),
  isCapital: false,
};
