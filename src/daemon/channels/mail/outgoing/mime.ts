// The bytes of an outgoing mail, with its files.
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {ComposedMail} from './compose-mail.ts';
import {attachedFiles, type MailFiles} from './mail-files.ts';

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
