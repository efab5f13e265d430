// Signal in a terminal: typed lines arrive as messages from Alice, and messages to her are printed. For trying the bridge without an
// account.
import {mkdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {createReceiving} from '../receiving/receiving.ts';
import type {World} from '../rpc/context.ts';
import {newestSent} from '../rpc/sending.ts';
import {ALICE, CAROL, data, groupInfo, type Json, OWN, received, type Sender} from '../signal/samples.ts';
import {type Call, openServer} from '../signal/server.ts';
import {serveSocket} from '../transports/socket-server.ts';
import {accountsIn, attachmentFolder, cacheFolder, isOurs, lockAccount, writeAccount} from './data-dir.ts';

export const byHand = async (): Promise<number> => {
  const dataDir = process.env['SIGNAL_STAND_IN_DATA'] ?? join(tmpdir(), 'signal-stand-in-by-hand');
  if (!isOurs(dataDir)) {
    process.stderr.write(`${dataDir} belongs to a real signal-cli; the stand-in leaves it alone.\n`);
    return 1;
  }
  mkdirSync(dataDir, {recursive: true, mode: 0o700});
  using server = openServer(dataDir);
  const account = accountsIn(dataDir).find(({number}) => number === OWN.number) ?? writeAccount(dataDir, OWN);
  using lock = lockAccount(dataDir, account);
  const path = join(dataDir, 'socket');
  if (lock === undefined) {
    process.stderr.write(`A stand-in already runs in ${dataDir}.\n`);
    return 1;
  }
  rmSync(path, {force: true});
  const receiving = createReceiving({
    server,
    cache: cacheFolder(dataDir, account),
    attachments: attachmentFolder(dataDir),
    log: () => undefined,
  });
  const world: World = {
    server: {
      ...server,
      record: call => {
        server.record(call);
        const line = formatCallIn(call);
        if (line !== undefined) process.stdout.write(`${line}\n`);
      },
    },
    dataDir,
    account,
    accounts: () => accountsIn(dataDir),
    receiving,
    log: () => undefined,
    now: () => Date.now(),
    exit: () => undefined,
  };
  server.set('receipts', 'read');
  const socket = await serveSocket({path}, {world, subscribed: false, name: path});
  process.stdout.write(greeting(path));
  const lines = createInterface({input: process.stdin});
  lines.on('SIGINT', () => lines.close());
  let newest = 0;
  let said = 0;
  for await (const line of lines) {
    if (line.trim() === '/quit') break;
    if (line.trim() === '') continue;
    const at = Math.max(Date.now(), newest + 1);
    newest = at;
    const envelope = envelopeFor(line, at, said);
    if (isSaid(line)) said = at;
    if (envelope === undefined) process.stdout.write(`${COMMANDS}\n`);
    else {
      server.enqueue(envelope);
      receiving.wake();
      if (!receiving.receiving()) process.stdout.write('(waits on the server: nobody receives)\n');
    }
  }
  await receiving.stop();
  await socket.close();
  rmSync(path, {force: true});
  return 0;
};

/** The target of an edit or a deletion. */
const isSaid = (line: string): boolean => !/^\/\w/u.test(line);

/** `said` is Alice's newest message. */
const envelopeFor = (line: string, at: number, said: number): Json | undefined => {
  const [, verb = '', rest = ''] = /^\/(\w+)\s*(.*)$/su.exec(line) ?? [];
  const say = (text: string, from: Sender = ALICE, more: Json = {}): Json =>
    received({dataMessage: data(text, more, {at, level: '0.14'})}, from, at);
  switch (verb) {
    case '':
      // For Rooster's own commands: //help
      return say(line.startsWith('//') ? line.slice(1) : line);
    case 'edit': {
      const dataMessage = data(rest, {}, {at, level: '0.14'});
      return received({editMessage: {targetSentTimestamp: said, dataMessage}}, ALICE, at);
    }
    case 'delete':
      return received({dataMessage: data(null, {remoteDelete: {timestamp: said}}, {at, level: '0.14'})}, ALICE, at);
    case 'carol':
      return say(rest, CAROL);
    case 'group': {
      const mentions = [{name: OWN.number, number: OWN.number, uuid: OWN.uuid, start: 0, length: 1}];
      return say(`\uFFFC ${rest}`, ALICE, {mentions, ...groupInfo()});
    }
    case 'self': {
      const to = {destination: OWN.number, destinationNumber: OWN.number, destinationUuid: OWN.uuid};
      const sentMessage = {...to, ...data(rest, {}, {at, level: '0.14'})};
      return received({syncMessage: {sentMessage}}, {...OWN, name: null}, at);
    }
    case 'react': {
      const target = {targetAuthor: OWN.number, targetAuthorNumber: OWN.number, targetAuthorUuid: OWN.uuid};
      const reaction = {emoji: rest || '👍', ...target, targetSentTimestamp: newestSent(), isRemove: false};
      return received({dataMessage: data(null, {reaction}, {at, level: '0.14'})}, ALICE, at);
    }
    case 'typing':
      return received({typingMessage: {action: 'STARTED', timestamp: at}}, ALICE, at);
    default:
      return undefined;
  }
};

const formatCallIn = ({method, params}: Call): string | undefined => {
  const fields = (params ?? {}) as Readonly<Record<string, unknown>>;
  const self = fields['notifySelf'] === true ? 'yourself (rings)' : 'yourself';
  const to = String(fields['groupId'] ?? fields['recipient'] ?? fields['recipients'] ?? self);
  const name = [ALICE, CAROL].find(({number, uuid}) => to === number || to === uuid)?.name ?? to;
  switch (method) {
    case 'send':
      return `→ ${name}: ${String(fields['message'] ?? '(no text)')}`;
    case 'sendReaction':
      return `→ ${name}: (reacts ${String(fields['emoji'])})`;
    case 'sendTyping':
      return fields['stop'] === true ? undefined : `→ ${name}: (is typing)`;
    case 'subscribeReceive':
      return '(somebody receives now)';
    default:
      return undefined;
  }
};

const COMMANDS = `What you type arrives from Alice. Also: /carol TEXT, /group TEXT (mentions the agent), /self TEXT (Note to Self),
/react EMOJI (to the newest message), /edit TEXT and /delete (what Alice said last), //help (a command for Rooster), /typing, /quit.`;

const greeting = (path: string): string => `A stand-in for Signal, account ${OWN.number}, on unix:${path}
In Rooster's configuration:

  "signal": {"account": "${OWN.number}", "endpoint": "unix:${path}"}
  "users": [{"name": "alice", "trust": "full", "match": ["terminal:default", "signal:${ALICE.uuid}"]}]

${COMMANDS}
`;
