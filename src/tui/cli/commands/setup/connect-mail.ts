// `rooster mail setup`: the mailbox, step by step or by options. The daemon tries both servers and writes last. The
// password is never printed.
import type {Params, Result} from '../../../../ipc/method-table.ts';
import type {Client} from '../../../../ipc/protocol.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import type {Run} from '../../arguments.ts';
import {UsageError} from '../../arguments.ts';
import {followDeliveries} from '../../client/follow-delivery.ts';
import type {CommandWorld} from '../../command.ts';
import {deliverySettled} from '../../format/format-delivery.ts';
import {usersOf} from '../channels/signal-ring.ts';
import {canAnswer} from '../yes-or-no.ts';
import {pipedSecret} from './piped-secret.ts';
import {openQuestions, type Questions} from './questions.ts';

export const setUpMail: Run = async (world, args) => {
  const isAsked = canAnswer(world) && Object.keys(args.values).length === 0;
  return isAsked ? await askAll(world) : await byOptions(world, args.values);
};

type Request = {
  readonly address: string;
  readonly imap: string;
  readonly smtp: string;
  readonly user?: string;
  readonly folder?: string;
  readonly password?: string;
  readonly grant?: Result<'mail.authorize'>['grant'];
};

/** For scripts: everything in options, the password on standard input. */
const byOptions = async (world: CommandWorld, values: Readonly<Record<string, string | undefined>>): Promise<0 | 1> => {
  const {address, user, folder, me} = values;
  if (address === undefined) throw new UsageError('without a terminal, --address is required');
  const {imap = guessed('imap', address), smtp = guessed('smtp', address)} = values;
  const request = {address, imap, smtp, user, folder};
  const client = oauthIn(values);
  if (client !== undefined) {
    await using connection = await world.connect();
    const {grant} = await authorized(world, connection.client, client);
    await connect(world, connection.client, {...request, grant});
    return me === undefined ? 0 : await sayHello(world, me);
  }
  const password = world.stdin.isTTY === true ? undefined : await pipedSecret(world);
  if (password === undefined) throw new UsageError('the password comes on standard input: rooster mail setup … < FILE');
  await using connection = await world.connect();
  await connect(world, connection.client, {...request, password});
  return me === undefined ? 0 : await sayHello(world, me);
};

/** Undefined without `--oauth`, which the other options need. */
const oauthIn = (values: Readonly<Record<string, string | undefined>>): Params<'mail.authorize'> | undefined => {
  const {oauth: clientId, issuer, 'device-url': deviceEndpoint, 'token-url': tokenEndpoint, scope} = values;
  const isNamed = issuer !== undefined || (deviceEndpoint !== undefined && tokenEndpoint !== undefined);
  if (clientId === undefined) {
    const lone = ['issuer', 'device-url', 'token-url', 'scope'].find(flag => values[flag] !== undefined);
    if (lone !== undefined) throw new UsageError(`--${lone} needs --oauth`);
    return undefined;
  }
  if (!isNamed) throw new UsageError('--oauth needs --issuer, or --device-url and --token-url');
  if (issuer !== undefined && (deviceEndpoint ?? tokenEndpoint) !== undefined)
    throw new UsageError('give either --issuer, or --device-url and --token-url');
  if (scope === undefined) throw new UsageError('--oauth needs --scope');
  return {clientId, scope, issuer, deviceEndpoint, tokenEndpoint};
};

const authorized = async (
  {print}: CommandWorld,
  client: Client,
  request: Params<'mail.authorize'>,
): Promise<Result<'mail.authorize'>> => {
  const answer = await client.call('mail.authorize', request, {timeoutMs: PATIENCE_MS});
  print.line(`Open ${printableLine(answer.url)} and enter the code ${printableLine(answer.code)}.`);
  print.note('Waiting until you have confirmed there…');
  return answer;
};

const askAll = async (world: CommandWorld): Promise<0 | 1> => {
  const {print} = world;
  using questions = openQuestions(world);
  const own = await connected(world, questions);
  if (own === undefined) {
    print.line('Nothing was changed.');
    return 0;
  }
  const me = await answer(questions, 'Your own address, for a first mail to you [Enter: none] ', '');
  return me === '' ? 0 : await sayHello(world, me);
};

