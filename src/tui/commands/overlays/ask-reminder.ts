// The questions about reminders: reads an answer before it is saved, and saves it.

import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import {JOB_OPERATIONS} from '../../../shared/operations/job-operations.ts';
import {REMINDER_OPERATIONS} from '../../../shared/operations/reminder-operations.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import type {EditScope, Reminder, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {clockTime, countdown, formatMoment} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {reminderHeld} from '../../lists/known-items.ts';
import {type Ask, type Asking, answerOf, chosenTime, type TimeChoice} from '../../state/ask.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {
  formatAllPreviews,
  formatChoices,
  formatPreview,
  formatReminders,
  formatReturn,
  whenSet,
} from '../typed/format-reminder.ts';
import {type RemindRead, remindIn, setReminders} from '../typed/read-remind.ts';

export type ReminderAsk = Extract<Ask, {readonly kind: 'snooze' | 'move' | 'pause' | 'reword' | 'remind'}>;
type ReminderAsking = Asking & {readonly ask: ReminderAsk};

/** The daemon's reading of an answer. */
type AnswerRead = {readonly label: string; readonly choices?: readonly TimeChoice[]};

/** Saves the answer; resolves with the confirmation. */
export const saveReminder = async (ports: CommandPorts, asking: ReminderAsking): Promise<string> => {
  const {link} = ports;
  const {ask} = asking;
  const answer = answerOf(asking);
  const now = (): EpochMs => exactNow(ports);
  switch (ask.kind) {
    case 'snooze': {
      const snoozed = await link.call('reminder.snooze', {id: ask.id, when: chosenTime(asking)?.when ?? answer});
      return `Snoozed until ${formatReturn(reminderOf(snoozed), now())}`;
    }
    case 'move': {
      const {scope, when} = scopeIn(answer);
      if (when === '') throw new Error(HOW_TO_MOVE_SERIES);
      const time = chosenTime(asking)?.when ?? when;
      const request = {id: ask.id, when: time, scope};
      const edited = reminderOf(await link.call('reminder.edit', request).catch(orAskWhich));
      return scope === 'this' ? `This time: ${formatReturn(edited, now())}` : `Changed: ${whenSet(edited, now())}`;
    }
    case 'pause': {
      const {of} = ask;
      return of.kind === 'reminder'
        ? REMINDER_OPERATIONS['reminder.pause'].done(
            await link.call('reminder.pause', {id: of.id, until: answer}),
            now(),
          )
        : JOB_OPERATIONS['cron.pause'].done(await link.call('cron.pause', {name: of.name, until: answer}), now());
    }
    case 'reword':
      return `Changed: ${whenSet(reminderOf(await link.call('reminder.edit', {id: ask.id, message: answer})), now())}`;
    case 'remind':
      return formatReminders(await setReminders(ports, withChosen(await remindIn(ports, answer), asking)), now());
  }
};

/** Undefined where there is nothing to read. */
export const previewAnswer = async (
  ports: CommandPorts,
  ask: ReminderAsk,
  answer: string,
): Promise<AnswerRead | undefined> => {
  switch (ask.kind) {
    case 'pause':
    case 'reword':
      return undefined;
    case 'remind':
      return await readRemindLine(ports, answer);
    case 'move':
      return await readMove(ports, ask, answer);
    case 'snooze': {
      const read = await readTime(ports, ask, answer);
      if ('choices' in read) return {label: formatChoices(read.choices, 0), choices: read.choices};
      const was = laterTime(ports, ask, read.at);
      return {label: `${read.label}${was === undefined ? '' : `: sooner than ${was}`}`};
    }
  }
};

/** The question before a snooze to an earlier time; undefined for a later time, or another question. */
export const soonerQuestion = async (ports: CommandPorts, asking: Asking): Promise<string | undefined> => {
  const {ask} = asking;
  if (ask.kind !== 'snooze') return undefined;
  const when = chosenTime(asking)?.when ?? answerOf(asking);
  const was = laterTime(ports, ask, (await timeOf(ports, ask.id, when)).at);
  return was === undefined ? undefined : `It is set for ${was}, which is later. Enter again moves it.`;
};

/** The reminder's time if that is later than `at`. An occurrence that has fired has none: it only rings again. */
const laterTime = (ports: CommandPorts, {id}: Pick<Reminder, 'id'>, at: EpochMs): string | undefined => {
  const held = reminderHeld(ports.store.get(), id);
  if (held?.state !== 'pending') return undefined;
  const {occurrence, fireAt, zone} = held;
  if (occurrence !== undefined && occurrence.snoozedUntil === undefined) return undefined;
  return at < fireAt ? formatMoment(fireAt, exactNow(ports), isZone(zone) ? zone : undefined) : undefined;
};

const readRemindLine = async (ports: CommandPorts, answer: string): Promise<AnswerRead> => {
  const remind = await remindIn(ports, answer);
  const choices = await choicesIn(ports, remind);
  return choices === undefined
    ? {label: await understoodRemind(ports, remind, answer)}
    : {label: formatChoices(choices, 0), choices};
};

type MoveAsk = Extract<Ask, {readonly kind: 'move'}>;

