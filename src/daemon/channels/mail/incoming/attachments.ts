// Saves the files of a mail in the agent's folder. A mail that is read again writes the same files.
import {mkdir, rename, writeFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import type {Attachment as Part} from 'postal-mime';
import type {Attachment, MissingFile} from '../../../../shared/records/message-details.ts';
import {nodeCrypto} from '../../../system/node-crypto.ts';

/** A file of a mail. */
type MailPart = Pick<Part, 'content' | 'mimeType'> & {readonly name?: string};

export type MailParts = {readonly parts: readonly MailPart[]; readonly missing: readonly MissingFile[]};

type MailAttachments = {readonly files: readonly Attachment[]; readonly missing: readonly MissingFile[]};

/** The files to keep. Pictures inside the HTML aren't: signatures and newsletters are full of them. */
export const shownParts = (parts: readonly Part[]): MailParts => {
  const shown = parts.filter(({related}) => related !== true);
  return {
    parts: shown
      .slice(0, MOST_FILES)
      .map(part => ({content: part.content, mimeType: part.mimeType, name: nameOf(part)})),
    missing: shown
      .slice(MOST_FILES, MOST_FILES + MOST_LISTED)
      .map(part => ({type: part.mimeType, name: nameOf(part), reason: 'too-many'})),
  };
};

export const keepAttachments = async (
  workspace: string,
  messageId: string,
  {parts, missing}: MailParts,
): Promise<MailAttachments> => {
  const folder = join(workspace, FOLDER);
  if (parts.length > 0) await mkdir(folder, {recursive: true, mode: 0o700});
  const mark = nodeCrypto().createHash('sha256').update(messageId).digest('hex').slice(0, 12);
  const files: Attachment[] = [];
  for (const [index, {content, mimeType, name}] of parts.entries()) {
    const bytes = bytesOf(content);
    const file = `mail-${mark}-${index + 1}${endingOf(name)}`;
    await writeFile(join(folder, `${file}.part`), bytes, {mode: 0o600});
    await rename(join(folder, `${file}.part`), join(folder, file));
    files.push({path: join(FOLDER, file), type: mimeType, size: bytes.length, name});
  }
  return {files, missing};
};

const nameOf = ({filename}: Part): string | undefined =>
  filename
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed();

const bytesOf = (content: Part['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

const endingOf = (name: string | undefined): string => {
  const ending = extname(name ?? '').toLowerCase();
  return /^\.[a-z\d]{1,8}$/u.test(ending) ? ending : '';
};

/** The same folder as on Signal. */
const FOLDER = 'received';
const MOST_FILES = 25;
const MOST_LISTED = 25;
const LONGEST_NAME = 120;
