// P12: the command as scripts use it: a whole process, for its version and for one call to a running daemon.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {COMMAND, runProgram, startDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const oneCommand: Goal = {
  name: 'P12',
  title: 'one command',
  measure: async ({quick}) => {
    using folder = tempFolder();
    await using _daemon = await startDaemon(folder.path);
    const {bare, version, status} = await inTurn(quick ? 13 : 31, {
      bare: () => runProgram(['-e', '0'], folder.path),
      version: () => runProgram([COMMAND, '--version'], folder.path),
      status: () => runProgram([COMMAND, 'status', '--json'], folder.path),
    });
    return [
      {
        what: 'rooster --version ÷ node -e 0',
        figure: medianRatio(version, bare),
        unit: '×',
        limit: {is: '≤', value: 1.15},
        sides: `${ms(median(version))} : ${ms(median(bare))}`,
      },
      {
        what: 'rooster status --json ÷ node -e 0',
        figure: medianRatio(status, bare),
        unit: '×',
        limit: {is: '≤', value: 1.35},
        sides: `${ms(median(status))} : ${ms(median(bare))}`,
      },
    ];
  },
};
