// A question for one line, in the composer's place. The daemon's interpretation is shown shortly after typing; Enter
// saves. After a refusal the line stays for correction.

import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {type Edit, edit, emptyEditor} from '../../editor/editor.ts';
import type {Undo} from '../../nouns/noun-action.ts';
import {type Ask, type Asking, answerOf, chosenTime, quickOf, type Understood} from '../../state/ask.ts';
import {closeOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {formatChoices} from '../typed/format-reminder.ts';
import {answerJob, understoodJob} from './ask-job.ts';
import {previewAnswer, type ReminderAsk, saveReminder, soonerQuestion} from './ask-reminder.ts';
import type {OverlayRecord} from './kinds/overlay-record.ts';

export const askFor = (ports: CommandPorts, ask: Ask): void => {
  const text = begunIn(ask);
  const editor = text === undefined ? emptyEditor : edit(emptyEditor, {kind: 'set', text});
  show(ports, {ask, editor, quick: -1});
  void understand(ports);
};

export const ask: OverlayRecord<Extract<Overlay, {kind: 'ask'}>> = {
  kind: 'form',
  lines: (_, {asking}) => [`${SENTENCES[asking.ask.kind]} An empty line cancels.`],
  takesText: () => true,
  type: (ports, {asking}, text) => {
    editAnswer(ports, asking, {kind: 'insert', text});
    return 'taken';
  },
  edit: (ports, {asking}, edit) => editAnswer(ports, asking, edit),
  enter: (ports, {asking}) => {
    void answerAsked(ports, asking);
    return undefined;
  },
  does: {
    'choice.next': (ports, {asking}) => quickAnswer(ports, asking, 1),
    'choice.previous': (ports, {asking}) => quickAnswer(ports, asking, -1),
    // A job instead of a reminder, and back.
    'ask.other': (ports, {asking}) => askFor(ports, {kind: asking.ask.kind === 'remind' ? 'job-name' : 'remind'}),
  },
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

export const editAnswer = (ports: CommandPorts, asking: Asking, change: Edit): void => {
  const flat =
    change.kind === 'insert' || change.kind === 'paste'
      ? {kind: 'insert' as const, text: change.text.replaceAll(/\s+/gu, ' ')}
      : change;
  const editor = edit(asking.editor, flat);
  if (editor.draft.text.length > LONGEST) return;
  show(ports, {...asking, editor});
  if (editor.draft.text !== asking.editor.draft.text) ports.clock.after(PAUSE_MS, () => void understand(ports));
};

/** Takes the next time of an ambiguous answer, or inserts the next quick answer. */
const quickAnswer = (ports: CommandPorts, asking: Asking, way: -1 | 1): void => {
  if (chosenTime(asking) !== undefined) {
    takeChoice(ports, asking, way);
    return;
  }
  const choices = quickOf(asking.ask);
  if (choices.length === 0) return;
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

export const answerAsked = async (ports: CommandPorts, asking: Asking): Promise<void> => {
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
const undoOf = (ask: ReminderAsk | DeleteAsk): Undo | undefined => {
  if (ask.kind === 'pause') return ask.of.kind === 'reminder' ? ask.of : undefined;
  return ask.kind === 'delete' || ask.kind === 'remind' ? undefined : {kind: 'reminder', id: ask.id};
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

const SENTENCES: Readonly<Record<Ask['kind'], string>> = {
  snooze: 'Until when? For example 10m, 1h or tomorrow 9am.',
  move: 'What is the new time? For example in 1h, today 18:00 or tomorrow 9am.',
  pause: 'When does it go on? For example monday, for two weeks.',
  reword: 'What is the new text?',
  remind: 'Type the time, then the text. For example: 20m tea.',
  delete: 'Type the title of the conversation to delete it for good.',
  'job-name': 'What is the name of the job?',
  'job-when': 'When does it run? For example every weekday at 9.',
  'job-what': 'What should the agent do? A line that starts with ! is a command.',
};
const PAUSE_MS = 120;
const LONGEST = 2_000;
