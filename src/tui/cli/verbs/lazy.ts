import type {Run} from '../command.ts';

/** Loads a verb's code when it runs. */
export const lazy =
  (load: () => Promise<Run>): Run =>
  async (world, given) =>
    (await load())(world, given);
