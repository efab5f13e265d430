// P4: ten thousand reminders due at one instant. Claiming them durably and starting what follows is held to three times what
// SQLite alone takes to claim and finish as many rows in batches of 100. It is measured in process, on the daemon's own source
// of reminders with its own memory, for reminders that the agent works on: each is claimed, its run is recorded, both facts are
// in the event log, and its job, which only counts here, is started. The whole story of verbatim ones in the real daemon (on
// top of that, messages with their search index, and deliveries) is told beside it, without a limit.
import type {Goal} from '../goal.ts';
import {countingSource} from '../support/counting-source.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {DUE, dueAtOnce} from '../support/many-due.ts';
import {addReminders, openAt} from '../support/memory.ts';
import {rawClaim} from '../support/raw-claim.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const allDue: Goal = {
  name: 'P4',
  title: '10,000 due at once',
  measure: async ({rounds}) => {
    const {floor, claimed, told} = await inTurn(Math.ceil(rounds / 2), {
      floor: rawClaim,
      claimed: claimAll,
      told: async () => (await dueAtOnce()).toldInMs,
    });
    return [
      {
        what: '10,000 due: claimed, handlers started ÷ bare SQLite',
        figure: medianRatio(claimed, floor),
        unit: '×',
        limit: {is: '≤', value: 3},
        sides: `${ms(median(claimed))} : ${ms(median(floor))}`,
      },
      {
        what: '10,000 due in the daemon: delivered and settled',
        figure: median(told),
        unit: 'ms',
        sides: `${Math.round((DUE / median(told)) * 1000)} reminders/s`,
      },
    ];
  },
};

const claimAll = async (): Promise<number> => {
  using folder = tempFolder();
  using store = openAt(folder.file('rooster.db'));
  const now = Date.now();
  addReminders(store, DUE, now, 0, 'agent');
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
