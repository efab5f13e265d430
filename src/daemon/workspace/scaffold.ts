// The first start makes a small workspace that can be lived in. A workspace that exists is never touched, and what a person
// deleted is not made again: files are written only when the folder itself was not there a moment ago.
import {stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {makeFolder} from '../../ipc/make-folder.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import {errnoOf} from './io-error.ts';
import {SCAFFOLD_FILES} from './scaffold-files.ts';

/** Makes the workspace when its folder does not exist yet; says which it was. */
export const scaffoldWorkspace = async (root: string): Promise<'made' | 'kept'> => {
  if (await exists(root)) return 'kept';
  try {
    for (const [path, text] of Object.entries(SCAFFOLD_FILES)) await place(join(root, path), text);
    return 'made';
  } catch (error) {
    throw new GatewayError('failed', `The workspace ${root} could not be made: ${errorMessage(error)}`, {cause: error});
  }
};

/** Makes one of its files where it is not there; one that is there stays as it is. */
export const placeScaffoldFile = async (root: string, name: string): Promise<void> => {
  const text = SCAFFOLD_FILES[name];
  if (text !== undefined) await place(join(root, name), text);
};

/** A path that cannot be looked at is found out about when the folder is made. */
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Another start, or a first conversation that is copied into the folder, may be there meanwhile: nothing of theirs is replaced. */
const place = async (path: string, text: string): Promise<void> => {
  makeFolder(dirname(path));
  try {
    await writeFile(path, text, {mode: 0o600, flag: 'wx'});
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};
