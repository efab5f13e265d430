// Asks for a time: shows the daemon's interpretation shortly after typing; Enter saves. After a refusal the line stays for correction.

import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import {present} from '../../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {EditScope, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {countdown} from '../../../shared/time/format-time.ts';
import {type Edit, edit, emptyEditor} from '../../editor/editor.ts';
import type {Undo} from '../../nouns/undo.ts';
import {type Ask, type Asking, answerOf, chosenTime, QUICK} from '../../state/ask.ts';
import {type Doors, exactNow} from '../doors.ts';
import {say} from '../session-actions.ts';
import {formatAllPreviews, formatChoices, formatPreview, formatReminders, whenSet} from '../typed/format-reminder.ts';
import {answerJob, understoodJob} from './ask-job.ts';
import {type RemindRead, remindIn, setReminders} from './read-remind.ts';

export const askFor = (doors: Doors, ask: Ask): void => {
  const text = begunIn(ask);
  const editor = text === undefined ? emptyEditor : edit(emptyEditor, {kind: 'set', text});
  show(doors, {ask, editor, quick: -1});
  void understand(doors);
};

/** Text that is in the line at first. */
const begunIn = (ask: Ask): string | undefined => {
  switch (ask.kind) {
    case 'reword':
      return ask.message;
    case 'job-name':
      return ask.typed;
    case 'job-what':
      return ask.task;
    default:
      return undefined;
  }
};

/** Edits the answer; returns false when no question is open. */
export const editAnswer = (doors: Doors, change: Edit): boolean => {
  const asking = askedIn(doors);
  if (asking === undefined) return false;
  const flat =
    change.kind === 'insert' || change.kind === 'paste'
      ? {kind: 'insert' as const, text: change.text.replaceAll(/\s+/gu, ' ')}
      : change;
  const editor = edit(asking.editor, flat);
  if (editor.draft.text.length > LONGEST) return true;
  show(doors, {...asking, editor});
  if (editor.draft.text !== asking.editor.draft.text) doors.clock.after(PAUSE_MS, () => void understand(doors));
  return true;
};

/** Takes the next time of an ambiguous answer, or inserts the next quick answer. */
export const quickAnswer = (doors: Doors, way: -1 | 1): void => {
  const asking = askedIn(doors);
  if (asking !== undefined && chosenTime(asking) !== undefined) {
    takeChoice(doors, asking, way);
    return;
  }
  const choices = asking === undefined ? [] : QUICK[asking.ask.kind];
  if (asking === undefined || choices.length === 0) return;
  const quick = (asking.quick + way + choices.length) % choices.length;
  show(doors, {...asking, quick, editor: edit(asking.editor, {kind: 'set', text: choices[quick] ?? ''})});
  void understand(doors);
};

const takeChoice = (doors: Doors, asking: Asking, way: -1 | 1): void => {
  const {understood} = asking;
  const choices = understood?.choices ?? [];
  const chosen = ((understood?.chosen ?? 0) + way + choices.length) % choices.length;
  if (understood !== undefined)
    show(doors, {...asking, understood: {...understood, chosen, label: formatChoices(choices, chosen)}});
};

export const answerAsked = async (doors: Doors): Promise<void> => {
  const asking = askedIn(doors);
  if (asking === undefined) return;
  try {
    const {ask} = asking;
    if (isOfJob(ask)) {
      const next = await answerJob(doors, ask, answerOf(asking));
      if (typeof next !== 'string') {
        if (askedIn(doors)?.ask === ask) askFor(doors, next);
        return;
      }
      if (askedIn(doors)?.ask === ask) doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
      return say(doors, 'ok', next);
    }
    const sentence =
      ask.kind === 'delete' ? await deleteNamed(doors, ask, answerOf(asking)) : await save(doors, {...asking, ask});
    if (askedIn(doors)?.ask === asking.ask) doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
    say(doors, 'ok', sentence, undoOf(ask));
  } catch (thrown) {
    report(doors, asking, errorMessage(thrown), false);
  }
};

/** The undo of the change; a new reminder is cancelled instead. */
const undoOf = (ask: ReminderAsk | DeleteAsk): Undo | undefined =>
  ask.kind === 'delete' || ask.kind === 'remind' ? undefined : {kind: 'reminder', id: ask.id};

/** Tab on an empty line: a job instead of a reminder, and back. */
export const askOther = (doors: Doors): void => {
  const asking = askedIn(doors);
  if (asking === undefined) return;
  askFor(doors, {kind: asking.ask.kind === 'remind' ? 'job-name' : 'remind'});
};

const isOfJob = (ask: Ask): ask is Extract<Ask, {readonly kind: `job-${string}`}> => ask.kind.startsWith('job-');

type DeleteAsk = Extract<Ask, {readonly kind: 'delete'}>;
type ReminderAsk = Exclude<Ask, DeleteAsk | {readonly kind: `job-${string}`}>;

/** Only the title deletes it. */
const deleteNamed = async ({link}: Doors, {session, title}: DeleteAsk, answer: string): Promise<string> => {
  if (answer.toLowerCase() !== title.trim().toLowerCase()) throw new Error(`the title is: ${title}`);
  const {reminders, alarms} = await link.call('session.delete', {session});
  const moved = reminders + alarms === 0 ? '' : ' Its reminders and alarms are in your own conversation now.';
  return `Deleted "${title}" for good.${moved}`;
};

