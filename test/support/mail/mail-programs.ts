// Looks for Debian's dovecot and OpenSMTPD. Dovecot runs as any user. OpenSMTPD has fixed folders and users of its own, so it runs as root,
// with its folders empty in a mount namespace.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/** The reason why dovecot can't run here; undefined where it can. */
export const whyNoDovecot = (): string | undefined => {
  if (!existsSync(DOVECOT)) return 'dovecot is missing, run: apt-get install dovecot-imapd';
  return isRoot() && spawnSync('setpriv', ['--version']).status !== 0 ? 'setpriv is missing' : undefined;
};

/** The reason why one of both can't run here; undefined where they can. */
export const whyNoMailServers = (): string | undefined => whyNoDovecot() ?? whyNoSmtpd();

const whyNoSmtpd = (): string | undefined => {
  if (!existsSync(SMTPD)) return 'opensmtpd is missing, run: apt-get install opensmtpd';
  if (!isRoot()) return 'opensmtpd needs root';
  return spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'opensmtpd needs a mount namespace';
};

export const isRoot = (): boolean => process.getuid?.() === 0;

export const DOVECOT = '/usr/sbin/dovecot';
export const SMTPD = '/usr/sbin/smtpd';
