// Asks for a time: shows the daemon's interpretation shortly after typing; Enter saves. After a refusal the line stays for correction.

import {omit} from '../../../shared/fields/omit.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {type Edit, edit, emptyEditor} from '../../editor/editor.ts';
import type {Undo} from '../../nouns/undo.ts';
import {type Ask, type Asking, answerOf, chosenTime, quickOf, type Understood} from '../../state/ask.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';
import {formatChoices} from '../typed/format-reminder.ts';
import {answerJob, understoodJob} from './ask-job.ts';
import {type ReminderAsk, readAnswer, saveReminder, soonerQuestion} from './ask-reminder.ts';

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
    case 'remind':
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
  const choices = asking === undefined ? [] : quickOf(asking.ask);
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
    show(doors, {
      ...asking,
      understood: {...omit(understood, 'isAsked'), chosen, ok: true, label: formatChoices(choices, chosen)},
    });
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
    const question = isAskedAlready(asking) ? undefined : await soonerQuestion(doors, asking);
    if (question !== undefined)
      return report(doors, asking, {...asking.understood, label: question, ok: false, isAsked: true});
    const sentence =
      ask.kind === 'delete'
        ? await deleteNamed(doors, ask, answerOf(asking))
        : await saveReminder(doors, {...asking, ask});
    if (askedIn(doors)?.ask === asking.ask) doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
    say(doors, 'ok', sentence, undoOf(ask));
  } catch (thrown) {
    report(doors, asking, {label: errorMessage(thrown), ok: false});
  }
};

const isAskedAlready = (asking: Asking): boolean =>
  asking.understood?.isAsked === true && asking.understood.of === answerOf(asking);

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

/** Only the title deletes it. */
const deleteNamed = async ({link}: Doors, {session, title}: DeleteAsk, answer: string): Promise<string> => {
  if (answer.toLowerCase() !== title.trim().toLowerCase()) throw new Error(`the title is: ${title}`);
  const {reminders, alarms} = await link.call('session.delete', {session});
  const moved = reminders + alarms === 0 ? '' : ' Its reminders and alarms are in your own conversation now.';
  return `Deleted "${title}" for good.${moved}`;
};

/** Requests the interpretation. Responses to older text are dropped when shown. */
const understand = async (doors: Doors): Promise<void> => {
  const asking = askedIn(doors);
  if (asking === undefined || asking.understood?.of === answerOf(asking)) return;
  const {ask} = asking;
  const answer = answerOf(asking);
  if (answer === '' || ask.kind === 'delete') return;
  try {
    if (isOfJob(ask)) {
      const label = await understoodJob(doors, ask, answer);
      if (label !== undefined) report(doors, asking, {label, ok: true});
    } else {
      const read = await readAnswer(doors, ask, answer);
      if (read !== undefined) report(doors, asking, {...read, ok: true});
    }
  } catch (thrown) {
    report(doors, asking, {label: errorMessage(thrown), ok: false});
  }
};

const report = (doors: Doors, asked: Asking, understood: Omit<Understood, 'of'>): void => {
  const asking = askedIn(doors);
  if (asking?.ask !== asked.ask || answerOf(asking) !== answerOf(asked)) return;
  const {label} = understood;
  show(doors, {...asking, understood: {...understood, of: answerOf(asked), label: sanitize(label)}});
};

const askedIn = ({store}: Doors): Asking | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'ask' ? overlay.asking : undefined;
};

const show = ({store}: Doors, asking: Asking): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'ask', asking}});

const PAUSE_MS = 120;
const LONGEST = 2_000;
