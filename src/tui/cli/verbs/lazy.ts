import type {Run} from '../command.ts';

/** A verb whose code is loaded when it runs. */
export const lazy =
  (load: () => Promise<Run>): Run =>
  async (world, given) =>
    (await load())(world, given);
