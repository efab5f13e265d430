// Checks whether the phone rings: sends a test message and asks the person. `doctor` shows the stored answer.
import type {Client} from '../../../../ipc/protocol.ts';
import {TERMINAL} from '../../../../shared/records/address.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import type {Run} from '../../arguments.ts';
import {UsageError} from '../../arguments.ts';
import {followDeliveries} from '../../client/follow-delivery.ts';
import type {CommandWorld} from '../../command.ts';
import {deliverySettled} from '../../format/format-delivery.ts';
import {answerTo, yesOrNo} from '../yes-or-no.ts';

/** `rooster signal ring`: sends a test message and asks; with `yes` or `no` it stores that answer. */
export const ringPhone: Run = async (world, args) => {
  const {print} = world;
  await using deliveries = await followDeliveries(world);
  const {client} = deliveries;
  const address = await ownAddress(client);
  const [word] = args.words;
  if (word !== undefined) {
    await keepAnswer(client, address, readYesOrNo(word), print.line);
    return 0;
  }
  const queued = await client.call('outbox.send', {to: address, text: TEST_WORDS});
  const {sentence, good} = deliverySettled(world, await deliveries.settled(queued, MINUTE));
  if (!good) {
    print.failure(sentence);
    return 1;
  }
  print.line(sentence);
  const asks = print.onTerminal && world.stdin.isTTY === true;
  await askWhetherItRang(world, client, address, {say: print.line, asks});
  return 0;
};

type Asking = {
  readonly say: (text: string) => void;
  /** True if somebody can answer. */
  readonly asks: boolean;
};

/** After a test message: asks, and stores a clear answer. Otherwise it prints how to answer later. */
export const askWhetherItRang = async (
  world: CommandWorld,
  client: Client,
  address: string,
  {say, asks}: Asking,
): Promise<void> => {
  const rang = asks ? await answerTo(world, 'Did your phone ring? [y/n] ') : undefined;
  if (rang === undefined)
    say(`Did your phone ring? Answer with "rooster signal ring yes" or "rooster signal ring no".`);
  else await keepAnswer(client, address, rang, say);
};

const keepAnswer = async (
  client: Client,
  address: string,
  rang: boolean,
  say: (text: string) => void,
): Promise<void> => {
  await client.call('signal.rang', {address, rang});
  say(rang ? 'Good. Reminders will ring there too.' : SILENT_WORDS);
};

const readYesOrNo = (word: string): boolean => {
  const answer = yesOrNo(word);
  if (answer === undefined) throw new UsageError(`ANSWER is yes or no, not "${word}"`);
  return answer;
};

/** The Signal address of the person at this terminal. */
const ownAddress = async (client: Client): Promise<string> => {
  const owner = (await usersOf(client)).find(({match}) => match.includes(TERMINAL));
  const address = owner?.match.find(each => each.startsWith('signal:'));
  if (address !== undefined) return address;
  const sentence = `You have no Signal address yet. Add one: rooster signal allow ADDRESS --user ${owner?.name ?? 'owner'}`;
  throw new GatewayError('not_found', sentence);
};

type User = {readonly name: string; readonly match: readonly string[]};

/** The configured users. */
export const usersOf = async (client: Client): Promise<readonly User[]> => {
  const {config} = await client.call('config.get', {key: 'users'});
  return Array.isArray(config) ? config.filter((user): user is User => Array.isArray(user?.match)) : [];
};

const TEST_WORDS = 'Test: your phone should ring for this message.';
const SILENT_WORDS =
  'Reminders will arrive without a sound. Allow notifications for Signal and unmute this chat, then run rooster signal ring again.';
