// Hands one mail to an SMTP server, over a connection of its own. Rejects with a SendFailure that says whether it may
// have arrived.
import {Readable} from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {SMTPConnectionAuth} from 'nodemailer/lib/smtp-connection';
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {MailServer} from '../../../config/config-schema.ts';
import type {MailLogin} from '../login.ts';
import {smtpFailure} from './smtp-failure.ts';

type SmtpMail = {
  readonly from: string;
  readonly to: string;
  /** The whole message. */
  readonly raw: Buffer;
};

type SmtpOptions = {readonly server: MailServer; readonly login: MailLogin; readonly signal: AbortSignal};

export const sendOverSmtp = async (mail: SmtpMail, options: SmtpOptions): Promise<void> => {
  let isComplete = false;
  await connected(options, connection => {
    const content = Readable.from([mail.raw]);
    content.once('end', () => {
      isComplete = true;
    });
    const envelope = {from: mail.from, to: [mail.to], size: mail.raw.length};
    return called(done => connection.send(envelope, content, done));
  }).catch((error: unknown) => {
    throw smtpFailure(options.server.host, error, isComplete);
  });
};

/** Connects and logs in, and sends nothing. */
export const trySmtp = async (options: SmtpOptions): Promise<void> => {
  await connected(options, async () => {}).catch((error: unknown) => {
    throw smtpFailure(options.server.host, error, false);
  });
};

const connected = async (
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
  // An answer that came with the end counts first.
  connection.on('end', () => setImmediate(reject, new Error('the connection broke')));
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, {once: true});
  try {
    const work = async (): Promise<void> => {
      await called(done => connection.connect(done));
      if (connection.allowsAuth) {
        const auth = await authOf(login);
        await called(done => connection.login(auth, done));
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

const authOf = async (login: MailLogin): Promise<SMTPConnectionAuth> => {
  if (login.kind === 'password') return {user: login.user, credentials: {user: login.user, pass: login.password}};
  const {default: XOAuth2} = await import('nodemailer/lib/xoauth2');
  const oauth2 = new XOAuth2({user: login.user, accessToken: login.token});
  return {type: 'OAUTH2', user: login.user, method: 'XOAUTH2', oauth2};
};

const called = async (act: (done: (error?: Error | null) => void) => void): Promise<void> => {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  act(error => (error == null ? resolve() : reject(error)));
  await promise;
};

/** A server may check a mail for long before it confirms it. */
const SILENCE_MS = 5 * MINUTE;
export const SMTP_LIMIT_MS = SILENCE_MS + MINUTE;
