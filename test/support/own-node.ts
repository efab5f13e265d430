// An old Node that hands the command over to the package's Node: the current Node replaces it.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {ROOT} from './rooster-home.ts';

/** Writes a program into the folder that acts like `rooster` under an old Node. Returns its path. */
export const writeOldNode = (folder: string, program: string): string => {
  const file = join(folder, 'old-node.mjs');
  const options = JSON.stringify({entry: program, oldest: 24});
  writeFileSync(
    file,
    `import {runWithOwnNode} from ${JSON.stringify(SOURCE)};
process.exitCode = await runWithOwnNode(${options});
`,
  );
  return file;
};

/** The file of the entry that hands over. In the bundle it is a part of the entry, which hands over only in an old Node. */
const SOURCE = pathToFileURL(join(ROOT, 'src/tui/cli/client/own-node.ts')).href;