/** Asks until both servers let us in. Undefined when the person leaves with an empty line. */
const connected = async (world: CommandWorld, questions: Questions): Promise<Request | undefined> => {
  await using connection = await world.connect();
  const address = await answer(questions, 'Address of the mailbox for Rooster [Enter: leave] ', '');
  if (address === '') return undefined;
  let [imap, smtp, user] = [guessed('imap', address), guessed('smtp', address), address];
  for (;;) {
    imap = await answer(questions, `IMAP server, to read [${imap}] `, imap);
    smtp = await answer(questions, `SMTP server, to send [${smtp}] `, smtp);
    user = await answer(questions, `User name there [${user}] `, user);
    const password =
      (await questions.secret('Password, not shown; best an app password [Enter: leave] '))?.trim() ?? '';
    if (password === '') return undefined;
    const request = {address, imap, smtp, password, user: user !== address ? user : undefined};
    try {
      await connect(world, connection.client, request);
      return request;
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
    }
  }
};

const connect = async (world: CommandWorld, client: Client, request: Request): Promise<void> => {
  const {print} = world;
  const {grant, imap, smtp} = request;
  if (grant === undefined) print.note(`Logging in to ${imap} and ${smtp}…`);
  const timeoutMs = PATIENCE_MS + (grant === undefined ? 0 : Math.max(0, grant.expiresAt - world.clock.now()));
  const {passwordFile, warning} = await client.call('mail.setup', request, {timeoutMs});
  print.line(`Logged in to both servers. Rooster reads and sends mail as ${request.address}.`);
  print.line(`The ${grant === undefined ? 'password is' : 'tokens are'} in ${passwordFile}, which only you can read.`);
  if (warning !== undefined) print.line(printableLine(warning));
};

/** Adds the address to the person at this terminal, and sends it a mail. */
const sayHello = async (world: CommandWorld, me: string): Promise<0 | 1> => {
  const {print} = world;
  await using deliveries = await followDeliveries(world);
  const {client} = deliveries;
  const owner = (await usersOf(client)).find(({match}) => match.includes('terminal:default'))?.name ?? 'owner';
  const {address} = await client.call('signal.allow', {address: `mail:${me.trim().toLowerCase()}`, user: owner});
  const queued = await client.call('outbox.send', {to: address, text: HELLO});
  const {sentence, good} = deliverySettled(world, await deliveries.settled(queued, MINUTE));
  if (!good) {
    print.failure(sentence);
    return 1;
  }
  print.line(`${sentence} Answer it, and the agent answers you.`);
  return 0;
};

const answer = async (questions: Questions, question: string, otherwise: string): Promise<string> => {
  const typed = (await questions.line(question))?.trim() ?? '';
  return typed === '' ? otherwise : typed;
};

const guessed = (kind: 'imap' | 'smtp', address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return KNOWN[domain]?.[kind] ?? `${kind}.${domain}`;
};

type Servers = Readonly<Record<'imap' | 'smtp', string>>;

const MICROSOFT: Servers = {imap: 'outlook.office365.com', smtp: 'smtp.office365.com:587'};
const APPLE: Servers = {imap: 'imap.mail.me.com', smtp: 'smtp.mail.me.com:587'};
/** Providers whose servers have other names. */
const KNOWN: Readonly<Record<string, Servers>> = {
  'googlemail.com': {imap: 'imap.gmail.com', smtp: 'smtp.gmail.com'},
  'outlook.com': MICROSOFT,
  'hotmail.com': MICROSOFT,
  'icloud.com': APPLE,
  'me.com': APPLE,
  'gmx.de': {imap: 'imap.gmx.net', smtp: 'mail.gmx.net'},
  'gmx.net': {imap: 'imap.gmx.net', smtp: 'mail.gmx.net'},
  'posteo.de': {imap: 'posteo.de', smtp: 'posteo.de'},
};
const HELLO = 'Hello from Rooster\n\nFrom now on you can write to me at this address.';
const PATIENCE_MS = 2 * MINUTE;
