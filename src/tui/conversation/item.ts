// Item: one entry of the transcript: a message, a tool call, or a mark between them.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Ending} from '../../shared/events/transcript.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {LocalCommand} from '../state/local-command.ts';
import type {Mark, PendingSend} from '../state/ui-state.ts';
import type {Speaker} from './speaker.ts';
import type {ToolUse} from './tool-use.ts';

export type Item =
  | {readonly kind: 'older'; readonly id: 'older'; readonly fetching: boolean}
  /** The following messages aren't held, although newer ones are. */
  | {readonly kind: 'newer'; readonly id: 'newer'; readonly fetching: boolean}
  | {readonly kind: 'day'; readonly id: string; readonly at: EpochMs}
  /** A clock change: the times below don't simply follow those above. */
  | {readonly kind: 'clock'; readonly id: string; readonly label: string}
  /** Unwatched time begins or ends here. */
  | {readonly kind: 'gap' | 'gap-end'; readonly id: string; readonly mark: Mark}
  | {readonly kind: 'divider'; readonly id: 'new'; readonly count: number}
  | (Spoken & {
      readonly kind: 'message';
      readonly message: Message;
      readonly queued: boolean;
      /** The message above announces it: only its beginning is shown. */
      readonly folded?: true;
      /** Calls whose outcome it says in words: shown with it when the details are open. */
      readonly calls?: readonly ToolUse[];
      readonly receipts: readonly Delivery[];
      /** The channel to name beside it: in a conversation over several addresses, and where no receipt names it. */
      readonly badge?: string;
      /** When it was due, if it came late. */
      readonly dueAt?: EpochMs;
    })
  | (Spoken & {readonly kind: 'tool'; readonly tool: ToolUse})
  | (Spoken & {readonly kind: 'thinking'; readonly thought: Thought})
  | (Spoken & {readonly kind: 'writing'; readonly turn: LiveTurn})
  | {readonly kind: 'ending'; readonly id: string; readonly ending: Ending}
  | (Spoken & {readonly kind: 'local'; readonly command: LocalCommand})
  | (Spoken & {readonly kind: 'sending'; readonly send: PendingSend});

/** A speaker's entry: the first row of a group shows name and time. */
export type Spoken = {
  readonly id: string;
  readonly at: EpochMs;
  readonly speaker: Speaker;
  readonly head: boolean;
  /** The time differs from the one shown above. */
  readonly timed: boolean;
  /** Enough time has passed that a narrow screen shows the time. */
  readonly stamped: boolean;
  /** Another exchange starts: an empty row separates it if there is room. */
  readonly apart: boolean;
};

/** The model's thinking before its text; `tookMs` is absent while it still thinks. */
export type Thought = {
  readonly text: string;
  readonly tookMs?: number;
  /** Characters that weren't stored. */
  readonly more?: number;
  readonly turnId?: TurnId;
};
