// Frame: what the model is told about a message that no person typed where it stands. It is data until a prompt is made of it.

import type {EpochMs} from '../time/time.ts';
import type {PassedInstants} from './passed-instants.ts';

export type Frame =
  /** The message is the result of a job, for the agent to pass on. */
  | {readonly kind: 'result'; readonly job: string}
  /** The message is the task of a job; its result follows word for word. */
  | {readonly kind: 'task'; readonly job: string}
  /** The message is a reminder for the agent to carry out. `copy`: the file that holds the conversation it was set in. */
  | {readonly kind: 'reminder'; readonly channel: string; readonly copy: string}
  | AlarmFrame
  /** The message is the task of a scheduled job; what its tools printed before it. */
  | {readonly kind: 'lookups'; readonly lastOutput?: string; readonly tools: readonly Lookup[]}
  /** The message says what to do with this material. */
  | {readonly kind: 'material'; readonly sections: readonly {readonly title: string; readonly text: string}[]}
  /** The message is the summary of what came before it. */
  | {readonly kind: 'summary'}
  /** Words that an older daemon wrote, which kept no data. */
  | {readonly kind: 'words'; readonly words: string};

/** What a tool printed for a job before the model was asked. */
export type Lookup = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
};

/** The message is the note of an alarm. */
export type AlarmFrame = {
  readonly kind: 'alarm';
  readonly id: string;
  readonly zone: string;
  readonly setAt: EpochMs;
  readonly setBy: 'agent' | 'operator';
  /** It comes again. */
  readonly cron?: string;
  readonly dueAt: EpochMs;
  /** When it came, where it came late. */
  readonly lateAt?: EpochMs;
  /** The operator set it off. */
  readonly byHand?: true;
  readonly passed?: PassedInstants;
  /** The conversation was started over since it was set. */
  readonly resetAt?: EpochMs;
};
