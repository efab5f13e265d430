// The bytes of an outgoing mail, with workspace files as its attachments.
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {WorkspaceFiles} from '../../../ports/workspace.ts';
import type {ComposedMail} from './compose-mail.ts';

export type MailFiles = Pick<WorkspaceFiles, 'locate' | 'readBytes'>;

type MimeOptions = {
  readonly config: Pick<MailConfig, 'address' | 'name'>;
  readonly files: MailFiles;
  readonly at: EpochMs;
};

/** Rejects with a final SendFailure if a file can't be sent: it won't come back. */
export const mimeOf = async (
  {to, headers, references, ...mail}: ComposedMail,
  paths: readonly string[],
  {config, files, at}: MimeOptions,
): Promise<Buffer> => {
  const attachments = await attachedFiles(files, paths);
  // Loaded with the first mail.
  const {default: MailComposer} = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    ...mail,
    from: {name: config.name, address: config.address},
    to: {name: '', address: to},
    references: references === undefined ? undefined : [...references],
    date: new Date(at),
    headers: {...headers},
    attachments,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

/** The reason why a file can't be sent, as a sentence. Undefined if it can. */
export const whyNotMailed = async (files: MailFiles, path: string): Promise<string | undefined> => {
  const {kind, size} = await files.locate(path);
  if (kind === 'missing') return `No file ${path} in the workspace.`;
  if (kind !== 'file') return `${path} isn't a file.`;
  return size > MOST_BYTES
    ? `${path} is larger than ${MOST_BYTES / MEGABYTE} MB. Mail servers refuse that.`
    : undefined;
};

type AttachedFile = {readonly filename: string; readonly content: Buffer};

const attachedFiles = async (files: MailFiles, paths: readonly string[]): Promise<AttachedFile[]> => {
  let left = MOST_BYTES;
  const attachments: AttachedFile[] = [];
  for (const path of paths) {
    const refusal = await whyNotMailed(files, path).catch(errorMessage);
    if (refusal !== undefined) throw notSent(refusal);
    const {path: real, size} = await files.locate(path);
    left -= size;
    if (left < 0) throw notSent(`The attachments are larger than ${MOST_BYTES / MEGABYTE} MB in total.`);
    const content = await files.readBytes(real, {from: 0, limit: size});
    if (content === undefined) throw notSent(`${path} is gone.`);
    attachments.push({filename: path.slice(path.lastIndexOf('/') + 1), content: Buffer.from(content)});
  }
  return attachments;
};

const notSent = (reason: string): SendFailure => new SendFailure(`It was not sent: ${reason}`, {retry: 'never'});

const MEGABYTE = 2 ** 20;
/** Large providers take 25 MB, and base64 adds a third. */
const MOST_BYTES = 18 * MEGABYTE;
