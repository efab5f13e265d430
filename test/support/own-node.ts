// The chunk of the bundle that an old Node loads, for tests that put the Node at hand in the place of an old one.
import {readdirSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** The address of the chunk that holds `runWithOwnNode`: the newest, since a build leaves the files of earlier ones. */
export const ownNodeUrl = (program: string): string => {
  const folder = join(dirname(program), 'rooster');
  const [newest] = readdirSync(folder)
    .filter(name => /^own-node.*\.js$/u.test(name))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) throw new Error(`${folder} has no own-node chunk`);
  return pathToFileURL(newest).href;
};
