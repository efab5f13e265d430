// Ask: one line that is asked for, in the place where one writes: until when to snooze, when instead, what to be reminded of and
// when. What the words mean is the daemon's to say; it is shown before anything is saved.
import type {ReminderId} from '../../shared/records/ids.ts';
import type {Editor} from '../editor/editor.ts';

export type Ask =
  | {readonly kind: 'snooze'; readonly id: ReminderId; readonly message: string}
  /** Another time for a pending reminder. */
  | {readonly kind: 'move'; readonly id: ReminderId; readonly message: string}
  /** A new reminder: when and what, in one line. */
  | {readonly kind: 'remind'};

export type Asking = {
  readonly ask: Ask;
  readonly editor: Editor;
  /** Which of the quick answers Tab put there last. */
  readonly quick: number;
  /** What the daemon made of the words, or why it made nothing of them. */
  readonly understood?: Understood;
};

type Understood = {
  /** The words it is about. */
  readonly of: string;
  readonly words: string;
  readonly ok: boolean;
};

/** The answers that are given most; the first is what an empty line means. */
export const QUICK: Readonly<Record<Ask['kind'], readonly string[]>> = {
  snooze: ['10m', '1h', 'tomorrow 9am'],
  move: ['in 1h', 'today 18:00', 'tomorrow 9am'],
  remind: [],
};

/** The answer as it stands: what is written, else the first of the quick ones. */
export const answerOf = ({ask, editor}: Asking): string => {
  const text = editor.draft.text.trim();
  return text === '' ? (QUICK[ask.kind][0] ?? '') : text;
};
