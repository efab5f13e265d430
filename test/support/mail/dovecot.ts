// Debian's dovecot as an unprivileged user on ports of its own. Every user exists, with the password "secret" and the special folders of
// a large provider. The folder of a user's mail can be read and filled by the test.
import {chmodSync, chownSync, mkdirSync, writeFileSync} from 'node:fs';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {freePorts} from '../free-port.ts';
import {DOVECOT, isRoot} from './mail-programs.ts';
import {startServerProcess, WITH_US} from './server-process.ts';
import {TEST_CERT, TEST_KEY} from './test-cert.ts';

export type Dovecot = AsyncDisposable & {
  /** Without and with TLS. */
  readonly port: number;
  readonly tlsPort: number;
  /** Ends the server as a crash does, and starts it again on its ports. */
  readonly restart: () => Promise<void>;
};

/** `folder`: a short path, which everybody may pass through. */
export const startDovecot = async (folder: string): Promise<Dovecot> => {
  const [port = 0, tlsPort = 0] = await freePorts(2);
  const own = join(folder, 'dovecot');
  if (isRoot()) chmodSync(folder, 0o711);
  for (const path of [own, mailIn(folder)]) ownedFolder(path);
  for (const [name, text] of Object.entries({'cert.pem': TEST_CERT, 'key.pem': TEST_KEY})) {
    writeFileSync(join(own, name), text, {mode: 0o600});
    if (isRoot()) chownSync(join(own, name), SERVER_USER.uid, SERVER_USER.gid);
  }
  writeFileSync(join(own, 'dovecot.conf'), configOf(own, mailIn(folder), {port, tlsPort}));
  const asUser = isRoot() ? [`--reuid=${SERVER_USER.uid}`, `--regid=${SERVER_USER.gid}`, '--clear-groups'] : [];
  const start = () => startServerProcess([...WITH_US, ...asUser, DOVECOT, '-F', '-c', join(own, 'dovecot.conf')], port);
  let server = await start();
  return {
    port,
    tlsPort,
    restart: async () => {
      await server.kill('SIGKILL');
      server = await start();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

/** The folder with one folder of mail for each user. */
export const mailIn = (folder: string): string => join(folder, 'mail');

/** The user who owns the mail, when the test runs as root. */
export const SERVER_USER = {username: 'nobody', group: 'nogroup', uid: 65_534, gid: 65_534};

const ownedFolder = (path: string): void => {
  mkdirSync(path, {recursive: true});
  if (!isRoot()) return;
  chmodSync(path, 0o755);
  chownSync(path, SERVER_USER.uid, SERVER_USER.gid);
};

const configOf = (own: string, mail: string, {port, tlsPort}: Pick<Dovecot, 'port' | 'tlsPort'>): string => {
  const {username, uid, gid} = isRoot() ? SERVER_USER : userInfo();
  const special = ['Sent', 'Drafts', 'Trash', 'Junk'].map(
    name => `mailbox ${name} {\n auto = subscribe\n special_use = \\${name}\n}`,
  );
  return `base_dir = ${own}/run
state_dir = ${own}/state
log_path = ${own}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${username}
default_login_user = ${username}${isRoot() ? `\ndefault_internal_group = ${SERVER_USER.group}` : ''}
ssl = yes
ssl_cert = <${own}/cert.pem
ssl_key = <${own}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${mail}/%n
first_valid_uid = 1
mail_max_userip_connections = 100
passdb {
 driver = static
 args = password=secret
}
userdb {
 driver = static
 args = uid=${uid} gid=${gid} home=${own}/home/%n
}
namespace inbox {
 inbox = yes
 ${special.join('\n ')}
}
service imap-login {
 chroot =
 process_min_avail = 0
 inet_listener imap {
 port = ${port}
 }
 inet_listener imaps {
 port = ${tlsPort}
 }
}
${['anvil', 'stats', 'director'].map(name => `service ${name} {\n chroot =\n}`).join('\n')}
`;
};
