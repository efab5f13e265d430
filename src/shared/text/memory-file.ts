// Where the agent keeps what it must still know next month. What it learns from one person is never in what another's
// conversations see: only with full trust does it share one memory.
import {reaches, type Trust} from '../records/trust.ts';

/** The file in the workspace; undefined for somebody of whom nothing is kept. */
export const memoryFile = ({
  trust,
  user,
}: {
  readonly trust: Trust;
  readonly user?: string | undefined;
}): string | undefined => {
  if (reaches(trust, 'full')) return 'MEMORY.md';
  return reaches(trust, 'inner') && user !== undefined ? `memory/${user}.md` : undefined;
};
