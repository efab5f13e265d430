// Resolves `references/<topic>/<file>.md`. Topics and files have plain names and no links on the path. So text from the
// web never becomes a job or a file that shapes the agent.
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';

type ReferencePlace = {
  readonly path: string;
  readonly hasTopic: boolean;
  readonly exists: boolean;
};

/** Throws a GatewayError with a sentence if a name is invalid or leads elsewhere. */
export const referencePlace = async (
  files: Pick<WorkspaceFiles, 'locate'>,
  topic: string,
  file: string,
): Promise<ReferencePlace> => {
  const name = file.replace(/\.md$/iu, '');
  for (const [field, value] of [
    ['topic', topic],
    ['file', name],
  ] as const) {
    if (!PLAIN_NAME.test(value))
      throw new GatewayError(
        'refused',
        `"${field}" must be a plain name of up to 80 letters, digits, hyphens and spaces.`,
      );
  }
  const folder = `${FOLDER}/${topic}`;
  const path = `${folder}/${name}.md`;
  const [place, target] = [await files.locate(folder), await files.locate(path)];
  if (place.path !== folder || target.path !== path)
    throw new GatewayError('refused', `${path} leads elsewhere by a link; references are kept where they are named.`);
  if (place.kind !== 'folder' && place.kind !== 'missing')
    throw new GatewayError('invalid', `${folder} isn't a folder.`);
  if (target.kind !== 'file' && target.kind !== 'missing') throw new GatewayError('invalid', `${path} isn't a file.`);
  return {path, hasTopic: place.kind === 'folder', exists: target.kind === 'file'};
};

/** The existing topics by name. */
export const topicsOf = async (files: Pick<WorkspaceFiles, 'locate' | 'entries'>): Promise<readonly string[]> => {
  const {kind, path} = await files.locate(FOLDER);
  if (kind !== 'folder' || path !== FOLDER) return [];
  return (await files.entries(FOLDER)).filter(entry => entry.kind === 'folder').map(({name}) => name);
};

const FOLDER = 'references';
/** A dot or space only between letters: no `..`, no hidden file, no invisible end. */
const PLAIN_NAME = /^(?=.{1,80}$)[\p{L}\p{N}](?:[\p{L}\p{N}_-]|[ .](?=[\p{L}\p{N}]))*$/u;
