// P1: adding a reminder to the memory costs little more than the one insert that it cannot do without.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, perSecond} from '../support/figures.ts';
import {openAt, reminderAt} from '../support/memory.ts';
import {openRaw} from '../support/raw-sqlite.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const storeAdd: Goal = {
  name: 'P1',
  title: 'a durable add, in process',
  measure: async ({rounds}) => {
    using folder = tempFolder();
    using raw = openRaw(folder.file('raw.db'));
    using store = openAt(folder.file('rooster.db'));
    const far = Date.now() + 864e5;
    const some = () => Array.from({length: ROWS}, (_, index) => reminderAt(far + index));
    const {ours, theirs} = await inTurn(rounds + 2, {
      theirs: () => rateOf(() => raw.addEach(some())),
      ours: () =>
        rateOf(() => {
          for (const reminder of some()) store.transact(() => store.reminders.add(reminder));
        }),
    });
    return [
      {
        what: 'adds in process ÷ bare SQLite inserts',
        figure: medianRatio(ours, theirs),
        unit: '×',
        limit: {is: '≥', value: 0.8},
        sides: `${perSecond(median(ours))} : ${perSecond(median(theirs))}`,
      },
    ];
  },
};

const rateOf = (work: () => void): number => {
  const before = performance.now();
  work();
  return (ROWS / (performance.now() - before)) * 1000;
};

const ROWS = 1_000;
