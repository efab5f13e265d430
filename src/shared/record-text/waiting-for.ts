// The event that a reminder waits for, in English: `when alice writes`.
import type {RunEnding, StartsOn, Waiting} from '../records/jobs/starting-event.ts';

/** Empty for a reminder that waits for a time. `once`: only the first such event. Also accepts the wire form. */
export const waitingFor = ({on, once}: Partial<Waiting>): string =>
  on === undefined ? '' : `${once === true ? 'when' : 'every time'} ${clauseOf(on)}`;

/** The text of a reminder that was set without one: `alice wrote`, `backup failed`. */
export const happenedText = (on: StartsOn): string => {
  if (on.kind === 'run') return `${on.name} ${on.status === undefined ? 'ended' : RUN_DID[on.status]}`;
  return `${on.from ?? 'somebody'} ${wrote(on.words)}`;
};

/** `wrote`, `mentioned "launch"` */
export const wrote = (words: string | undefined): string =>
  words === undefined ? 'wrote' : `mentioned ${quotedWords(words)}`;

/** `backup failed` */
export const RUN_DID: Readonly<Record<RunEnding, string>> = {ran: 'ran', failed: 'failed', skipped: 'was skipped'};

const clauseOf = (on: StartsOn): string => {
  if (on.kind === 'run') return `${on.name} ${on.status === undefined ? 'ends' : DOES[on.status]}`;
  return `${on.from ?? 'somebody'} ${on.words === undefined ? 'writes' : `mentions ${quotedWords(on.words)}`}`;
};

/** Words that have quotes of their own stay as they are. */
const quotedWords = (words: string): string => (/["“”„«»]/u.test(words) ? words : `"${words}"`);

/** `when backup fails` */
const DOES: Readonly<Record<RunEnding, string>> = {ran: 'has run', failed: 'fails', skipped: 'is skipped'};
