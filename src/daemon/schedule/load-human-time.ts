// Times in people's words, read by human-time.ts: all the words there are for them load when somebody first uses one.
import type {When} from './human-time.ts';

type HumanTime = typeof import('./human-time.ts');

export const loadHumanTime = (): Promise<HumanTime> => import('./human-time.ts');

/** The instant a text names. */
export const resolveWhen = async (...said: Parameters<HumanTime['resolveWhen']>): Promise<When> => {
  const humanTime = await loadHumanTime();
  return humanTime.resolveWhen(...said);
};
