// Debian's OpenSMTPD on a port of its own. It delivers mail for example.org into the folders that dovecot reads, and passes all other
// mail on to a port: what is refused there comes back as a bounce.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {freePorts} from '../free-port.ts';
import {mailIn, SERVER_USER} from './dovecot.ts';
import {SMTPD} from './mail-programs.ts';
import {startServerProcess, WITH_US} from './server-process.ts';

export type OpenSmtpd = AsyncDisposable & {readonly port: number};

type Options = {
  /** Port for mail to other domains. */
  readonly relayPort: number;
};

export const startOpenSmtpd = async (folder: string, {relayPort}: Options): Promise<OpenSmtpd> => {
  const [port = 0] = await freePorts(1);
  const path = join(folder, 'smtpd.conf');
  writeFileSync(path, configOf(folder, port, relayPort), {mode: 0o600});
  const inside = `${EMPTY_FOLDERS} && exec "$@"`;
  const words = ['unshare', '-m', 'sh', '-c', inside, 'sh', ...WITH_US, SMTPD, '-d', '-f', path];
  const server = await startServerProcess(words, port);
  return {port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]()};
};

/** The queue and the control socket. */
const EMPTY_FOLDERS = ['/var/spool', '/run'].map(path => `mount -t tmpfs -o mode=755 none ${path}`).join(' && ');

const configOf = (folder: string, port: number, relayPort: number): string => `
table users { "@example.org" = "${SERVER_USER.username}" }
listen on 127.0.0.1 port ${port} hostname mail.example.org
action "deliver" maildir "${mailIn(folder)}/%{rcpt.user}" user ${SERVER_USER.username} virtual <users>
action "relay" relay host smtp://127.0.0.1:${relayPort}
match from any for domain "example.org" action "deliver"
match from any for any action "relay"
`;
