// P10: from the moment the daemon is spawned until it answers, against a whole run of a Node that does nothing; and the same
// with 100,000 reminders pending, against none.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {makeHome} from '../support/memory.ts';
import {pause, runProgram, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const daemonStart: Goal = {
  name: 'P10',
  title: 'start of the daemon',
  measure: async ({quick}) => {
    using none = tempFolder();
    using many = tempFolder();
    makeHome(none.path, 0);
    makeHome(many.path, 100_000);
    // The first start after a build leaves beside it what Node compiled; that one is not what is measured.
    await warmUp(none.path);
    await startTime(many.path);
    const {bare, empty, full} = await inTurn(quick ? 11 : 25, {
      bare: () => runProgram(['-e', '0'], none.path),
      empty: () => startTime(none.path),
      full: () => startTime(many.path),
    });
    return [
      {
        what: 'start to the first answer ÷ node -e 0',
        figure: medianRatio(empty, bare),
        unit: '×',
        limit: {is: '≤', value: 3.5},
        sides: `${ms(median(empty))} : ${ms(median(bare))}`,
      },
      {
        what: 'the same, with 100,000 pending ÷ with none',
        figure: medianRatio(full, empty),
        unit: '×',
        limit: {is: '≤', value: 1.25},
        sides: `${ms(median(full))} : ${ms(median(empty))}`,
      },
    ];
  },
};

const startTime = async (home: string): Promise<number> => {
  await using daemon = await startRealDaemon(home);
  return daemon.startedInMs;
};

const warmUp = async (home: string): Promise<void> => {
  await using _daemon = await startRealDaemon(home);
  await pause(4_000);
};
