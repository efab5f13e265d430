// `rooster remind` says back what it understood, asks about what can be read in two ways, and sets the reminders.
// `rooster timer` starts a timer.

import type {Params} from '../../../../ipc/method-table.ts';
import type {Client} from '../../../../ipc/protocol.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import type {LanguageTexts} from '../../../../shared/languages/language.ts';
import {textsOfLanguage} from '../../../../shared/languages/texts.ts';
import {type Address, channelOf} from '../../../../shared/records/address.ts';
import {ringsAt} from '../../../../shared/records/delivery/way.ts';
import {FOLLOWS, type TimedReminder} from '../../../../shared/records/jobs/jobs.ts';
import {
  type ReminderPreview,
  requestsIn,
  type SentenceRequest,
} from '../../../../shared/records/jobs/reminder-preview.ts';
import {RUN_ENDINGS} from '../../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {addressOption, choiceOf, wantsJson} from '../../args.ts';
import {type Args, type Run, UsageError} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {reminderPreview, reminderSet, timersLeft} from '../../format/format-reminder.ts';
import {previewInLanguage, setInLanguage} from '../../format/reminder-texts.ts';
import {canAnswer, lineFor, yesOrNo} from '../yes-or-no.ts';
import {chosenOf} from './choose-time.ts';
import {atWhen, checkWords, sentenceIn} from './split-when.ts';

type ClientCall = Client['call'];
type Options = Omit<Params<'reminder.set'>, 'message'>;

export const remind: Run = async (world, args) => {
  const options = optionsOf(args);
  const on = eventIn(args);
  if (on !== undefined) return await remindOn(world, args, {...options, ...on});
  checkWords(args.words);
  await using connection = await world.connect();
  const {call} = connection.client;
  const isAsked = canAnswer(world) && !wantsJson(args) && !args.switches.has('yes');
  const set = await (isAsked ? setWithConsent(world, call, args.words, options) : setAtOnce(call, args.words, options));
  const {reminders, language, note} = set;
  if (reminders === undefined) {
    world.print.line(language?.answers.command.nothingSet ?? 'Nothing was set.');
    return 1;
  }
  if (wantsJson(args)) world.print.json(reminders.length === 1 ? reminders[0] : {reminders});
  else {
    const lines = reminders.flatMap(reminder =>
      language === undefined ? reminderSet(world, reminder) : setInLanguage(world, reminder, {language, note}),
    );
    world.print.line(lines.join('\n'));
  }
  await warnOfUnserved(world, call, reminders[0] === undefined ? [] : ringsAt(reminders[0]));
  return 0;
};

/** `reminders` is absent if the person says no. */
type Result = {
  readonly reminders?: SetReminders | undefined;
  /** The language of the sentence. Absent for English. */
  readonly language?: LanguageTexts | undefined;
  readonly note?: string | undefined;
};

const optionsOf = (args: Args): Options => {
  const {user, nag} = args.values;
  const to = addressOption(args, 'to');
  return {
    mode: args.switches.has('agent') ? ('agent' as const) : ('verbatim' as const),
    user,
    to,
    nag,
    urgent: args.switches.has('urgent') ? true : undefined,
    follows: choiceOf(args, 'follows', FOLLOWS),
  };
};

/** The event that the options name, instead of a time. */
const eventIn = (args: Args): Pick<Options, 'on' | 'once'> | undefined => {
  const {'when-from': from, 'when-words': words, 'when-job': job, status} = args.values;
  const once = !args.switches.has('each-time');
  if (job !== undefined) {
    if (from !== undefined || words !== undefined)
      throw new UsageError('--when-job waits for a run; --when-from and --when-words for a message: give one of them');
    const ending = RUN_ENDINGS.find(name => name === status);
    return {on: {kind: 'run', name: job, status: ending}, once};
  }
  if (status !== undefined) throw new UsageError('--status belongs to --when-job');
  if (from !== undefined || words !== undefined) return {on: {kind: 'message', from, words}, once};
  if (!once) throw new UsageError('--each-time belongs to --when-from, --when-words or --when-job');
  return undefined;
};

