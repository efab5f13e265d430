// Prepares workspace files for sending. The internal signal-cli reads them from disk. An external one gets their
// contents, because it may run on another machine or as another user.
import {extname, join} from 'node:path';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {WorkspaceFiles} from '../../../ports/workspace.ts';

export type FileSender = {
  /** `path`: signal-cli reads the file. `data`: it gets the bytes. */
  readonly by: 'path' | 'data';
  readonly files: Pick<WorkspaceFiles, 'root' | 'locate' | 'readBytes'>;
};

export const sendsBy = (signal: {readonly endpoint: string} | undefined): FileSender['by'] =>
  signal === undefined || signal.endpoint === 'spawn' ? 'path' : 'data';

type AttachedFiles = {readonly attachment: readonly string[]; readonly attachmentBytes: number};

/** The reason why a file can't be sent, as a sentence. Undefined if it can. */
export const whyNotAttached = async ({by, files}: FileSender, path: string): Promise<string | undefined> => {
  const {kind, size} = await files.locate(path);
  const most = by === 'path' ? MOST_BYTES : MOST_DATA_BYTES;
  if (kind === 'missing') return `No file ${path} in the workspace.`;
  if (kind !== 'file') return `${path} isn't a file.`;
  if (size === 0) return `${path} is empty: Signal takes no empty file.`;
  if (size > most) return `${path} has ${megabytes(size)}; at most ${megabytes(most)} can be sent.`;
  return undefined;
};

/** The files in signal-cli's format. Rejects with a final SendFailure, because a missing file won't return. */
export const attachedFiles = async (sender: FileSender, paths: readonly string[]): Promise<AttachedFiles> => {
  const attachment: string[] = [];
  let attachmentBytes = 0;
  for (const path of paths) {
    const refusal = await whyNotAttached(sender, path).catch(errorMessage);
    if (refusal !== undefined) throw new SendFailure(`It was not sent: ${refusal}`, {retry: 'never'});
    const {path: real, size} = await sender.files.locate(path);
    attachmentBytes += size;
    attachment.push(sender.by === 'path' ? join(sender.files.root, real) : await dataUri(sender, real, size));
  }
  return {attachment, attachmentBytes};
};

const dataUri = async ({files}: FileSender, path: string, size: number): Promise<string> => {
  const bytes = await files.readBytes(path, {from: 0, limit: size});
  if (bytes === undefined) throw new SendFailure(`It was not sent: ${path} is gone.`, {retry: 'never'});
  const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const type = TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream';
  return `data:${type};filename=${name};base64,${Buffer.from(bytes).toString('base64')}`;
};

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 20 ? 2 : 0)} MB`;

/** The limit of the phones. */
const MOST_BYTES = 100 * 2 ** 20;
/** As base64 it stays below the 20,000,000 characters at which signal-cli closes the connection. */
const MOST_DATA_BYTES = 14 * 2 ** 20;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.pdf', 'application/pdf'],
  ['.txt', 'text/plain'],
  ['.md', 'text/markdown'],
  ['.csv', 'text/csv'],
  ['.json', 'application/json'],
  ['.mp3', 'audio/mpeg'],
  ['.m4a', 'audio/mp4'],
  ['.ogg', 'audio/ogg'],
  ['.mp4', 'video/mp4'],
  ['.zip', 'application/zip'],
]);
