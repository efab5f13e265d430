// Saves the files of a mail in the agent's folder. A mail that is read again writes the same files.
import {createHash} from 'node:crypto';
import {mkdir, rename, writeFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import type {Attachment as Part} from 'postal-mime';
import {present} from '../../../../shared/fields/present.ts';
import type {Attachment} from '../../../../shared/records/message.ts';
import type {MissingFile} from '../../../../shared/records/message-details.ts';

type MailAttachments = {readonly files: readonly Attachment[]; readonly missing: readonly MissingFile[]};

/** Pictures inside the HTML aren't kept: signatures and newsletters are full of them. */
export const keepAttachments = async (
  workspace: string,
  messageId: string,
  parts: readonly Part[],
): Promise<MailAttachments> => {
  const shown = parts.filter(({related}) => related !== true);
  const folder = join(workspace, FOLDER);
  if (shown.length > 0) await mkdir(folder, {recursive: true, mode: 0o700});
  const mark = createHash('sha256').update(messageId).digest('hex').slice(0, 12);
  const files: Attachment[] = [];
  for (const [index, part] of shown.slice(0, MOST_FILES).entries()) {
    const bytes = bytesOf(part.content);
    const name = nameOf(part);
    const file = `mail-${mark}-${index + 1}${endingOf(name)}`;
    await writeFile(join(folder, `${file}.part`), bytes, {mode: 0o600});
    await rename(join(folder, `${file}.part`), join(folder, file));
    files.push({path: join(FOLDER, file), type: part.mimeType, size: bytes.length, ...present({name})});
  }
  const missing = shown
    .slice(MOST_FILES, MOST_FILES + MOST_LISTED)
    .map(part => ({type: part.mimeType, ...present({name: nameOf(part)}), reason: 'too-many' as const}));
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
