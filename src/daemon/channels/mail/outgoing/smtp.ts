// Hands one mail to an SMTP server, over a connection of its own. Rejects with a SendFailure that says whether the mail
// may have arrived, and when it is tried again: after 4xx later, after 5xx never, unless a person can fix the cause.
import {Readable} from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {SMTPConnectionAuth} from 'nodemailer/lib/smtp-connection';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {connectionFault} from '../../../../shared/text/connection-fault.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../../shared/text/one-line.ts';
import {clauseFromOutside} from '../../../../shared/text/sentences.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {HOUR, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {MailServer} from '../../../config/config-schema.ts';
import {hasPassed, type OutputGate} from '../../../ports/output-gate.ts';
import type {MailLogin} from '../login.ts';

type SmtpMail = {
  readonly from: string;
  readonly to: string;
  /** The whole message. */
  readonly raw: Buffer;
};

type SmtpOptions = {
  readonly server: MailServer;
  readonly login: MailLogin;
  readonly signal: AbortSignal;
  /** A mail waits there, too, once the server is ready to take it: to connect may take long. @default there is none */
  readonly gate?: OutputGate | undefined;
};

export const sendOverSmtp = async (mail: SmtpMail, options: SmtpOptions): Promise<void> => {
  let isComplete = false;
  await withConnection(options, async connection => {
    if (options.gate !== undefined) await hasPassed(options.gate, options.signal);
    const content = Readable.from([mail.raw]);
    content.once('end', () => {
      isComplete = true;
    });
    const envelope = {from: mail.from, to: [mail.to], size: mail.raw.length};
    options.signal.throwIfAborted();
    await fromCallback(done => connection.send(envelope, content, done));
  }).catch((error: unknown) => {
    throw smtpFailure(options.server.host, error, isComplete);
  });
};

/** Connects and logs in, and sends nothing. */
export const trySmtp = async (options: SmtpOptions): Promise<void> => {
  await withConnection(options, async () => {}).catch((error: unknown) => {
    throw smtpFailure(options.server.host, error, false);
  });
};

const withConnection = async (
  {server, login, signal}: SmtpOptions,
  act: (connection: SMTPConnection) => Promise<void>,
): Promise<void> => {
  signal.throwIfAborted();
  // Loaded with the first mail.
  const {default: Connection} = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    connectionTimeout: 30 * SECOND,
    greetingTimeout: MINUTE,
    socketTimeout: SILENCE_MS,
    logger: false,
  });
  const {promise: broken, reject} = Promise.withResolvers<never>();
  connection.on('error', reject);
  // The server's last answer may arrive together with the end of the connection. It is read first.
  connection.on('end', () => setImmediate(reject, new Error('the connection broke')));
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, {once: true});
  try {
    const work = async (): Promise<void> => {
      await fromCallback(done => connection.connect(done));
      if (connection.allowsAuth) {
        const auth = await authentication(login);
        await fromCallback(done => connection.login(auth, done));
      }
      await act(connection);
    };
    await Promise.race([broken, work()]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

const authentication = async (login: MailLogin): Promise<SMTPConnectionAuth> => {
  if (login.kind === 'password') return {user: login.user, credentials: {user: login.user, pass: login.password}};
  const {default: XOAuth2} = await import('nodemailer/lib/xoauth2');
  const oauth2 = new XOAuth2({user: login.user, accessToken: login.token});
  return {type: 'OAUTH2', user: login.user, method: 'XOAUTH2', oauth2};
};

const fromCallback = async (act: (done: (error?: Error | null) => void) => void): Promise<void> => {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  act(error => (error == null ? resolve() : reject(error)));
  await promise;
};

/** The server can't be used now by any mail. Deliveries wait for it. */
export class SmtpDown extends SendFailure {}

/** `isComplete`: the whole mail was handed over, so it may have arrived. */
const smtpFailure = (host: string, error: unknown, isComplete: boolean): SendFailure => {
  const {code = '', command = '', responseCode, response} = errorFields(error);
  const cause = {cause: error};
  if (code === 'ETLS' || CERTIFICATE.test(code)) return new SmtpDown(tlsSentence(host, error), AFTER_FIX, cause);
  if (responseCode === undefined) {
    if (code === 'EAUTH') return new SmtpDown(`${host} offers no way to log in with a password.`, AFTER_FIX, cause);
    if (isComplete) {
      const sentence = `${host} ended the connection before it confirmed the mail. It is unknown whether it arrived.`;
      return new SendFailure(sentence, {retry: 'doubt'}, cause);
    }
    return new SmtpDown(`Couldn't reach ${host}: ${innermostReason(error)}.`, {retry: 'unsent'}, cause);
  }
  const answer = `${host} said: ${shortened(oneLine(response ?? String(responseCode)), LONGEST_ANSWER)}`;
  // The connection or the service itself, not this mail.
  if (responseCode === 421) return new SmtpDown(`The mail server is busy. ${answer}`, LATER, cause);
  if (code === 'EAUTH' || AUTH_CODES.has(responseCode)) {
    if (responseCode < 500) return new SmtpDown(`Couldn't log in for now. ${answer}`, LATER, cause);
    const sentence = `The mail server refused the login. ${answer} Run rooster mail setup again.`;
    return new SmtpDown(sentence, AFTER_FIX, cause);
  }
  if (responseCode < 500) return new SendFailure(`Not accepted yet. ${answer}`, LATER, cause);
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) {
    return new SendFailure(`The server doesn't accept mail from mail.address. ${answer}`, AFTER_FIX, cause);
  }
  return new SendFailure(`Refused. ${answer}`, {retry: 'never'}, cause);
};

type SmtpFields = {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

const errorFields = (error: unknown): SmtpFields => (error instanceof Error ? (error as SmtpFields) : {});

const tlsSentence = (host: string, error: unknown): string =>
  `No encrypted connection to ${host}: ${innermostReason(error)}. Check mail.smtp.host, port and security.`;

/** The innermost reason, without the full stop that a sentence adds. */
const innermostReason = (error: unknown): string => {
  const {code = ''} = errorFields(error);
  const text = clauseFromOutside(errorMessage(error));
  // nodemailer replaces the system's code by its own; the message still holds it.
  const [inside = ''] = /\bE[A-Z]{4,}\b/u.exec(text) ?? [];
  return connectionFault(inside, connectionFault(code, text));
};

/** A server may check a mail for long before it confirms it. */
const SILENCE_MS = 5 * MINUTE;
export const SMTP_LIMIT_MS = SILENCE_MS + MINUTE;
const CERTIFICATE = /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO/u;
const AUTH_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** RFC 1870: the size that MAIL FROM declares. */
const TOO_LARGE = 552;
const LONGEST_ANSWER = 300;
/** Servers that defer unknown senders accept them after some minutes; asking sooner starts their wait again. */
const LATER = {retry: 'later', retryAfterMs: MINUTE} as const;
/** Often asked with a wrong password, a server locks the account. */
const AFTER_FIX = {retry: 'afterFix', retryAfterMs: HOUR} as const;
