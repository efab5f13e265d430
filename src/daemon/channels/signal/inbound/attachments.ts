// Moves received files from signal-cli to the agent's folder. Deletes signal-cli's copy if possible.
// Repeating it has the same result, so a crash leaves one file.
import {existsSync} from 'node:fs';
import {copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Attachment, MissingFile} from '../../../../shared/records/message-details.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {Log} from '../../../ports/system.ts';
import type {SignalAttachment, SignalMessage} from '../../signal-cli/envelope/signal-event.ts';
import type {SignalRpc} from '../../signal-cli/index.ts';

type AttachmentDeps = {
  readonly log: Log;
  /** The agent's folder. */
  readonly workspace: string;
  /** signal-cli's folder of received files. Undefined for an external signal-cli, which is asked for each file. */
  readonly folder?: string | undefined;
  readonly rpc: Pick<SignalRpc, 'getAttachment'>;
};

export type KeptAttachments = {
  readonly files: readonly Attachment[];
  readonly missing: readonly MissingFile[];
  /** The whole text, if the message has only its start. */
  readonly longText?: string;
};

/** Never rejects: a file that can't be stored is listed as missing. */
export const keepAttachments = async (deps: AttachmentDeps, message: SignalMessage): Promise<KeptAttachments> => {
  const files: Attachment[] = [];
  const missing: MissingFile[] = [];
  for (const attachment of message.attachments) {
    const {type, name, size, caption, voice} = attachment;
    const file = {type, name, caption, voice: voice || undefined};
    // Files of expiring messages aren't copied.
    const passing = message.viewOnce === true ? 'view-once' : message.expiresInSeconds ? 'expiring' : undefined;
    if (passing !== undefined) {
      missing.push({...file, size, reason: passing});
      if (deps.folder !== undefined && attachment.id !== undefined)
        await rm(join(deps.folder, attachment.id), {force: true});
      continue;
    }
    const copy = await keepFile(deps, attachment, message.timestamp);
    if ('reason' in copy) missing.push({...file, size, reason: copy.reason});
    else files.push({...file, ...copy});
  }
  const longText = message.longText === undefined ? undefined : await textOfFile(deps, message);
  return {files, missing, longText};
};

/** Deletes the files of a deleted message. Never rejects. */
export const forgetFiles = async (workspace: string, files: readonly Attachment[]): Promise<void> => {
  for (const {path} of files) if (path.startsWith(`${FOLDER}/`)) await rm(join(workspace, path), {force: true});
};

/**
 * Deletes files that signal-cli downloaded before an instant: from strangers, previews, stickers. Resolves with how
 * many.
 */
export const sweepFiles = async (folder: string, before: EpochMs): Promise<number> => {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const {mtimeMs} = await stat(path);
    if (mtimeMs >= before) continue;
    await rm(path, {force: true, recursive: true});
    removed += 1;
  }
  return removed;
};

type KeptFile = Pick<Attachment, 'path' | 'size' | 'partial'> | Pick<MissingFile, 'reason'>;

const keepFile = async (deps: AttachmentDeps, {id, size}: SignalAttachment, timestamp: number): Promise<KeptFile> => {
  if (id === undefined) return {reason: 'no-file'};
  if ((size ?? 0) > LARGEST_COPY) return {reason: 'too-large'};
  const path = join(FOLDER, `${timestamp}-${id.replaceAll(/[^\w.-]/gu, '_')}`);
  const target = join(deps.workspace, path);
  try {
    await mkdir(join(deps.workspace, FOLDER), {recursive: true, mode: 0o700});
    if (await bring(deps, id, `${target}.part`)) await rename(`${target}.part`, target);
    if (deps.folder !== undefined) await rm(join(deps.folder, id), {force: true});
    const {size: bytes} = await stat(target);
    if (bytes === 0 && size !== 0) {
      await rm(target, {force: true});
      return {reason: 'not-downloaded'};
    }
    return {path, size: bytes, partial: size !== undefined && bytes < size ? true : undefined};
  } catch (error) {
    deps.log.warn({because: errorMessage(error)}, "Couldn't copy a file from Signal into the workspace.");
    return {reason: 'unreadable'};
  }
};

/** False if signal-cli's copy is gone, because the file was moved earlier. */
const bring = async (deps: AttachmentDeps, id: string, target: string): Promise<boolean> => {
  const {folder} = deps;
  if (folder === undefined) await writeFile(target, await bytesOf(deps, id), {mode: 0o600});
  else if (existsSync(join(folder, id))) await copyFile(join(folder, id), target);
  else return false;
  return true;
};

/** Not copied: this file is a part of the message's text and must not outlive it. */
const textOfFile = async (deps: AttachmentDeps, {longText}: SignalMessage): Promise<string | undefined> => {
  const {id, size = 0} = longText ?? {};
  if (id === undefined) return undefined;
  try {
    const bytes = await bytesOf(deps, id);
    return bytes.length >= size ? bytes.toString('utf8') : undefined;
  } catch (error) {
    deps.log.warn({because: errorMessage(error)}, "Couldn't read all of a long text from Signal.");
    return undefined;
  }
};

const bytesOf = async ({folder, rpc}: AttachmentDeps, id: string): Promise<Buffer> => {
  if (folder !== undefined) return readFile(join(folder, id));
  const reply = await rpc.getAttachment(id);
  if (reply.kind !== 'result') throw new Error(reply.kind === 'error' ? reply.message : reply.because);
  return Buffer.from(reply.result, 'base64');
};

const FOLDER = 'received';
const LARGEST_COPY = 100 * 1_024 * 1_024;
