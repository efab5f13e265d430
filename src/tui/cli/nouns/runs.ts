// `rooster runs`: every firing of anything scheduled, with what came of it.
import {tell} from '../ask.ts';
import {RUN_KINDS} from '../choices.ts';
import type {Run} from '../command.ts';
import {choiceOf, countOf, idOf, wordAt} from '../given.ts';

export const listRuns: Run = async (world, given) => {
  const kind = choiceOf(given, 'kind', RUN_KINDS);
  const {name} = given.values;
  const limit = countOf(given, 'limit');
  const filter = {
    ...(kind === undefined ? {} : {kind}),
    ...(name === undefined ? {} : {name}),
    ...(limit === undefined ? {} : {limit}),
  };
  return await tell(world, given, 'run.list', filter, (words, {runs}) => words.runList(world, runs));
};

export const showRun: Run = async (world, given) =>
  tell(world, given, 'run.get', {id: idOf(wordAt(given, 0), 'run')}, (words, run) => words.runShown(world, run));
