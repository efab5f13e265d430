// P3: adding costs the same whatever is pending.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, perSecond} from '../support/figures.ts';
import {addReminders, openAt, reminderAt} from '../support/memory.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const flatAdd: Goal = {
  name: 'P3',
  title: 'adds stay as fast',
  measure: async ({rounds}) => {
    using folder = tempFolder();
    using few = openAt(folder.file('few.db'));
    using many = openAt(folder.file('many.db'));
    const far = Date.now() + 864e5;
    addReminders(few, 1_000, far, 100);
    addReminders(many, 100_000, far, 1);
    const rateIn = (store: typeof few): number => {
      const before = performance.now();
      for (let index = 0; index < ROWS; index += 1) {
        const at = far + ((index * 7919) % 100_000);
        store.transact(() => store.reminders.add(reminderAt(at)));
      }
      return (ROWS / (performance.now() - before)) * 1000;
    };
    const {ours, theirs} = await inTurn(rounds + 2, {theirs: () => rateIn(few), ours: () => rateIn(many)});
    return [
      {
        what: 'adds with 100,000 pending ÷ with 1,000',
        figure: medianRatio(ours, theirs),
        unit: '×',
        limit: {is: '≥', value: 0.8},
        sides: `${perSecond(median(ours))} : ${perSecond(median(theirs))}`,
      },
    ];
  },
};

const ROWS = 500;
