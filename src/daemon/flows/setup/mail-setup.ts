// Sets up the mailbox: tries both servers, then keeps the password in a file and writes the configuration. Nothing is written before both
// have let us in.
import type {Problem} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import {MAIL_ADDRESS} from '../../../shared/records/channels.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Config, MailServer} from '../../config/config-schema.ts';

export type MailSetupRequest = {
  readonly address: string;
  /** `host` or `host:port`. */
  readonly imap: string;
  readonly smtp: string;
  /** @default the address */
  readonly user?: string;
  /** @default INBOX */
  readonly folder?: string;
  readonly password: string;
};

type MailSetupDeps = {
  readonly config: () => Config;
  /** Called with the password before its first use: no text may show it. */
  readonly onSecret: (password: string) => void;
  /** Each logs in, and rejects with a sentence. The first one resolves with the names of the folders. */
  readonly tryImap: (server: MailServer, login: Login) => Promise<readonly string[]>;
  readonly trySmtp: (server: MailServer, login: Login) => Promise<void>;
  /** Keeps the password in a file; `undo` puts back what was there. */
  readonly keep: (password: string) => {readonly file: string; readonly undo: () => void};
  readonly set: (key: string, value: unknown) => Promise<readonly Problem[]>;
};

type Login = {readonly kind: 'password'; readonly user: string; readonly password: string};

export type SetUpMail = (
  request: MailSetupRequest,
) => Promise<{readonly folders: readonly string[]; readonly passwordFile: string}>;

export const createMailSetup =
  (deps: MailSetupDeps): SetUpMail =>
  async request => {
    const {folder = 'INBOX', user} = request;
    const password = request.password.trim();
    const address = request.address.trim().toLowerCase();
    if (password === '') throw new GatewayError('invalid', 'The password is empty.');
    deps.onSecret(password);
    if (!MAIL_ADDRESS.test(address))
      throw new GatewayError('invalid', `"${request.address}" isn't a mail address such as rooster@example.org.`);
    const login = {kind: 'password', user: user ?? address, password} as const;
    const [imap, smtp] = [serverIn(request.imap, 993), serverIn(request.smtp, 465)];
    const withPassword = (server: Server): MailServer => ({...server, ...present({user}), password});
    const folders = await deps.tryImap(withPassword(imap), login);
    if (!folders.includes(folder))
      throw new GatewayError('not_found', `The mailbox has no folder "${folder}". It has: ${folders.join(', ')}.`);
    await deps.trySmtp(withPassword(smtp), login);
    const {file, undo} = deps.keep(password);
    try {
      const kept = (server: Server) => ({...server, ...present({user}), password: {file}});
      await write(deps, {address, imap: kept(imap), smtp: kept(smtp), ...(folder !== 'INBOX' && {folder})});
    } catch (error) {
      undo();
      throw error;
    }
    return {folders, passwordFile: file};
  };

/** Where there is a mailbox, its other settings stay. */
const write = async ({config, set}: MailSetupDeps, mail: object): Promise<void> => {
  const changes = config().mail === undefined ? [['mail', mail] as const] : prefixed(mail);
  for (const [key, value] of changes) {
    const [problem] = await set(key, value);
    if (problem !== undefined) throw new GatewayError('invalid', `Couldn't write ${problem.key}: ${problem.reason}`);
  }
};

const prefixed = (mail: object): readonly (readonly [string, unknown])[] =>
  Object.entries(mail).map(([key, value]) => [`mail.${key}`, value]);

type Server = Pick<MailServer, 'host' | 'port' | 'security'>;

/** The usual ports say how the connection is encrypted; only this machine may go without. */
const serverIn = (text: string, usual: number): Server => {
  const [, host = '', port = ''] = /^([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/iu.exec(text.trim()) ?? [];
  if (host === '')
    throw new GatewayError('invalid', `"${text}" isn't a server such as mail.example.org or mail.example.org:993.`);
  const number = port === '' ? usual : Number(port);
  const name = host.replaceAll(/[[\]]/gu, '');
  const security = number === 993 || number === 465 ? 'tls' : LOOPBACK.test(name) ? 'none' : 'starttls';
  return {host: name, port: number, security};
};

const LOOPBACK = /^(?:localhost|127\.[\d.]+|::1)$/u;
