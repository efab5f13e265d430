// The first start makes a small workspace that can be lived in. It comes into being whole (made aside, then renamed), so a start
// that was interrupted leaves none; a workspace that exists is never touched, and what a person deleted is not made again.
import {randomUUID} from 'node:crypto';
import {mkdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {GatewayError, wordsFor} from '../../shared/gateway-error.ts';
import {errnoOf} from './io-error.ts';
import {SCAFFOLD_FILES} from './scaffold-files.ts';

/** Makes the workspace when its folder does not exist yet; says which it was. */
export const scaffoldWorkspace = async (root: string): Promise<'made' | 'kept'> => {
  if (await exists(root)) return 'kept';
  const aside = `${root}.new-${randomUUID()}`;
  try {
    await mkdir(aside, {recursive: true, mode: 0o700});
    for (const [path, text] of Object.entries(SCAFFOLD_FILES)) await place(join(aside, path), text);
    return (await takesPlace(aside, root)) ? 'made' : 'kept';
  } catch (error) {
    throw new GatewayError('failed', `The workspace ${root} could not be made: ${wordsFor(error)}`, {cause: error});
  } finally {
    await rm(aside, {recursive: true, force: true}).catch(() => undefined);
  }
};

/** A path that cannot be looked at is found out about when the folder is made. */
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** False when another start was quicker. */
const takesPlace = async (aside: string, root: string): Promise<boolean> => {
  try {
    await rename(aside, root);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
};

const place = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), {recursive: true, mode: 0o700});
  await writeFile(path, text, {mode: 0o600});
};
