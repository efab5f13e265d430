// Creates a small workspace at the first start. An existing workspace isn't changed, and a deleted file isn't created
// again: files are written only if the folder itself was missing.
import {stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {makeFolder} from '../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {errnoOf} from './io-error.ts';
import {SCAFFOLD_FILES} from './scaffold-files.ts';

/** Creates the workspace if its folder is missing. Resolves with whether it did. */
export const scaffoldWorkspace = async (root: string): Promise<'made' | 'kept'> => {
  if (await exists(root)) return 'kept';
  try {
    for (const [path, text] of Object.entries(SCAFFOLD_FILES)) await place(join(root, path), text);
    return 'made';
  } catch (error) {
    throw new GatewayError('failed', `Couldn't create the workspace ${root}: ${errorMessage(error)}`, {cause: error});
  }
};

/** Creates one of the scaffold's files if it is missing. */
export const placeScaffoldFile = async (root: string, name: string): Promise<void> => {
  const text = SCAFFOLD_FILES[name];
  if (text !== undefined) await place(join(root, name), text);
};

/** If a path can't be checked, creating the folder reports the problem. */
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Another start, or a conversation's first copy, may have created the file meanwhile. Never replace it. */
const place = async (path: string, text: string): Promise<void> => {
  makeFolder(dirname(path));
  try {
    await writeFile(path, text, {mode: 0o600, flag: 'wx'});
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};