const save = async (doors: Doors, asking: Asking & {readonly ask: ReminderAsk}): Promise<string> => {
  const {link} = doors;
  const {ask} = asking;
  const answer = answerOf(asking);
  const now = (): number => exactNow(doors);
  switch (ask.kind) {
    case 'snooze':
      return `Snoozed until ${whenSet(reminderOf(await link.call('reminder.snooze', {id: ask.id, when: chosenTime(asking)?.when ?? answer})), now())}`;
    case 'move': {
      const {scope, when} = scopeIn(answer);
      const time = chosenTime(asking)?.when ?? when;
      const edited = link.call('reminder.edit', {id: ask.id, when: time, ...scope}).catch(orAskWhich);
      return `Changed: ${whenSet(reminderOf(await edited), now())}`;
    }
    case 'reword':
      return `Changed: ${whenSet(reminderOf(await link.call('reminder.edit', {id: ask.id, message: answer})), now())}`;
    case 'remind': {
      const remind = await remindIn(doors, answer);
      if (remind === undefined) throw new Error(HOW_TO_REMIND);
      return formatReminders(await setReminders(doors, withChosen(remind, asking)), now());
    }
  }
};

/** Requests the interpretation. Responses to older text are dropped when shown. */
const understand = async (doors: Doors): Promise<void> => {
  const asking = askedIn(doors);
  if (asking === undefined || asking.understood?.of === answerOf(asking)) return;
  const {ask} = asking;
  const answer = answerOf(asking);
  if (answer === '') return;
  if (ask.kind === 'reword' || ask.kind === 'delete') return;
  if (isOfJob(ask)) {
    try {
      const words = await understoodJob(doors, ask, answer);
      if (words !== undefined) report(doors, asking, words, true);
    } catch (thrown) {
      report(doors, asking, errorMessage(thrown), false);
    }
    return;
  }
  try {
    if (ask.kind === 'remind') {
      const remind = await remindIn(doors, answer);
      if (remind === undefined) throw new Error(HOW_TO_REMIND);
      const choices = await choicesIn(doors, remind);
      if (choices === undefined) report(doors, asking, await understoodRemind(doors, remind, answer), true);
      else report(doors, asking, formatChoices(choices, 0), true, choices);
    } else {
      const {when} = scopeIn(answer);
      const zoned = await doors.link.call('reminder.preview', {when, id: ask.id}).catch(() => undefined);
      if (zoned?.ask !== undefined && zoned.text === '') {
        report(doors, asking, formatChoices(zoned.ask.choices, 0), true, zoned.ask.choices);
        return;
      }
      if (zoned?.repeat !== undefined && zoned.text === '' && ask.kind === 'move') {
        report(doors, asking, `from now on ${formatPreview(fromWire<ReminderPreview>(zoned), exactNow(doors))}`, true);
        return;
      }
      const {at, understood} = fromWire<{at: number; zone: string; understood: string}>(
        await doors.link.call('reminder.understand', {when, id: ask.id}),
      );
      report(doors, asking, `${understood}, in ${countdown(at - exactNow(doors))}`, true);
    }
  } catch (thrown) {
    report(doors, asking, errorMessage(thrown), false);
  }
};

/** Preview of a line: the time, or the recurrence with its next dates, and the text. */
const understoodRemind = async (doors: Doors, remind: RemindRead, answer: string): Promise<string> => {
  const {nag, urgent} = remind.options;
  const [{when, message} = {message: ''}] = remind.requests;
  const again = nag === undefined ? '' : `, again every ${nag} until done`;
  const insisting = `${again}${urgent === true ? ', in quiet hours, too' : ''}`;
  if (remind.preview?.repeat !== undefined || remind.preview?.also !== undefined) {
    const all = formatAllPreviews(fromWire<ReminderPreview>(remind.preview), exactNow(doors));
    return `${all}${insisting}: ${message}`;
  }
  const {at, understood} = fromWire<{at: number; zone: string; understood: string}>(
    await doors.link.call('reminder.understand', {when: when ?? answer}),
  );
  return `${understood}, in ${countdown(at - exactNow(doors))}${insisting}: ${message}`;
};

/** The possible meanings of one ambiguous time. */
const choicesIn = async (
  {link}: Doors,
  {preview, requests}: RemindRead,
): Promise<NonNullable<ReminderPreview['ask']>['choices'] | undefined> => {
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
const scopeIn = (answer: string): {readonly scope: {readonly scope?: EditScope}; readonly when: string} => {
  const [, word, when] = /^(this|all)\s+(\S.*)$/iu.exec(answer) ?? [];
  if (word === undefined || when === undefined) return {scope: {}, when: answer};
  return {scope: {scope: word.toLowerCase() === 'this' ? 'this' : 'series'}, when};
};

const orAskWhich = (thrown: unknown): never => {
  if (!(thrown instanceof GatewayError) || thrown.fault !== 'no-scope') throw thrown;
  throw new Error('It repeats. Type "this 9:30" for one occurrence, or "all 9:30" for all of them.');
};

const report = (
  doors: Doors,
  asked: Asking,
  sentence: string,
  ok: boolean,
  choices?: NonNullable<ReminderPreview['ask']>['choices'],
): void => {
  const asking = askedIn(doors);
  if (asking?.ask !== asked.ask || answerOf(asking) !== answerOf(asked)) return;
  show(doors, {...asking, understood: {of: answerOf(asked), label: sanitize(sentence), ok, ...present({choices})}});
};

const askedIn = ({store}: Doors): Asking | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'ask' ? overlay.asking : undefined;
};

const show = ({store}: Doors, asking: Asking): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'ask', asking}});

const reminderOf = (wire: Wire<TimedReminder>): TimedReminder => fromWire<TimedReminder>(wire);

const HOW_TO_REMIND = 'type the time, then the text: 20m tea, or "next friday 9:00" call Bob';
const PAUSE_MS = 120;
const LONGEST = 2_000;