const readMove = async (ports: CommandPorts, ask: MoveAsk, answer: string): Promise<AnswerRead | undefined> => {
  const {scope, when} = scopeIn(answer);
  if (when === '') return undefined;
  const preview = await previewOf(ports, ask.id, when);
  if (preview?.repeat !== undefined && preview.text === '' && scope !== 'this')
    return {label: `from now on ${formatPreview(fromWire<ReminderPreview>(preview), exactNow(ports))}`};
  const read = await readTime(ports, ask, when, preview);
  if (ask.repeats === true && scope === undefined) throw new Error(WHICH);
  if (scope !== 'series') {
    const label = 'choices' in read ? formatChoices(read.choices, 0) : read.label;
    return {...read, label: scope === 'this' ? `this time ${label}` : label};
  }
  // All occurrences move to the time of day; the day is that of the series.
  if (!('choices' in read)) return {label: `from now on at ${read.time}`};
  const times = await Promise.all(read.choices.map(choice => timeOf(ports, ask.id, choice.when)));
  const choices = read.choices.map((choice, index) => ({...choice, label: `from now on at ${times[index]?.time}`}));
  return {label: formatChoices(choices, 0), choices};
};

type TimeRead = {readonly label: string; readonly at: EpochMs; readonly time: string};

/** One time, or the times that it may mean. */
const readTime = async (
  ports: CommandPorts,
  {id}: Pick<Reminder, 'id'>,
  when: string,
  preview?: Wire<ReminderPreview>,
): Promise<TimeRead | {readonly choices: readonly TimeChoice[]}> => {
  const read = preview ?? (await previewOf(ports, id, when));
  return read?.ask !== undefined && read.text === '' ? {choices: read.ask.choices} : await timeOf(ports, id, when);
};

const timeOf = async (ports: CommandPorts, id: Reminder['id'], when: string): Promise<TimeRead> => {
  const {at, zone, understood} = fromWire<{at: number; zone: string; understood: string}>(
    await ports.link.call('reminder.understand', {when, id}),
  );
  const time = clockTime(at, isZone(zone) ? zone : undefined);
  return {at, time, label: `${understood}, in ${countdown(at - exactNow(ports))}`};
};

const previewOf = (
  {link}: CommandPorts,
  id: Reminder['id'],
  when: string,
): Promise<Wire<ReminderPreview> | undefined> => link.call('reminder.preview', {when, id}).catch(() => undefined);

/** Preview of a line: the text, and the time, or the recurrence with its next dates. */
const understoodRemind = async (ports: CommandPorts, remind: RemindRead, answer: string): Promise<string> => {
  const {nag, urgent} = remind.options;
  const [{when, message} = {message: ''}] = remind.requests;
  const again = nag === undefined ? '' : `, again every ${nag} until done`;
  const insisting = `${again}${urgent === true ? ', in quiet hours, too' : ''}`;
  const text = shortened(message, LONGEST_TEXT);
  if (remind.preview?.on !== undefined) return `${text}: ${waitingFor(remind.preview)}${insisting}`;
  if (remind.preview?.repeat !== undefined || remind.preview?.also !== undefined)
    return `${text}: ${formatAllPreviews(fromWire<ReminderPreview>(remind.preview), exactNow(ports))}${insisting}`;
  const {at, understood} = fromWire<{at: number; zone: string; understood: string}>(
    await ports.link.call('reminder.understand', {when: when ?? answer}),
  );
  return `${text}: ${understood}, in ${countdown(at - exactNow(ports))}${insisting}`;
};

/** The possible meanings of one ambiguous time. */
export const choicesIn = async (
  {link}: CommandPorts,
  {preview, requests}: RemindRead,
): Promise<readonly TimeChoice[] | undefined> => {
  const [{when} = {}] = requests;
  if (requests.length !== 1 || when === undefined) return undefined;
  const read = preview ?? (await link.call('reminder.preview', {when}).catch(() => undefined));
  return read?.ask?.choices;
};

const withChosen = (remind: RemindRead, asking: Asking): RemindRead => {
  const chosen = chosenTime(asking);
  const [request] = remind.requests;
  return chosen === undefined || request === undefined
    ? remind
    : {...remind, requests: [{...request, when: chosen.when}]};
};

/** `this 9:30` is about one occurrence, `all 9:30` about the series. */
const scopeIn = (answer: string): {readonly scope?: EditScope; readonly when: string} => {
  const [, word, when] = /^(this|all)\s+(\S.*)$/iu.exec(answer) ?? [];
  if (word === undefined || when === undefined) return {when: answer};
  return {scope: word.toLowerCase() === 'this' ? 'this' : 'series', when};
};

const orAskWhich = (thrown: unknown): never => {
  if (!(thrown instanceof GatewayError) || thrown.fault !== 'no-scope') throw thrown;
  throw new Error(WHICH);
};

const reminderOf = (wire: Wire<TimedReminder>): TimedReminder => fromWire<TimedReminder>(wire);

const WHICH = 'It repeats. Type "this 9:30" for one time, or "all 9:30" for all of them.';
const HOW_TO_MOVE_SERIES = 'Type "this 9:30", "all 9:30" or "every day at 9".';
const LONGEST_TEXT = 30;
