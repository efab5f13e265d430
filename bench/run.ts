// `npm run bench [-- name…] [-- --quick]`: measures the goals that are named, or all of them, on the programs in dist/, and
// prints each figure beside its goal. Exits 1 when one is missed, 2 when there is no such goal.

import {type Goal, isKept} from './goal.ts';
import {GOALS} from './goals.ts';
import {printCheck, printHead} from './table.ts';

const main = async (args: readonly string[]): Promise<number> => {
  const quick = args.includes('--quick');
  const names = args.filter(arg => arg !== '--quick').map(name => name.toUpperCase());
  const unknown = names.find(name => !GOALS.some(goal => goal.name === name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no goal "${unknown}". There are ${GOALS.map(({name}) => name).join(', ')}.\n`);
    return 2;
  }
  const wanted = GOALS.filter(({name}) => names.length === 0 || names.includes(name));
  printHead();
  let missed = 0;
  for (const goal of wanted) missed += await misses(goal, quick);
  const verdict = missed === 0 ? 'Every goal is kept.' : `${missed} ${missed === 1 ? 'goal is' : 'goals are'} missed.`;
  process.stdout.write(`\n${verdict}\n`);
  return missed === 0 ? 0 : 1;
};

const misses = async (goal: Goal, quick: boolean): Promise<number> => {
  const checks = await goal.measure({quick, rounds: quick ? 3 : 7});
  for (const check of checks) printCheck(goal, check);
  return checks.filter(check => !isKept(check)).length;
};

process.exitCode = await main(process.argv.slice(2));
