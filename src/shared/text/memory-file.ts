// The agent's memory file. Memory from one person never appears in another's conversations: only full trust shares one file.
import {reaches, type Trust} from '../records/trust.ts';

/** The file in the workspace; undefined for people without memory. */
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
