// Asking when: what is written is shown to the daemon a moment later, and what it understood is said back; Enter saves it. A
// refusal leaves the line as it is, to be mended.

import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {TimedReminder} from '../../../shared/records/jobs.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {countdown} from '../../../shared/time/format-time.ts';
import {type Edit, edit, emptyEditor} from '../../editor/editor.ts';
import {readRemind} from '../../input/remind-words.ts';
import {type Ask, type Asking, answerOf, QUICK} from '../../state/ask.ts';
import {type Doors, exactNow} from '../doors.ts';
import {say} from '../session-actions.ts';
import {formatReminder, whenSet} from '../typed/format-reminder.ts';

export const askFor = (doors: Doors, ask: Ask): void => {
  show(doors, {ask, editor: emptyEditor, quick: -1});
  void understand(doors);
};

/** An edit of the line that is asked for; false when none is. */
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

/** The next of the answers that are given most. */
export const quickAnswer = (doors: Doors, way: -1 | 1): void => {
  const asking = askedIn(doors);
  const choices = asking === undefined ? [] : QUICK[asking.ask.kind];
  if (asking === undefined || choices.length === 0) return;
  const quick = (asking.quick + way + choices.length) % choices.length;
  show(doors, {...asking, quick, editor: edit(asking.editor, {kind: 'set', text: choices[quick] ?? ''})});
  void understand(doors);
};

export const answerAsked = async (doors: Doors): Promise<void> => {
  const asking = askedIn(doors);
  if (asking === undefined) return;
  try {
    const words = await save(doors, asking);
    if (askedIn(doors)?.ask === asking.ask) doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
    say(doors, 'ok', words);
  } catch (thrown) {
    told(doors, asking, errorMessage(thrown), false);
  }
};

const save = async (doors: Doors, asking: Asking): Promise<string> => {
  const {link, newKey} = doors;
  const {ask} = asking;
  const answer = answerOf(asking);
  const now = (): number => exactNow(doors);
  switch (ask.kind) {
    case 'snooze':
      return `snoozed until ${whenSet(reminderOf(await link.call('reminder.snooze', {id: ask.id, when: answer})), now())}`;
    case 'move':
      return `moved to ${whenSet(reminderOf(await link.call('reminder.edit', {id: ask.id, when: answer})), now())}`;
    case 'remind': {
      const words = readRemind(answer);
      if (words === undefined) throw new Error(HOW_TO_REMIND);
      return formatReminder(reminderOf(await link.call('reminder.set', {...words, key: newKey()})), now());
    }
  }
};

/** Asks what the words mean. Answers to words that have changed since are dropped where they are shown. */
const understand = async (doors: Doors): Promise<void> => {
  const asking = askedIn(doors);
  if (asking === undefined || asking.understood?.of === answerOf(asking)) return;
  const {ask} = asking;
  const answer = answerOf(asking);
  if (answer === '') return;
  const remind = ask.kind === 'remind' ? readRemind(answer) : undefined;
  if (ask.kind === 'remind' && remind === undefined) {
    told(doors, asking, HOW_TO_REMIND, false);
    return;
  }
  try {
    const id = ask.kind === 'remind' ? {} : {id: ask.id};
    const {at, understood} = fromWire<{at: number; zone: string; understood: string}>(
      await doors.link.call('reminder.understand', {when: remind?.when ?? answer, ...id}),
    );
    const left = `in ${countdown(at - exactNow(doors))}`;
    const often = remind?.nag === undefined ? '' : `, again every ${remind.nag} until done`;
    told(doors, asking, `${understood}, ${left}${often}${remind === undefined ? '' : `: ${remind.message}`}`, true);
  } catch (thrown) {
    told(doors, asking, errorMessage(thrown), false);
  }
};

const told = (doors: Doors, asked: Asking, words: string, ok: boolean): void => {
  const asking = askedIn(doors);
  if (asking?.ask !== asked.ask || answerOf(asking) !== answerOf(asked)) return;
  show(doors, {...asking, understood: {of: answerOf(asked), words: sanitize(words), ok}});
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
