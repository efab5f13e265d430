// An SMTP server in this process, for whatever real servers do only on bad days: it refuses at each step, defers, goes silent and breaks
// connections, even after it has taken the whole mail.
import {once} from 'node:events';
import type {AddressInfo, Socket} from 'node:net';
import PostalMime, {type Email} from 'postal-mime';
import {SMTPServer, type SMTPServerSession} from 'smtp-server';
import {TEST_CERT, TEST_KEY} from './test-cert.ts';

export type SentMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
  /** The words, without signature and quote. */
  readonly text: string;
  readonly user?: string;
};

/** The reply to a mail. `accept-then-…`: the mail is accepted, then the connection breaks or stays silent. */
export type SmtpAnswer =
  | 'accept'
  | 'cut'
  | 'hang'
  | 'accept-then-cut'
  | 'accept-then-hang'
  | {readonly at: 'greeting' | 'sender' | 'recipient' | 'data'; readonly code: number; readonly text: string};

export type SmtpStandIn = AsyncDisposable & {
  readonly port: number;
  /** Accepted mails, in order. */
  readonly mails: readonly SentMail[];
  /** Sets the reply from now on. */
  readonly answer: (answer: SmtpAnswer | (() => SmtpAnswer)) => void;
  /** Connections since the start. */
  readonly connections: () => number;
};

type Options = {
  /** @default none */
  readonly security?: 'tls' | 'starttls' | 'none';
  /** The only valid password. @default every one */
  readonly password?: () => string;
  /** The only valid token for XOAUTH2. */
  readonly token?: () => string;
  /** @default one that the system chooses */
  readonly port?: number;
};

export const startSmtp = async ({security = 'none', password, token, port = 0}: Options = {}): Promise<SmtpStandIn> => {
  const mails: SentMail[] = [];
  const sockets = new Set<Socket>();
  let answerNow = (): SmtpAnswer => 'accept';
  let connections = 0;

  /** The refusal at a step, if there is one. */
  const refusal = (step: string): Error | null => {
    const answer = answerNow();
    return typeof answer === 'object' && answer.at === step ? failure(answer) : null;
  };

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const server = new SMTPServer({
    secure: security === 'tls',
    key: TEST_KEY,
    cert: TEST_CERT,
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    authMethods: token === undefined ? ['PLAIN', 'LOGIN'] : ['XOAUTH2'],
    allowInsecureAuth: security === 'none',
    authOptional: password === undefined && token === undefined,
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onConnect: (_, callback) => {
      connections += 1;
      callback(refusal('greeting'));
    },
    onAuth: (auth, _, callback) => {
      const isRight =
        token === undefined ? password === undefined || auth.password === password() : auth.accessToken === token();
      if (isRight) return callback(null, {user: auth.username ?? ''});
      return token === undefined
        ? callback(failure({code: 535, text: '5.7.8 authentication failed'}))
        : callback(null, {data: {status: '401', schemes: 'bearer'}});
    },
    onMailFrom: (_, __, callback) => callback(refusal('sender')),
    onRcptTo: (_, __, callback) => callback(refusal('recipient')),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const answer = answerNow();
        if (answer === 'cut') return cut();
        if (answer === 'hang') return undefined;
        const refused = refusal('data');
        if (refused !== null) return callback(refused);
        return void mailOf(session, Buffer.concat(chunks)).then(mail => {
          mails.push(mail);
          if (answer === 'accept-then-cut') return cut();
          return answer === 'accept-then-hang' ? undefined : callback(null, 'taken');
        }, callback);
      });
    },
  });
  server.on('error', () => {
    // A connection that the client breaks.
  });
  server.server.on(security === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    answer: given => {
      answerNow = typeof given === 'function' ? given : () => given;
    },
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise<void>(resolve => server.close(resolve));
    },
  };
};

const mailOf = async ({envelope, user}: SMTPServerSession, bytes: Buffer): Promise<SentMail> => {
  const mail = await PostalMime.parse(bytes);
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({address}) => address),
    raw: bytes.toString(),
    mail,
    text: mail.text?.split('\n\n-- \n')[0] ?? '',
    ...(typeof user === 'string' && {user}),
  };
};

const failure = ({code, text}: {readonly code: number; readonly text: string}): Error =>
  Object.assign(new Error(text), {responseCode: code});
