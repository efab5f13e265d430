// Collects a model's visible thinking: published as it arrives, and stored with the step's message up to a limit. Only
// the person sees it; no model or channel gets it.
import type {Message, Thinking} from '../../shared/records/message.ts';
import type {Clock} from '../../shared/time/clock.ts';

export type ThinkingPart =
  | {readonly kind: 'begun'}
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'ended'};

/** `offset`: the length of the step's thinking before this piece. `tookMs`: set when the model has paused thinking. */
export type ThinkingPiece = {readonly text: string; readonly offset: number; readonly tookMs?: number};

type StepThinking = {
  readonly onPart: (part: ThinkingPart) => void;
  /** Ends a stretch of thinking, because the model now does something else. */
  readonly over: () => void;
  /** The thinking so far, for a client that connects during it. */
  readonly live: () => {readonly thinking?: {readonly text: string; readonly tookMs?: number}};
  /** The stored thinking, empty if there was none. */
  readonly kept: () => Pick<Message, 'thinking'>;
};

/** Collects the thinking of one step. Several stretches, including those of a retry, become one text. */
export const createThinking = (clock: Clock, publish: (piece: ThinkingPiece) => void): StepThinking => {
  let text = '';
  let more = 0;
  let tookMs = 0;
  let since: number | undefined;
  /** The next text starts a new stretch and gets a blank line before it. */
  let apart = false;

  const add = (received: string): void => {
    const piece = received.slice(0, Math.max(0, MOST_KEPT - text.length)).toWellFormed();
    more += received.length - piece.length;
    if (piece === '') return;
    const offset = text.length;
    text += piece;
    publish({text: piece, offset});
  };

  const over = (): void => {
    if (since === undefined) return;
    tookMs += clock.now() - since;
    since = undefined;
    if (text !== '') publish({text: '', offset: text.length, tookMs});
  };

  return {
    onPart: part => {
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
    live: () => (text === '' ? {} : {thinking: {text, tookMs: since === undefined ? tookMs : undefined}}),
    kept: () => {
      over();
      const thinking: Thinking = {text, tookMs, more: more !== 0 ? more : undefined};
      return text.trim() === '' ? {} : {thinking};
    },
  };
};

/** A few pages are enough to see how the model reached its answer. */
const MOST_KEPT = 20_000;
