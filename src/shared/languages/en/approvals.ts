// Questions about calls of the agent on the phone, in English.

import type {Approval} from '../../records/approval.ts';
import {channelFacts} from '../../records/channels.ts';

/** `where`: the channel of the answer, if it isn't this one. */
type Answered = {readonly where: string | undefined; readonly by: string | undefined};

export const ENGLISH_APPROVALS = {
  /** The effects in one sentence. */
  effect: ({effect}: Pick<Approval, 'effect' | 'effects' | 'tool'>, _origins: string | undefined) => effect,
  asks: (effect: string) => `Rooster asks: ${effect}`,
  because: (reason: string) => reason,
  cut: (characters: number) => `(${characters} characters; rooster approvals show has all of them)`,
  /** `until`: an instant in this language's words. */
  how: (channel: string, until: string) =>
    channel === 'signal'
      ? `👍 approves, 👎 denies, or quote this message with yes or no. Until ${until}.`
      : `Answer with a button or at the terminal. Until ${until}.`,
  hint: 'My question still waits. Only 👍 or 👎 on the question itself answers it, or a quote of it with yes or no.',
  approved: (answered: Answered) => `Approved${byWhom(answered)}. It runs now.`,
  denied: (answered: Answered) => `Denied${byWhom(answered)}. Nothing was run.`,
  late: 'Nobody answered in time. Nothing was run.',
  stopped: 'The turn was stopped. Nothing was run.',
  /** The title and the buttons of a notification, and its text where the question may not be shown. */
  title: 'Rooster asks',
  approve: 'Approve',
  deny: 'Deny',
  hidden: 'Rooster asks you something. Look at the terminal or at Signal.',
};

const byWhom = ({where, by}: Answered): string => {
  const place = where === undefined ? '' : ` ${channelFacts(where)?.place ?? `on ${where}`}`;
  return `${by === undefined ? '' : ` by ${by}`}${place}`;
};
