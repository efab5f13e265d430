// `rooster reach test`: sends a test message to every address of a person. Only the person knows which messages
// arrived, so the command asks and stores the answers for `doctor`.
import type {Client} from '../../../../ipc/protocol.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {isPushable, TERMINAL} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import {unknownUser} from '../../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {UsageError} from '../../arguments.ts';
import {show} from '../../ask.ts';
import {followDeliveries} from '../../client/follow-delivery.ts';
import type {CommandWorld} from '../../command.ts';
import {deliverySettled} from '../../format/format-delivery.ts';
import {answerTo, yesOrNo} from '../yes-or-no.ts';
import type {Person, Way} from './reach.ts';

type Outcome = {
  readonly address: string;
  readonly accepted: boolean;
  /** False for a terminal where nothing is open, which is no failure. */
  readonly isOpen?: false;
  /** The person's answer. Absent without a question or with an unclear answer. */
  readonly arrived?: boolean;
  /** The status of the message, for the person at this terminal. */
  readonly sentence: string;
};

export const testReach: Run = async (world, args) => {
  const {print} = world;
  await using deliveries = await followDeliveries(world);
  const {client} = deliveries;
  const {name, ways} = await personNamed(client, args.words[0]);
  const tested = ways.filter(({address}) => isPushable(address));
  const isOff = ({state}: Way): boolean => state === 'off';
  // Sends all messages first, so that the person can check them together.
  const sent = await Promise.all(
    tested
      .filter(way => !isOff(way))
      .map(({address}, index, {length}) =>
        client.call('outbox.send', {to: address, text: `Test ${index + 1} of ${length}, sent to ${address}.`}),
      ),
  );
  const outcomes: Outcome[] = tested
    .filter(isOff)
    .map(({address, reason = 'Its channel is not set up.'}) => ({address, accepted: false, sentence: reason}));
  if (ways.some(({address}) => address === TERMINAL)) outcomes.push(await atTerminal(world, client, name));
  for (const delivery of sent) outcomes.push(await outcomeOf(world, await deliveries.settled(delivery, PATIENCE_MS)));
  const isTalking = !wantsJson(args);
  if (isTalking) {
    for (const {accepted, isOpen, address, sentence} of outcomes) {
      const mark = accepted ? print.paint('good', 'sent') : print.paint(isOpen === false ? 'busy' : 'bad', 'not sent');
      print.line(`${mark}  ${address}: ${sentence}`);
    }
  }
  const asks = isTalking && print.onTerminal && world.stdin.isTTY === true;
  const answered: Outcome[] = [];
  for (const outcome of outcomes) answered.push(asks ? await asked(world, client, outcome) : outcome);
  if (!isTalking) print.json({name, ways: answered});
  else if (!asks) print.line('Did they arrive? Answer for each: rooster reach answer ADDRESS yes (or no)');
  return answered.every(({accepted, isOpen, arrived}) => isOpen === false || (accepted && arrived !== false)) ? 0 : 1;
};

export const answerReach: Run = async (world, args) => {
  const arrived = yesOrNo(wordAt(args, 1));
  if (arrived === undefined) throw new UsageError(`ANSWER is yes or no, not "${wordAt(args, 1)}"`);
  await using connection = await world.connect();
  const kept = connection.client.call('reach.answer', {address: wordAt(args, 0), arrived});
  return await show(world, args, kept, ({address}) => formatKept(address, arrived));
};

const personNamed = async (client: Client, name: string | undefined): Promise<Person> => {
  const {people} = await client.call('reach.list', {});
  const person = people.find(each => (name === undefined ? each.isOwner : each.name === name));
  if (person !== undefined) return person;
  throw unknownUser(
    name,
    people.map(each => each.name),
  );
};

/** A reminder rings there, as any other. It is done at once, so that no list keeps it. */
const atTerminal = async ({clock}: CommandWorld, client: Client, user: string): Promise<Outcome> => {
  const {people = []} = await client.call('daemon.status', {});
  if (people.find(person => person.name === user)?.presence === 'away') {
    const sentence = 'No terminal UI is open. Open one in another window with "rooster", then test again.';
    return {address: TERMINAL, accepted: false, isOpen: false, sentence};
  }
  const {id} = await client.call('reminder.set', {in: '1s', message: TERMINAL_TEST, to: TERMINAL, user});
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    if ((await client.call('reminder.get', {id})).state === 'fired') {
      await client.call('reminder.done', {id});
      return {address: TERMINAL, accepted: true, sentence: 'Shown in the main conversation of the open terminal UI.'};
    }
    await new Promise<void>(resolve => void clock.after(LOOK_MS, resolve));
  }
  return {address: TERMINAL, accepted: false, sentence: 'The test reminder did not fire in time. See: rooster doctor'};
};

const outcomeOf = async (world: CommandWorld, delivery: Wire<Delivery>): Promise<Outcome> => {
  const {good, sentence} = deliverySettled(world, delivery);
  return {address: delivery.address, accepted: good, sentence};
};

const asked = async (world: CommandWorld, client: Client, outcome: Outcome): Promise<Outcome> => {
  const {address, accepted} = outcome;
  if (!accepted) return outcome;
  const arrived = await answerTo(world, `Did the test arrive at ${address}? [y/n] `);
  if (arrived === undefined) return outcome;
  await client.call('reach.answer', {address, arrived});
  world.print.line(formatKept(address, arrived));
  return {...outcome, arrived};
};

const formatKept = (address: string, arrived: boolean): string =>
  arrived ? `Recorded: messages arrive at ${address}.` : `Recorded: messages don't arrive at ${address}. ${HINT}`;

const HINT = 'Check the notifications of its app, then test again.';
const PATIENCE_MS = 30 * SECOND;
const LOOK_MS = SECOND / 2;
const TERMINAL_TEST = 'Test, sent to the terminal.';
