// P12: the command as scripts use it: a whole process, for its version and for one call to a running daemon. Beside it, without a
// limit, the smallest program that makes the same call: no command in this Node can be quicker.
import {fileURLToPath} from 'node:url';
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {COMMAND, runProgram, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const oneCommand: Goal = {
  name: 'P12',
  title: 'one command',
  measure: async ({quick}) => {
    using folder = tempFolder();
    await using daemon = await startRealDaemon(folder.path);
    const {bare, version, status, smallest} = await inTurn(quick ? 13 : 31, {
      bare: () => runProgram(['-e', '0'], folder.path),
      version: () => runProgram([COMMAND, '--version'], folder.path),
      status: () => runProgram([COMMAND, 'status', '--json'], folder.path),
      smallest: () => runProgram([SMALLEST, daemon.socket], folder.path),
    });
    return [
      {
        what: 'rooster --version ÷ node -e 0',
        figure: medianRatio(version, bare),
        unit: '×',
        limit: {is: '≤', value: 1.6},
        sides: `${ms(median(version))} : ${ms(median(bare))}`,
      },
      {
        what: 'rooster status --json ÷ node -e 0',
        figure: medianRatio(status, bare),
        unit: '×',
        limit: {is: '≤', value: 2.4},
        sides: `${ms(median(status))} : ${ms(median(bare))}`,
      },
      {
        what: 'the smallest program that asks the same ÷ node -e 0',
        figure: medianRatio(smallest, bare),
        unit: '×',
        sides: `${ms(median(smallest))} : ${ms(median(bare))}`,
      },
    ];
  },
};

const SMALLEST = fileURLToPath(new URL('../programs/smallest-client.mjs', import.meta.url));
