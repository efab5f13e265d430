// `rooster remind`: says back what it understood, asks about what can be read in two ways, and sets the reminders.

import type {Client} from '../../../../ipc/client.ts';
import type {Params} from '../../../../ipc/protocol.ts';
import type {Wire} from '../../../../shared/events/wire.ts';
import {present} from '../../../../shared/fields/present.ts';
import {type Address, channelOf} from '../../../../shared/records/address.ts';
import {GatewayError} from '../../../../shared/records/gateway-error.ts';
import type {TimedReminder} from '../../../../shared/records/jobs/jobs.ts';
import {
  type ReminderPreview,
  requestsIn,
  type SentenceRequest,
} from '../../../../shared/records/jobs/reminder-preview.ts';
import type {Given} from '../../arguments.ts';
import type {CommandWorld, Run} from '../../command.ts';
import {reminderPreview, reminderSet} from '../../format/format-reminder.ts';
import {addressOption, wantsJson} from '../../given.ts';
import {canAnswer, lineFor, yesOrNo} from '../yes-or-no.ts';
import {chosenOf} from './choose-time.ts';
import {atWhen, checkWords, sentenceIn} from './split-when.ts';

type ClientCall = Client['call'];
type Options = Omit<Params<'reminder.set'>, 'message'>;

export const remind: Run = async (world, given) => {
  const options = optionsOf(given);
  checkWords(given.words);
  await using connection = await world.connect();
  const {call} = connection.client;
  const isAsked = canAnswer(world) && !wantsJson(given) && !given.switches.has('yes');
  const set = await (isAsked
    ? setWithConsent(world, call, given.words, options)
    : setAtOnce(call, given.words, options));
  if (set === undefined) {
    world.print.line('Nothing was set.');
    return 1;
  }
  if (wantsJson(given)) world.print.json(set.length === 1 ? set[0] : {reminders: set});
  else world.print.line(set.flatMap(reminder => reminderSet(world, reminder)).join('\n'));
  await warnOfUnserved(world, call, set[0]?.delivery ?? []);
  return 0;
};

const optionsOf = (given: Given): Options => {
  const {user, nag} = given.values;
  const to = addressOption(given, 'to');
  return {
    mode: given.switches.has('agent') ? ('agent' as const) : ('verbatim' as const),
    ...present({user, to, nag}),
    ...(given.switches.has('urgent') && {urgent: true}),
  };
};

type SetReminders = readonly Wire<TimedReminder>[];

/** Nobody can answer. Each reminder's note names what else its words may mean. */
const setAtOnce = async (call: ClientCall, words: readonly string[], options: Options): Promise<SetReminders> => {
  const preview = await sentenceIn(call, words, userOf(options));
  return preview === undefined
    ? [await atWhen(call, words, at => call('reminder.set', {...at, ...options}))]
    : await setInOrder(call, requestsIn(preview), options);
};

/** Undefined if the person says no. */
const setWithConsent = async (
  world: CommandWorld,
  call: ClientCall,
  words: readonly string[],
  options: Options,
): Promise<SetReminders | undefined> => {
  const preview =
    (await sentenceIn(call, words, userOf(options))) ??
    (await atWhen(call, words, async ({when, message}) => {
      const read = await call('reminder.preview', {when, ...userOf(options)});
      // Words that are left over are the reminder's text, so this split is wrong.
      if (read.text !== '' || read.also !== undefined)
        throw new GatewayError('invalid', `I can't read "${when}" as a time.`, {fault: 'no-time'});
      return {...read, text: message};
    }));
  const requests = await agreedOn(world, preview);
  return requests && (await setInOrder(call, requests, options));
};

const userOf = ({user}: Options): {readonly user?: string} => (user === undefined ? {} : {user});

/** The reminder that the person has confirmed. Undefined for no. */
const agreedOn = async (
  world: CommandWorld,
  preview: Wire<ReminderPreview>,
): Promise<readonly SentenceRequest[] | undefined> => {
  const {ask, ...plain} = preview;
  if (ask === undefined || preview.also !== undefined) {
    world.print.line(reminderPreview(world, preview).join('\n'));
    const answer = await lineFor(world, 'Set it? [Y/n] ');
    return answer === undefined || (answer.trim() !== '' && yesOrNo(answer) !== true) ? undefined : requestsIn(preview);
  }
  const {note: _, ...shown} = plain;
  world.print.line(reminderPreview(world, shown).join('\n'));
  const chosen = await chosenOf(world, ask);
  return chosen && [{when: chosen.when, message: preview.text}];
};

/** A refusal ends it; the reminders before it are set. */
const setInOrder = async (
  call: ClientCall,
  requests: readonly SentenceRequest[],
  options: Options,
): Promise<readonly Wire<TimedReminder>[]> => {
  const set: Wire<TimedReminder>[] = [];
  for (const request of requests) set.push(await call('reminder.set', {...options, ...request}));
  return set;
};

/** Warns at once about addresses that lead nowhere, while the reminder can still be changed. */
const warnOfUnserved = async (world: CommandWorld, call: ClientCall, delivery: readonly Address[]): Promise<void> => {
  const wanted = [...new Set(delivery.map(channelOf))].filter(channel => channel !== 'terminal');
  if (wanted.length === 0) return;
  const {channels} = await call('daemon.status', {});
  for (const channel of wanted) {
    const served = channels.some(one => one.channel === channel && one.outbound !== 'off');
    if (!served) world.print.note(`note: ${channel} is not set up, so the reminder would wait. See: rooster doctor`);
  }
};
