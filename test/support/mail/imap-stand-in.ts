// A small IMAP server on loopback with one folder, and the ways in which servers misbehave: connections that drop, and a folder that
// numbers its mails anew.
import {createServer, type Socket} from 'node:net';

export type ImapStandIn = AsyncDisposable & {
  readonly port: number;
  /** A mail arrives in the folder. Resolves with its UID. */
  readonly deliver: (source: string | (() => string), receivedAt?: number) => number;
  /** UIDVALIDITY changes, and all mails get other UIDs. */
  readonly renumber: () => void;
  /** Ends all connections. */
  readonly drop: () => void;
  /** From now on nobody is told of new mail while idle. */
  readonly beSilent: () => void;
  /** Refuses logins with another password. */
  readonly password: (password: string) => void;
  /** The UIDs whose whole source was read, in order. */
  readonly read: () => readonly number[];
  readonly logins: () => number;
  readonly isIdle: () => boolean;
  /** Runs before each answer to a command, by its name. */
  readonly before: (hook: (command: string) => void) => void;
};

type Mail = {uid: number; readonly source: () => string; readonly receivedAt: number};
type Client = {readonly socket: Socket; isIdle?: string | undefined /** How many mails it knows of. */; told: number};

type Options = {
  /** The only valid token for XOAUTH2. @default none: a password is needed */
  readonly token?: () => string;
};

