// P16: the terminal UI in a terminal, from its start to the first words on the screen, against the smallest program that Ink
// can draw with, bundled alike.
import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {bundle} from '../../scripts/bundle.ts';
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {COMMAND, environment, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const firstFrame: Goal = {
  name: 'P16',
  title: 'first frame',
  measure: async ({quick}) => {
    using folder = tempFolder();
    const smallest = folder.file('smallest.mjs');
    await bundle(
      {name: 'smallest', entry: 'bench/programs/smallest-screen.tsx'},
      {file: smallest, codeSplitting: false},
    );
    await using _daemon = await startRealDaemon(folder.path);
    // The first start after a build leaves beside it what Node compiled; that one is not what is measured.
    await formatFirst([process.execPath, COMMAND], folder.path, {LINGER_S: '4'});
    const {ours, theirs} = await inTurn(quick ? 7 : 15, {
      theirs: () => formatFirst([process.execPath, smallest], folder.path),
      ours: () => formatFirst([process.execPath, COMMAND], folder.path),
    });
    return [
      {
        what: 'first frame ÷ the smallest Ink program’s',
        figure: medianRatio(ours, theirs),
        unit: '×',
        limit: {is: '≤', value: 1.6},
        sides: `${ms(median(ours))} : ${ms(median(theirs))}`,
      },
    ];
  },
};

/** Milliseconds until three letters in a row stand on the screen. */
const formatFirst = async (command: readonly string[], home: string, env: NodeJS.ProcessEnv = {}): Promise<number> => {
  const {stdout} = await promisify(execFile)('python3', [inProject('bench/programs/first-words.py'), ...command], {
    env: {...environment(home), ...env},
    timeout: 20_000,
  });
  const took = Number(stdout);
  if (!(took > 0)) throw new Error(`${command.join(' ')} drew nothing.`);
  return took;
};

const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
