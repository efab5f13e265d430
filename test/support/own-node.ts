// An old Node that hands the command over to the package's Node: the current Node replaces it.
import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** Writes a program into the folder that acts like `rooster` under an old Node. Returns its path. */
export const writeOldNode = (folder: string, program: string): string => {
  const file = join(folder, 'old-node.mjs');
  const options = JSON.stringify({entry: program, oldest: 24});
  writeFileSync(
    file,
    `import {runWithOwnNode} from ${JSON.stringify(ownNodeUrl(program))};
process.exitCode = await runWithOwnNode(${options});
`,
  );
  return file;
};

/** The chunk of the bundle that holds `runWithOwnNode`: the newest, since a build leaves the files of earlier ones. */
const ownNodeUrl = (program: string): string => {
  const folder = join(dirname(program), 'rooster');
  const [newest] = readdirSync(folder)
    .filter(name => /^own-node.*\.js$/u.test(name))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) throw new Error(`${folder} has no own-node chunk`);
  return pathToFileURL(newest).href;
};
