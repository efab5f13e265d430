// The limits of files, kept in memory, as the file tools use them.
import type {ToolContext} from '../../src/daemon/ports/tool.ts';
import {createFileLimits, type FileLimits} from '../../src/daemon/tools/files/file-limits.ts';
import type {TextLimit} from '../../src/shared/records/trust.ts';

export const memoryFileLimits = (
  limitsOfCopy: (copyName: string, by: Pick<ToolContext, 'session' | 'user'>) => readonly TextLimit[] = () => [],
): FileLimits => {
  const known = new Map<string, readonly TextLimit[]>();
  const fileLimits = {
    of: (text: string) => known.get(text) ?? [],
    put: (text: string, limits: readonly TextLimit[]) => void (limits.length > 0 && known.set(text, limits)),
  };
  return createFileLimits({store: {fileLimits}, clock: {now: () => 0}, limitsOfCopy});
};
