// Sets up the mailbox: tries both servers, then keeps the password or the tokens in a file and writes the
// configuration. Nothing is written before both have let us in.

import {MAIL_ADDRESS} from '../../../shared/records/channels.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {
  type AskedGrant,
  isLoopbackUrl,
  type MailGrant,
  type MailTokens,
  type OauthClient,
} from '../../../shared/records/setup/mail-oauth.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config, MailServer} from '../../config/config-schema.ts';

type MailSetupRequest = {
  readonly address: string;
  /** `host` or `host:port`. */
  readonly imap: string;
  readonly smtp: string;
  /** @default the address */
  readonly user?: string;
  /** @default INBOX */
  readonly folder?: string;
  /** Either this or `grant`. */
  readonly password?: string;
  readonly grant?: MailGrant;
};

type MailSetupDeps = {
  readonly config: () => Config;
  /** Called with a secret before its first use: no text may show it. */
  readonly onSecret: (secret: string) => void;
  /**
   * Each logs in, and rejects with a sentence. The first one resolves with the names of the folders. `sent`: the
   * configured folder for sent mail.
   */
  readonly tryImap: (server: MailServer, login: Login, sent: string | undefined) => Promise<Mailbox>;
  readonly trySmtp: (server: MailServer, login: Login) => Promise<void>;
  readonly authorize: (client: OauthClient) => Promise<AskedGrant>;
  /** Waits until a person has confirmed. Rejects with a sentence. */
  readonly tokens: (grant: MailGrant, gone: AbortSignal) => Promise<MailTokens>;
  /** Keeps a secret in a file; `undo` puts back what was there. */
  readonly keep: (name: string, secret: string) => {readonly file: string; readonly undo: () => void};
  readonly set: (key: string, value: unknown) => Promise<readonly Problem[]>;
  /** Opens the channel again: the password may be new where nothing else is. */
  readonly reopen: () => Promise<void>;
};

/** `warning`: a sentence about what is missing. */
type Mailbox = {readonly folders: readonly string[]; readonly warning?: string};

type Login = {readonly user: string} & (
  | {readonly kind: 'password'; readonly password: string}
  | {readonly kind: 'token'; readonly token: string}
);

export type MailSetup = {
  /** Asks for access by OAuth2. A person enters the code at the URL. */
  readonly authorize: (client: OauthClient) => Promise<AskedGrant>;
  /** `gone` resolves when nobody waits for the result any more. */
  readonly run: (request: MailSetupRequest, gone: Promise<void>) => Promise<Mailbox & {readonly passwordFile: string}>;
};

export const createMailSetup = (deps: MailSetupDeps): MailSetup => ({
  authorize: async client => {
    for (const url of [client.issuer, client.deviceEndpoint, client.tokenEndpoint]) checkUrl(url);
    if (client.issuer === undefined && (client.deviceEndpoint === undefined || client.tokenEndpoint === undefined))
      throw new GatewayError('invalid', 'OAuth2 needs the issuer, or the URLs for devices and for tokens.');
    const asked = await deps.authorize(client);
    deps.onSecret(asked.grant.deviceCode);
    return asked;
  },
  run: async (request, gone) => {
    const {folder = 'INBOX', user} = request;
    const address = request.address.trim().toLowerCase();
    if (!MAIL_ADDRESS.test(address))
      throw new GatewayError('invalid', `"${request.address}" isn't a mail address such as rooster@example.org.`);
    const [imap, smtp] = [serverIn(request.imap, 993), serverIn(request.smtp, 465)];
    const {login, secret, kept} = await accessOf(deps, request, {user: user ?? address, gone});
    const named = (server: Server): MailServer => ({...server, user});
    const mailbox = await deps.tryImap(named(imap), login, deps.config().mail?.sent);
    const {folders} = mailbox;
    if (!folders.includes(folder))
      throw new GatewayError('not_found', `The mailbox has no folder "${folder}". It has: ${folders.join(', ')}.`);
    await deps.trySmtp(named(smtp), login);
    const {file, undo} = deps.keep(secret.name, secret.text);
    try {
      const whole = (server: Server) => ({...named(server), ...kept(file)});
      await write(deps, {
        address,
        imap: whole(imap),
        smtp: whole(smtp),
        folder: folder !== 'INBOX' ? folder : undefined,
      });
    } catch (error) {
      undo();
      throw error;
    }
    await deps.reopen();
    return {...mailbox, passwordFile: file};
  },
});

type Access = {
  readonly login: Login;
  readonly secret: {readonly name: string; readonly text: string};
  /** The mail configuration of a file. */
  readonly kept: (file: string) => object;
};

const accessOf = async (
  {onSecret, tokens: wait}: MailSetupDeps,
  {password: given, grant}: MailSetupRequest,
  {user, gone}: {readonly user: string; readonly gone: Promise<void>},
): Promise<Access> => {
  if (grant === undefined) {
    const password = given?.trim() ?? '';
    if (password === '') throw new GatewayError('invalid', 'The password is empty.');
    onSecret(password);
    const secret = {name: 'mail', text: password};
    return {login: {kind: 'password', user, password}, secret, kept: file => ({password: {file}})};
  }
  const left = new AbortController();
  void gone.then(() => left.abort());
  const {deviceCode: _, intervalMs: __, expiresAt: ___, ...client} = grant;
  const tokens = await wait(grant, left.signal);
  for (const token of [tokens.access, tokens.refresh]) if (token !== undefined) onSecret(token);
  if (tokens.expiresAt !== undefined && tokens.refresh === undefined)
    throw new GatewayError('invalid', 'The server gave no refresh token. Add "offline_access" to the scope.');
  const secret = {name: 'mail-tokens', text: JSON.stringify(tokens)};
  return {
    login: {kind: 'token', user, token: tokens.access},
    secret,
    kept: tokensFile => ({oauth: {...client, tokens: tokensFile}}),
  };
};

const checkUrl = (url: string | undefined): void => {
  if (url === undefined || url.startsWith('https:') || isLoopbackUrl(url)) return;
  throw new GatewayError('invalid', `"${url}" isn't an https URL.`);
};

/** An existing mailbox keeps its other settings. */
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
