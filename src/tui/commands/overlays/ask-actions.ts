// Asks for a time: shows the daemon's interpretation shortly after typing; Enter saves. After a refusal the line stays
// for correction.

import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {type Edit, edit, emptyEditor} from '../../editor/editor.ts';
import type {Undo} from '../../nouns/undo.ts';
import {type Ask, type Asking, answerOf, chosenTime, quickOf, type Understood} from '../../state/ask.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {formatChoices} from '../typed/format-reminder.ts';
import {answerJob, understoodJob} from './ask-job.ts';
import {previewAnswer, type ReminderAsk, saveReminder, soonerQuestion} from './ask-reminder.ts';

export const askFor = (ports: CommandPorts, ask: Ask): void => {
  const text = begunIn(ask);
  const editor = text === undefined ? emptyEditor : edit(emptyEditor, {kind: 'set', text});
  show(ports, {ask, editor, quick: -1});
  void understand(ports);
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
export const editAnswer = (ports: CommandPorts, change: Edit): boolean => {
  const asking = askedIn(ports);
  if (asking === undefined) return false;
  const flat =
    change.kind === 'insert' || change.kind === 'paste'
      ? {kind: 'insert' as const, text: change.text.replaceAll(/\s+/gu, ' ')}
      : change;
  const editor = edit(asking.editor, flat);
  if (editor.draft.text.length > LONGEST) return true;
  show(ports, {...asking, editor});
  if (editor.draft.text !== asking.editor.draft.text) ports.clock.after(PAUSE_MS, () => void understand(ports));
  return true;
};

/** Takes the next time of an ambiguous answer, or inserts the next quick answer. */
export const quickAnswer = (ports: CommandPorts, way: -1 | 1): void => {
  const asking = askedIn(ports);
  if (asking !== undefined && chosenTime(asking) !== undefined) {
    takeChoice(ports, asking, way);
    return;
  }
  const choices = asking === undefined ? [] : quickOf(asking.ask);
  if (asking === undefined || choices.length === 0) return;
  const quick = (asking.quick + way + choices.length) % choices.length;
  show(ports, {...asking, quick, editor: edit(asking.editor, {kind: 'set', text: choices[quick] ?? ''})});
  void understand(ports);
};

const takeChoice = (ports: CommandPorts, asking: Asking, way: -1 | 1): void => {
  const {understood} = asking;
  const choices = understood?.choices ?? [];
  const chosen = ((understood?.chosen ?? 0) + way + choices.length) % choices.length;
  if (understood !== undefined)
    show(ports, {
      ...asking,
      understood: {...understood, isAsked: undefined, chosen, ok: true, label: formatChoices(choices, chosen)},
    });
};

export const answerAsked = async (ports: CommandPorts): Promise<void> => {
  const asking = askedIn(ports);
  if (asking === undefined) return;
  try {
    const {ask} = asking;
    if (isOfJob(ask)) {
      const next = await answerJob(ports, ask, answerOf(asking));
      if (typeof next !== 'string') {
        if (askedIn(ports)?.ask === ask) askFor(ports, next);
        return;
      }
      if (askedIn(ports)?.ask === ask) ports.store.update(closeOverlay);
      return say(ports, 'ok', next);
    }
    const question = isAskedAlready(asking) ? undefined : await soonerQuestion(ports, asking);
    if (question !== undefined)
      return report(ports, asking, {...asking.understood, label: question, ok: false, isAsked: true});
    const sentence =
      ask.kind === 'delete'
        ? await deleteNamed(ports, ask, answerOf(asking))
        : await saveReminder(ports, {...asking, ask});
    if (askedIn(ports)?.ask === asking.ask) ports.store.update(closeOverlay);
    say(ports, 'ok', sentence, undoOf(ask));
  } catch (thrown) {
    report(ports, asking, {label: errorMessage(thrown), ok: false});
  }
};

const isAskedAlready = (asking: Asking): boolean =>
  asking.understood?.isAsked === true && asking.understood.of === answerOf(asking);

/** The undo of the change; a new reminder is cancelled instead. */
const undoOf = (ask: ReminderAsk | DeleteAsk): Undo | undefined =>
  ask.kind === 'delete' || ask.kind === 'remind' ? undefined : {kind: 'reminder', id: ask.id};

/** Tab on an empty line: a job instead of a reminder, and back. */
export const askOther = (ports: CommandPorts): void => {
  const asking = askedIn(ports);
  if (asking === undefined) return;
  askFor(ports, {kind: asking.ask.kind === 'remind' ? 'job-name' : 'remind'});
};

const isOfJob = (ask: Ask): ask is Extract<Ask, {readonly kind: `job-${string}`}> => ask.kind.startsWith('job-');

type DeleteAsk = Extract<Ask, {readonly kind: 'delete'}>;

/** Only the title deletes it. */
const deleteNamed = async ({link}: CommandPorts, {session, title}: DeleteAsk, answer: string): Promise<string> => {
  if (answer.toLowerCase() !== title.trim().toLowerCase()) throw new Error(`the title is: ${title}`);
  const {reminders, alarms} = await link.call('session.delete', {session});
  const moved = reminders + alarms === 0 ? '' : ' Its reminders and alarms are in your own conversation now.';
  return `Deleted "${title}" for good.${moved}`;
};

/** Requests the interpretation. Responses to older text are dropped when shown. */
const understand = async (ports: CommandPorts): Promise<void> => {
  const asking = askedIn(ports);
  if (asking === undefined || asking.understood?.of === answerOf(asking)) return;
  const {ask} = asking;
  const answer = answerOf(asking);
  if (answer === '' || ask.kind === 'delete') return;
  try {
    if (isOfJob(ask)) {
      const label = await understoodJob(ports, ask, answer);
      if (label !== undefined) report(ports, asking, {label, ok: true});
    } else {
      const read = await previewAnswer(ports, ask, answer);
      if (read !== undefined) report(ports, asking, {...read, ok: true});
    }
  } catch (thrown) {
    report(ports, asking, {label: errorMessage(thrown), ok: false});
  }
};

const report = (ports: CommandPorts, asked: Asking, understood: Omit<Understood, 'of'>): void => {
  const asking = askedIn(ports);
  if (asking?.ask !== asked.ask || answerOf(asking) !== answerOf(asked)) return;
  const {label} = understood;
  show(ports, {...asking, understood: {...understood, of: answerOf(asked), label: sanitize(label)}});
};

const askedIn = ({store}: CommandPorts): Asking | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'ask' ? overlay.asking : undefined;
};

const show = ({store}: CommandPorts, asking: Asking): void => store.update(showOverlay({kind: 'ask', asking}));

const PAUSE_MS = 120;
const LONGEST = 2_000;
