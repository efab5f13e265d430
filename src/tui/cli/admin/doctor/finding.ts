// The three kinds of lines of `rooster doctor`.
import type {Finding} from '../../../../shared/records/problem.ts';

export const good = (name: string, what: string): Finding => ({name, verdict: 'good', what});

/** Worth knowing. */
export const odd = (name: string, what: string, fix?: string): Finding => ({name, verdict: 'odd', what, fix});

export const bad = (name: string, what: string, fix: string | undefined): Finding => ({
  name,
  verdict: 'bad',
  what,
  fix,
});
