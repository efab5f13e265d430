// Dovecot and OpenSMTPD over one folder of mail, and what the test itself does with that mail.
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {tempDir} from '../temp-dir.ts';
import {type Dovecot, mailIn, startDovecot} from './dovecot.ts';
import {type OpenSmtpd, startOpenSmtpd} from './opensmtpd.ts';

export type RealMail = AsyncDisposable & {
  readonly imap: Dovecot;
  readonly smtp: OpenSmtpd;
  /** The raw messages in a folder of a user's mail, oldest first. */
  readonly messagesOf: (user: string, folder?: string) => readonly string[];
};

/** `relayPort`: where mail for other domains than example.org goes. @default nowhere */
export const startRealMail = async ({relayPort = 9}: {readonly relayPort?: number} = {}): Promise<RealMail> => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(tempDir('mail'));
  const imap = stack.use(await startDovecot(folder.path));
  const smtp = stack.use(await startOpenSmtpd(folder.path, {relayPort}));
  const open = stack.move();
  return {
    imap,
    smtp,
    messagesOf: (user, name) =>
      messagesIn(join(mailIn(folder.path), user, ...(name === undefined ? [] : [`.${name}`]))),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
};

/** In order of arrival: a maildir's names hold only its second. */
export const messagesIn = (maildir: string): readonly string[] =>
  ['cur', 'new']
    .flatMap(name => {
      const folder = join(maildir, name);
      return existsSync(folder) ? readdirSync(folder).map(file => join(folder, file)) : [];
    })
    .map(path => ({path, at: statSync(path, {bigint: true}).mtimeNs}))
    .toSorted((one, other) => Number(one.at - other.at))
    .map(({path}) => readFileSync(path, 'utf8'));