/** All words are the text. */
const remindOn = (world: CommandWorld, args: Args, options: Options): ReturnType<Run> => {
  const message = args.words.join(' ');
  const set = ask(world, 'reminder.set', {message, ...options});
  return show(world, args, set, reminder => reminderSet(world, reminder));
};

type SetReminders = readonly Wire<TimedReminder>[];

/** Nobody can answer. Each reminder's note names what else its words may mean. */
const setAtOnce = async (call: ClientCall, words: readonly string[], options: Options): Promise<Result> => {
  const preview = await sentenceIn(call, words, userOf(options));
  if (preview !== undefined) return withLanguage(preview, await setInOrder(call, requestsIn(preview), options));
  const set = await atWhen(call, words, at => call('reminder.set', {...at, ...options}));
  return {reminders: [set], language: textsOfLanguage(set.language), note: set.note};
};

const withLanguage = (preview: Wire<ReminderPreview> | undefined, reminders?: SetReminders): Result => ({
  reminders,
  language: textsOfLanguage(preview?.language),
  note: preview?.also === undefined ? preview?.note : undefined,
});

const setWithConsent = async (
  world: CommandWorld,
  call: ClientCall,
  words: readonly string[],
  options: Options,
): Promise<Result> => {
  const preview =
    (await sentenceIn(call, words, userOf(options))) ??
    (await atWhen(call, words, async ({when, message}) => {
      const read = await call('reminder.preview', {when, ...userOf(options)});
      // Words that are left over are the reminder's text, so this split is wrong.
      if (read.text !== '' || read.also !== undefined)
        throw new GatewayError('invalid', `I can't read "${when}" as a time.`, {fault: 'no-time'});
      return {...read, text: message};
    }));
  const language = textsOfLanguage(preview.language);
  const requests = await agreedOn(world, preview, language);
  const {note} = withLanguage(preview);
  return {
    language,
    note: preview.ask === undefined ? note : undefined,
    reminders: requests && (await setInOrder(call, requests, options)),
  };
};

const userOf = ({user}: Options): {readonly user?: string} => (user === undefined ? {} : {user});

/** The reminder that the person has confirmed. Undefined for no. */
const agreedOn = async (
  world: CommandWorld,
  preview: Wire<ReminderPreview>,
  language: LanguageTexts | undefined,
): Promise<readonly SentenceRequest[] | undefined> => {
  const {ask, ...plain} = preview;
  const texts = language?.answers.command;
  const linesOf = (read: Wire<ReminderPreview>): string =>
    (language === undefined ? reminderPreview(world, read) : previewInLanguage(world, read, language)).join('\n');
  if (ask === undefined || preview.also !== undefined) {
    world.print.line(linesOf(preview));
    const answer = await lineFor(world, texts?.confirm ?? 'Set it? [Y/n] ');
    return answer === undefined || (answer.trim() !== '' && yesOrNo(answer) !== true) ? undefined : requestsIn(preview);
  }
  const {note: _, ...shown} = plain;
  world.print.line(linesOf(shown));
  const chosen = await chosenOf(world, ask, texts);
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
    const served = channels.some(item => item.channel === channel && item.outbound !== 'off');
    if (!served) world.print.note(`note: ${channel} is not set up, so the reminder would wait. See: rooster doctor`);
  }
};

/** Starts a timer, or lists the running ones. The daemon finds the length in "10m pasta". */
export const timer: Run = async (world, args) => {
  const {user, nag} = args.values;
  if (args.words.length === 0) {
    const listed = ask(world, 'reminder.list', {user, timer: true});
    return await show(world, args, listed, ({reminders}) => timersLeft(world, reminders));
  }
  const to = addressOption(args, 'to');
  const urgent = args.switches.has('urgent') ? true : undefined;
  const set = ask(world, 'reminder.set', {message: args.words.join(' '), timer: true, user, to, nag, urgent});
  return await show(world, args, set, reminder => reminderSet(world, reminder));
};
