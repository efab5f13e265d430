// What a model thinks before it speaks, where it lets that be seen: told as it comes, kept with the step's message, bounded. It
// is for the person's eyes only: no model reads it again, no channel carries it.
import type {Message, Thinking} from '../../shared/records/message.ts';
import type {Clock} from '../../shared/time/clock.ts';

export type ThinkingPart =
  | {readonly kind: 'begun'}
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'ended'};

/** `offset`: how much came before it in this step. `tookMs` is there when the model has stopped thinking, for now. */
export type ThinkingPiece = {readonly text: string; readonly offset: number; readonly tookMs?: number};

type StepThinking = {
  readonly hear: (part: ThinkingPart) => void;
  /** The model does something else now. */
  readonly over: () => void;
  /** What a client is shown that comes in the middle of it. */
  readonly live: () => {readonly thinking?: {readonly text: string; readonly tookMs?: number}};
  /** What is kept with the message of the step: nothing where there was nothing to read. */
  readonly kept: () => Pick<Message, 'thinking'>;
};

/** Listens to the thinking of one step; several stretches of it (and those of a model that is asked again) are one text. */
export const createThinking = (clock: Clock, tell: (piece: ThinkingPiece) => void): StepThinking => {
  let text = '';
  let more = 0;
  let tookMs = 0;
  let since: number | undefined;
  /** A new stretch has begun: its first words stand apart from what is there. */
  let apart = false;

  const add = (words: string): void => {
    const piece = words.slice(0, Math.max(0, MOST_KEPT - text.length)).toWellFormed();
    more += words.length - piece.length;
    if (piece === '') return;
    const offset = text.length;
    text += piece;
    tell({text: piece, offset});
  };

  const over = (): void => {
    if (since === undefined) return;
    tookMs += clock.now() - since;
    since = undefined;
    if (text !== '') tell({text: '', offset: text.length, tookMs});
  };

  return {
    hear: part => {
      if (part.kind === 'ended') {
        over();
        return;
      }
      since ??= clock.now();
      if (part.kind === 'begun') {
        apart = text !== '';
        return;
      }
      add(apart ? `\n\n${part.text}` : part.text);
      apart = false;
    },
    over,
    live: () => (text === '' ? {} : {thinking: {text, ...(since === undefined ? {tookMs} : {})}}),
    kept: () => {
      over();
      const thinking: Thinking = {text, tookMs, ...(more === 0 ? {} : {more})};
      return text.trim() === '' ? {} : {thinking};
    },
  };
};

/** A few pages: whoever wants to know how it came to its answer reads no more. */
const MOST_KEPT = 20_000;