export const startImap = async ({token}: Options = {}): Promise<ImapStandIn> => {
  const mails: Mail[] = [];
  const clients = new Set<Client>();
  const read: number[] = [];
  const capabilities = token === undefined ? CAPABILITIES : `${CAPABILITIES} AUTH=XOAUTH2 SASL-IR`;
  let uidValidity = 1;
  let uidNext = 1;
  let logins = 0;
  let isSilent = false;
  let password = 'secret';
  let hook: (command: string) => void = () => {};

  const answer = (client: Client, line: string): void => {
    const {socket} = client;
    if (client.isIdle !== undefined) {
      socket.write(`${client.isIdle} OK idle ended\r\n`);
      client.isIdle = undefined;
      return;
    }
    const [tag = '', first = '', ...rest] = line.split(' ');
    const command = first.toUpperCase() === 'UID' ? `UID ${rest.shift()?.toUpperCase()}` : first.toUpperCase();
    const args = rest.join(' ');
    hook(command);
    if (socket.destroyed) return;
    const ok = (...lines: readonly string[]): void => {
      socket.write(`${[...lines, `${tag} OK done`].join('\r\n')}\r\n`);
    };
    const lines = linesOf(command);
    if (lines !== undefined) ok(...lines);
    else if (command === 'LOGIN') login(client, tag, args);
    else if (command === 'AUTHENTICATE') authenticate(client, tag, rest.at(-1) ?? '');
    else if (command === 'UID SEARCH') ok(`* SEARCH ${found(args).join(' ')}`.trimEnd());
    else if (command === 'UID FETCH') fetchOne(socket, tag, args);
    else if (command === 'IDLE') {
      client.isIdle = tag;
      socket.write('+ idling\r\n');
      tell(client);
    } else ok();
    if (command === 'EXAMINE') client.told = mails.length;
    if (command === 'LOGOUT') socket.end();
  };

  const linesOf = (command: string): readonly string[] | undefined => {
    if (command === 'CAPABILITY') return [capabilities];
    if (command === 'LIST') return ['* LIST (\\HasNoChildren) "/" INBOX'];
    if (command === 'LOGOUT') return ['* BYE'];
    if (command !== 'EXAMINE') return undefined;
    return [
      `* ${mails.length} EXISTS`,
      '* 0 RECENT',
      '* FLAGS (\\Seen)',
      `* OK [UIDVALIDITY ${uidValidity}] valid`,
      `* OK [UIDNEXT ${uidNext}] next`,
    ];
  };

  const login = ({socket}: Client, tag: string, args: string): void => {
    if (!args.includes(password)) {
      socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong password\r\n`);
      return;
    }
    logins += 1;
    socket.write(`${capabilities}\r\n${tag} OK done\r\n`);
  };

  const authenticate = ({socket}: Client, tag: string, coded: string): void => {
    const shown = Buffer.from(coded, 'base64').toString();
    if (token === undefined || !shown.includes(`auth=Bearer ${token()}\u0001`)) {
      socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong token\r\n`);
      return;
    }
    logins += 1;
    socket.write(`${capabilities}\r\n${tag} OK done\r\n`);
  };

  const tell = (client: Client): void => {
    if (isSilent || client.isIdle === undefined || client.told === mails.length) return;
    client.told = mails.length;
    client.socket.write(`* ${mails.length} EXISTS\r\n`);
  };

  const found = (args: string): readonly number[] => {
    const [, from] = /UID (\d+):\*/iu.exec(args) ?? [];
    // As the protocol wants it, the newest one is always found.
    if (from !== undefined)
      return mails.filter(({uid}) => uid >= Number(from) || uid === mails.at(-1)?.uid).map(({uid}) => uid);
    const [, since] = /SINCE "?([\w-]+)"?/iu.exec(args) ?? [];
    const day = since === undefined ? 0 : Date.parse(`${since} UTC`);
    return mails.filter(({receivedAt}) => receivedAt >= day).map(({uid}) => uid);
  };

  const fetchOne = (socket: Socket, tag: string, args: string): void => {
    const uid = Number.parseInt(args, 10);
    const index = mails.findIndex(mail => mail.uid === uid);
    const mail = mails[index];
    if (mail === undefined) {
      socket.write(`${tag} OK done\r\n`);
      return;
    }
    const source = Buffer.from(mail.source());
    const isWhole = /BODY(?:\.PEEK)?\[\]/iu.test(args);
    if (isWhole) read.push(uid);
    const header = source.subarray(0, source.indexOf('\r\n\r\n') + 4);
    const [name, part] = isWhole ? ['BODY[]', source] : ['BODY[HEADER]', header];
    socket.write(
      `* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${source.length} INTERNALDATE "${dateOf(mail.receivedAt)}" ${name} {${part.length}}\r\n`,
    );
    socket.write(part);
    socket.write(`)\r\n${tag} OK done\r\n`);
  };

  const server = createServer(socket => {
    const client: Client = {socket, told: 0};
    clients.add(client);
    let rest = '';
    socket.on('data', chunk => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(client, line);
    });
    socket.on('error', () => {});
    socket.on('close', () => clients.delete(client));
    socket.write('* OK stand-in ready\r\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();

  const drop = (): void => {
    for (const {socket} of clients) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    deliver: (source, receivedAt = Date.now()) => {
      const uid = uidNext;
      uidNext += 1;
      mails.push({uid, source: typeof source === 'string' ? () => source : source, receivedAt});
      for (const client of clients) tell(client);
      return uid;
    },
    renumber: () => {
      uidValidity += 1;
      uidNext = 1;
      for (const mail of mails) {
        mail.uid = uidNext;
        uidNext += 1;
      }
      drop();
    },
    drop,
    beSilent: () => {
      isSilent = true;
    },
    password: next => {
      password = next;
    },
    read: () => read,
    logins: () => logins,
    isIdle: () => [...clients].some(({isIdle}) => isIdle !== undefined),
    before: next => {
      hook = next;
    },
    [Symbol.asyncDispose]: async () => {
      drop();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

const dateOf = (at: number): string => {
  const [, day = '', month = '', year = '', time = ''] =
    /, (\d\d) (\w{3}) (\d{4}) ([\d:]+)/u.exec(new Date(at).toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
};

const CAPABILITIES = '* CAPABILITY IMAP4rev1 IDLE UIDPLUS';
