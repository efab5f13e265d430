// Ask: a question for one line of input in the composer's place: a snooze time, a new time, a reminder. The daemon
// interprets the answer, and the result is shown before anything is saved.
import type {ReminderId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Editor} from '../editor/editor.ts';

export type Ask =
  | {readonly kind: 'snooze'; readonly id: ReminderId; readonly message: string}
  /** A new time for a pending reminder. `repeats`: for one occurrence or for all. */
  | {readonly kind: 'move'; readonly id: ReminderId; readonly message: string; readonly repeats?: true}
  /** When a pause of a reminder or a job ends. */
  | {readonly kind: 'pause'; readonly of: Paused; readonly message: string}
  /** A new text for a pending reminder. */
  | {readonly kind: 'reword'; readonly id: ReminderId; readonly message: string}
  /** A new reminder: time and text in one line. `typed`: behind `/remind`. */
  | {readonly kind: 'remind'; readonly typed?: string}
  /** Deletes a conversation: its title is the answer. */
  | {readonly kind: 'delete'; readonly session: SessionKey; readonly title: string}
  /** A new job: its name, its schedule, and what it does, one after the other. */
  | {readonly kind: 'job-name'; readonly typed?: string}
  | {readonly kind: 'job-when'; readonly name: string}
  /** `task`: what a whole sentence asked for. */
  | {readonly kind: 'job-what'; readonly name: string; readonly when: string; readonly task?: string};

type Paused = {readonly kind: 'reminder'; readonly id: ReminderId} | {readonly kind: 'job'; readonly name: string};

export type Asking = {
  readonly ask: Ask;
  readonly editor: Editor;
  /** The index of the quick answer that Tab inserted last. */
  readonly quick: number;
  /** The daemon's interpretation of the answer, or why it failed. */
  readonly understood?: Understood;
};

export type Understood = {
  /** The interpreted text. */
  readonly of: string;
  readonly label: string;
  readonly ok: boolean;
  /** The times that ambiguous words may mean. Tab takes the next one. */
  readonly choices?: readonly TimeChoice[];
  /** The index of the chosen one. */
  readonly chosen?: number;
  /** The person was asked whether to snooze to an earlier time. */
  readonly isAsked?: true;
};

export type TimeChoice = {readonly label: string; readonly when: string};

/** The chosen time of an ambiguous answer. Undefined while the likeliest is meant, or where nothing is ambiguous. */
export const chosenTime = (asking: Asking): TimeChoice | undefined => {
  const {understood} = asking;
  return understood?.of === answerOf(asking) ? understood.choices?.[understood.chosen ?? 0] : undefined;
};

/**
 * The most common answers; an empty line means the first. A series has none, since only the person knows whether one or
 * all are meant.
 */
export const quickOf = (ask: Ask): readonly string[] =>
  ask.kind === 'move' && ask.repeats === true ? [] : QUICK[ask.kind];

const QUICK: Readonly<Record<Ask['kind'], readonly string[]>> = {
  snooze: ['10m', '1h', 'tomorrow 9am'],
  move: ['in 1h', 'today 18:00', 'tomorrow 9am'],
  pause: ['tomorrow 9am', 'monday', 'for two weeks'],
  reword: [],
  remind: [],
  delete: [],
  'job-name': [],
  'job-when': ['every weekday at 9', 'every day at 18:00', 'every monday at 9'],
  'job-what': [],
};

/** The current answer: the typed text, otherwise the first quick answer. */
export const answerOf = ({ask, editor}: Asking): string => {
  const text = editor.draft.text.trim();
  return text === '' ? (quickOf(ask)[0] ?? '') : text;
};
