// `rooster signal link`: a QR code in the terminal, then step by step to the first message on the phone. Data for
// programs (the link, or the method's result with --json) goes to stdout. Text for people goes to stderr when stdout
// isn't a terminal.
import type {Client} from '../../../../ipc/protocol.ts';
import {TERMINAL} from '../../../../shared/records/address.ts';
import type {LinkOutcome} from '../../../../shared/records/setup/signal-link.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {type QrInk, qrLines} from '../../../../shared/text/qr-code.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import {wantsJson} from '../../args.ts';
import type {Args, Run} from '../../arguments.ts';
import {followDeliveries} from '../../client/follow-delivery.ts';
import type {CommandWorld} from '../../command.ts';
import {deliverySettled} from '../../format/format-delivery.ts';
import {answerTo} from '../yes-or-no.ts';
import {askWhetherItRang, usersOf} from './signal-ring.ts';

type Linked = Extract<LinkOutcome, {kind: 'linked'}>;

export const linkSignal: Run = async (world, args) => {
  const {print} = world;
  const {name} = args.values;
  // Ctrl-C closes the connection, and the daemon drops the code.
  await using deliveries = await followDeliveries(world);
  const {client} = deliveries;
  if (print.onTerminal) print.note('Asking Signal for a code…');
  const {uri} = await client.call('signal.link', {deviceName: name}, {timeoutMs: CODE_MS});
  if (wantsJson(args)) print.json({uri});
  const giveUp = (): void => {
    print.note('Cancelled. No account was linked.');
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', giveUp);
  const linked = await untilLinked(world, args, client, uri).finally(() => process.off('SIGINT', giveUp));
  const say = wantsJson(args) || !print.onTerminal ? print.note : print.line;
  say(`Linked to ${linked.account}.`);
  for (const {key, reason} of linked.problems) print.failure(`Couldn't write ${key}: ${reason}`);
  if (linked.problems.length > 0) {
    print.note(`Set it yourself: rooster config set signal.account ${linked.account}`);
    return 1;
  }
  say(`Written to ${world.places.config}: signal.account`);
  const isOwn = await confirmOwner(world, args, client, linked, say);

  say('Sending a first message to Note to Self…');
  const queued = await client.call('outbox.send', {to: linked.address, text: FIRST_WORDS});
  const {sentence, good} = deliverySettled(world, await deliveries.settled(queued, FIRST_MESSAGE_MS));
  if (!good) {
    print.failure(sentence);
    return 1;
  }
  say(sentence);
  if (isOwn) await askWhetherItRang(world, client, linked.address, {say, asks: asksPerson(world, args)});
  return 0;
};

/** Shows codes, each replacing the previous one, until one is scanned. */
const untilLinked = async (world: CommandWorld, args: Args, client: Client, first: string): Promise<Linked> => {
  let uri = first;
  for (;;) {
    showCode(world, args, uri);
    const outcome = await client.call('signal.linked', {uri}, {timeoutMs: Number.POSITIVE_INFINITY});
    switch (outcome.kind) {
      case 'linked':
        return outcome;
      case 'failed':
        throw new GatewayError('failed', outcome.because);
      case 'again':
        world.print.note(outcome.because);
        // With --json, stdout gets only one document.
        if (wantsJson(args)) world.print.note(outcome.uri);
        uri = outcome.uri;
    }
  }
};

const showCode = ({print, env}: CommandWorld, args: Args, uri: string): void => {
  if (wantsJson(args)) {
    print.note(HOW_TO_SCAN);
    return;
  }
  if (print.width === undefined || print.height === undefined) {
    print.note(HOW_TO_SCAN);
    print.line(uri);
    return;
  }
  const lines = qrLines(uri, {
    ink: inkFor({inColour: print.inColour, isLight: args.switches.has('light') || looksLight(env['COLORFGBG'])}),
    columns: print.width,
    // The last line is for the cursor.
    rows: print.height - 1,
  });
  print.line('');
  print.line(HOW_TO_SCAN);
  print.line(uri);
  // Last, so that even a barely high enough terminal shows the whole code.
  if (lines === undefined) print.line(TOO_SMALL);
  else print.line(`\n${lines.join('\n')}`);
};

export const inkFor = ({inColour, isLight}: {readonly inColour: boolean; readonly isLight: boolean}): QrInk => {
  if (inColour) return 'colour';
  return isLight ? 'on-light' : 'on-dark';
};

/**
 * Some terminals describe their colours in COLORFGBG, with the background's number last: 7, and 9 upwards, are light.
 */
export const looksLight = (colours: string | undefined): boolean => {
  const background = Number(colours?.split(';').at(-1) || Number.NaN);
  return background === 7 || background > 8;
};

/** Asks whether the account is the person's own, since the agent may have a separate number. True if it is. */
const confirmOwner = async (
  world: CommandWorld,
  args: Args,
  client: Client,
  {account, address}: Linked,
  say: (text: string) => void,
): Promise<boolean> => {
  const users = await usersOf(client);
  const known = users.find(({match}) => match.includes(address) || match.includes(`signal:${account}`));
  if (known !== undefined) {
    say(`${known.name} already has this address.`);
    return known.match.includes(TERMINAL);
  }
  const owner = users.find(({match}) => match.includes(TERMINAL))?.name ?? 'owner';
  const byHand = `rooster signal allow ${address} --user ${owner.includes(' ') ? `'${owner}'` : owner}`;
  const yes = args.switches.has('yes');
  if (!yes && !asksPerson(world, args)) {
    say(`If this account is yours, allow it to talk to the agent in Note to Self: ${byHand}`);
    return false;
  }
  const question = `Is ${account} your own number? If so, Note to Self becomes your chat with the agent, and reminders ring there. [y/N] `;
  if (!yes && (await answerTo(world, question)) !== true) {
    say(`Write to ${account} from your phone, then allow your contact request: rooster signal status`);
    say('After that, test whether your phone rings: rooster signal ring');
    return false;
  }
  await client.call('signal.allow', {address, user: owner});
  say(`Added ${address} to ${owner}.`);
  return true;
};

const asksPerson = ({print, stdin}: CommandWorld, args: Args): boolean =>
  print.onTerminal && stdin.isTTY === true && !wantsJson(args);

const HOW_TO_SCAN =
  'On your phone, open Signal > Settings > Linked devices > Link new device. Scan this code and keep it private.';
const TOO_SMALL =
  'The terminal is too small for the code. Enlarge it and run this again, or make a QR code from the link above.';
const FIRST_WORDS = 'Rooster is linked to this account. Reminders arrive here, and your phone should ring for them.';
const CODE_MS = 2 * MINUTE;
/** signal-cli has to start first. */
const FIRST_MESSAGE_MS = MINUTE;
