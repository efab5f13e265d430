// Verbs that need more of Node (files, processes) or a page of words for every event are loaded when they are run.

import type {HEAVY} from '../admin/heavy.ts';
import type {Run} from '../command.ts';
import type {LIVE} from '../conversation/live.ts';

type HeavyVerb = Exclude<keyof typeof HEAVY, 'openPrompt' | 'createDaemonProgram'>;

/** A verb that is loaded when it is run. */
export const later =
  (name: HeavyVerb): Run =>
  async (world, given) => {
    const {HEAVY: heavy} = await import('../admin/heavy.ts');
    return await heavy[name](world, given);
  };

/** The same for one that follows events. */
export const live =
  (name: keyof typeof LIVE): Run =>
  async (world, given) => {
    const {LIVE: verbs} = await import('../conversation/live.ts');
    return await verbs[name](world, given);
  };
