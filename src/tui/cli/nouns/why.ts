// `rooster why ID`: the whole story behind one thing.
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {wordAt} from '../given.ts';

export const why: Run = async (world, given) => {
  const id = wordAt(given, 0);
  return await tell(world, given, 'why', {id}, (words, result) => words.storyLines(world, id, result));
};
