// R1: ten thousand reminders that repeat, due at one instant. Each occurrence is claimed, its run recorded, its job started, and its
// series moved to the next instant in the same transaction. Measured as P4 is, and held to 1.2 times its limit; what as many reminders
// that come once take is told beside it. A series keeps its next instants: the calendar is asked at every third firing, and not here.
import type {Goal} from '../goal.ts';
import {countingSource} from '../support/counting-source.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {DUE} from '../support/many-due.ts';
import {addReminders, addSeries, openAt} from '../support/memory.ts';
import {rawClaim} from '../support/raw-claim.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const seriesDue: Goal = {
  name: 'R1',
  title: '10,000 series due at once',
  measure: async ({rounds}) => {
    const {floor, once, series} = await inTurn(Math.max(3, Math.ceil(rounds / 2)), {
      floor: rawClaim,
      once: () => claimAll('once'),
      series: () => claimAll('series'),
    });
    return [
      {
        what: '10,000 series due: claimed, moved, handlers started ÷ bare SQLite',
        figure: medianRatio(series, floor),
        unit: '×',
        limit: {is: '≤', value: 3.6},
        sides: `${ms(median(series))} : ${ms(median(floor))}`,
      },
      {
        what: '10,000 series due ÷ 10,000 reminders that come once',
        figure: medianRatio(series, once),
        unit: '×',
        sides: `${ms(median(series))} : ${ms(median(once))}`,
      },
    ];
  },
};

const claimAll = async (kind: 'once' | 'series'): Promise<number> => {
  using folder = tempFolder();
  using store = openAt(folder.file('rooster.db'));
  const now = Date.now();
  if (kind === 'once') addReminders(store, DUE, now, 0, 'agent');
  else addSeries(store, DUE, now, 0, 'agent');
  let started = 0;
  const source = countingSource(store, () => {
    started += 1;
  });
  const before = performance.now();
  while ((source.nextAt(now) ?? Number.POSITIVE_INFINITY) <= now) {
    source.fireDue(now);
    await new Promise(resolve => setImmediate(resolve));
  }
  if (started !== DUE) throw new Error('Not every reminder was started.');
  return performance.now() - before;
};
