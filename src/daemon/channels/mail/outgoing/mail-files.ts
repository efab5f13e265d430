// Workspace files as attachments of a mail.
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {WorkspaceFiles} from '../../../ports/workspace.ts';

export type MailFiles = Pick<WorkspaceFiles, 'locate' | 'readBytes'>;

type AttachedFile = {readonly filename: string; readonly content: Buffer};

/** The reason why a file can't be sent, as a sentence. Undefined if it can. */
export const whyNotMailed = async (files: MailFiles, path: string): Promise<string | undefined> => {
  const {kind, size} = await files.locate(path);
  if (kind === 'missing') return `No file ${path} in the workspace.`;
  if (kind !== 'file') return `${path} isn't a file.`;
  return size > MOST_BYTES
    ? `${path} is larger than ${MOST_BYTES / MEGABYTE} MB. Mail servers refuse that.`
    : undefined;
};

/** Rejects with a final SendFailure if a file can't be sent, because a retry would fail for the same reason. */
export const attachedFiles = async (files: MailFiles, paths: readonly string[]): Promise<AttachedFile[]> => {
  let left = MOST_BYTES;
  const attachments: AttachedFile[] = [];
  for (const path of paths) {
    const refusal = await whyNotMailed(files, path).catch(errorMessage);
    if (refusal !== undefined) throw unsent(refusal);
    const {path: real, size} = await files.locate(path);
    left -= size;
    if (left < 0) throw unsent(`The attachments are larger than ${MOST_BYTES / MEGABYTE} MB in total.`);
    const content = await files.readBytes(real, {from: 0, limit: size});
    if (content === undefined) throw unsent(`${path} is gone.`);
    attachments.push({filename: path.slice(path.lastIndexOf('/') + 1), content: Buffer.from(content)});
  }
  return attachments;
};

const unsent = (reason: string): SendFailure => new SendFailure(`It was not sent: ${reason}`, {retry: 'never'});

const MEGABYTE = 2 ** 20;
/** Large providers take 25 MB, and base64 adds a third. */
const MOST_BYTES = 18 * MEGABYTE;
