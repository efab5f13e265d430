// Frame: what the model learns about a message that no person typed there. It stays data until a prompt is rendered.

import type {EpochMs} from '../time/time.ts';
import type {PassedInstants} from './jobs/passed-instants.ts';

export type Frame =
  /** The message is the result of a job, for the agent to pass on. */
  | {readonly kind: 'result'; readonly job: string}
  /** The message is the task of a job; its result follows word for word. */
  | {readonly kind: 'task'; readonly job: string}
  /**
   * The message is a reminder for the agent to carry out. `copy`: the file with the conversation in which it was set.
   */
  | {readonly kind: 'reminder'; readonly channel: string; readonly copy: string}
  | AlarmFrame
  /** Another program sent the message through this hook. */
  | {readonly kind: 'webhook'; readonly hook: string}
  /** A timer of another program sent the message. */
  | {readonly kind: 'wake'; readonly origin: string; readonly alarmId: string}
  /** Another conversation of the agent sent the message. `depth`: how often it was passed on since a person wrote. */
  | {readonly kind: 'session'; readonly from: string; readonly depth: number}
  /** The message is a task that another conversation of the agent gave. */
  | {readonly kind: 'delegated'; readonly from: string}
  /** The message is the result of a task that this conversation gave, or why there is none. */
  | {
      readonly kind: 'delegation';
      readonly id: string;
      readonly task: string;
      readonly ok: boolean;
      readonly depth: number;
    }
  /** The message goes to several conversations, for the agent to pass on. */
  | {readonly kind: 'broadcast'; readonly from: string; readonly depth: number}
  /** The message is the task of a scheduled job, with the output of its pre-tools. */
  | {readonly kind: 'lookups'; readonly lastOutput?: string; readonly tools: readonly Lookup[]}
  /** The message is an instruction for this material. */
  | {readonly kind: 'material'; readonly sections: readonly {readonly title: string; readonly text: string}[]}
  /** The message summarizes the messages before it. */
  | {readonly kind: 'summary'}
  /** Text from an older daemon that stored no data. */
  | {readonly kind: 'words'; readonly words: string};

/** The output of a pre-tool of a job. */
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
  /** Set for a repeating alarm. */
  readonly cron?: string;
  readonly dueAt: EpochMs;
  /** When it fired, if late. */
  readonly lateAt?: EpochMs;
  /** The operator triggered it. */
  readonly byHand?: true;
  readonly passed?: PassedInstants;
  /** When the conversation was started over, if that happened after the alarm was set. */
  readonly resetAt?: EpochMs;
};
