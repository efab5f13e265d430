// Item: one thing that stands in the transcript on the screen: what was said, what a tool did, or a mark between them.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Ending} from '../../shared/events/transcript.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Mark, PendingSend} from '../state/ui-state.ts';
import type {Speaker} from './speaker.ts';
import type {ToolUse} from './tool-use.ts';

export type Item =
  | {readonly kind: 'older'; readonly id: 'older'; readonly fetching: boolean}
  /** What follows isn't held, although newer messages are. */
  | {readonly kind: 'newer'; readonly id: 'newer'; readonly fetching: boolean}
  | {readonly kind: 'day'; readonly id: string; readonly at: EpochMs}
  /** The times below do not simply follow those above. */
  | {readonly kind: 'clock'; readonly id: string; readonly words: string}
  /** Time that nobody saw begins or ends here. */
  | {readonly kind: 'gap' | 'gap-end'; readonly id: string; readonly mark: Mark}
  | {readonly kind: 'divider'; readonly id: 'new'; readonly count: number}
  | (Spoken & {
      readonly kind: 'message';
      readonly message: Message;
      readonly queued: boolean;
      /** What was said just above tells of it: only its beginning is shown. */
      readonly folded?: true;
      readonly receipts: readonly Delivery[];
      /** When what it tells of was due, where it came late. */
      readonly dueAt?: EpochMs;
    })
  | (Spoken & {readonly kind: 'tool'; readonly tool: ToolUse})
  | (Spoken & {readonly kind: 'thinking'; readonly thought: Thought})
  | (Spoken & {readonly kind: 'writing'; readonly turn: LiveTurn})
  | {readonly kind: 'ending'; readonly id: string; readonly ending: Ending}
  | (Spoken & {readonly kind: 'sending'; readonly send: PendingSend});

/** What is said by someone: the first row of a stretch names the speaker and the time. */
export type Spoken = {
  readonly id: string;
  readonly at: EpochMs;
  readonly speaker: Speaker;
  readonly head: boolean;
  /** Enough time has passed since what stands above that a narrow screen says the time. */
  readonly stamped: boolean;
  /** Another exchange begins: where there is room, an empty row parts it from the one above. */
  readonly apart: boolean;
};

/** What the model thought before it spoke; `tookMs` is missing while it does. */
export type Thought = {
  readonly text: string;
  readonly tookMs?: number;
  /** Characters that were not kept. */
  readonly more?: number;
  readonly turnId?: TurnId;
};
