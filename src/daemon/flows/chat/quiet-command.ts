// `/quiet` and `/digest` in a chat: the person's quiet hours, and what they hold back.

import {type Address, isGroup} from '../../../shared/records/address.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Reach} from '../../delivery/reach/aim.ts';

type Asked = {readonly chat: Address; readonly user: string; readonly rest: string};

/** `set`: changes or plans the quiet hours by words, and throws for others. `rest`: the words behind `/quiet`. */
export const performQuietCommand = (
  {quietUntil, plannedQuiet}: Pick<Reach, 'quietUntil' | 'plannedQuiet'>,
  set: (user: string, words: string) => void,
  {chat, user, rest}: Asked,
  formatAt: (at: EpochMs) => string,
): string => {
  if (isGroup(chat)) return '/quiet works only in a direct chat.';
  if (rest !== '') set(user, rest);
  const until = quietUntil(user);
  const now =
    until === undefined
      ? /^off$/iu.test(rest)
        ? 'Quiet hours are off.'
        : 'Nothing is held back.'
      : `Quiet until ${formatAt(until)}. Reminders still ring.`;
  const planned = plannedQuiet(user).map(
    ({fromAt, untilAt}, index) => `${index + 1}. ${formatAt(fromAt)} to ${formatAt(untilAt)}`,
  );
  return [now, ...(planned.length === 0 ? [] : ['Planned (/quiet off 1 removes the first):', ...planned])].join('\n');
};

export const performDigestCommand = ({deliverHeld}: Pick<Reach, 'deliverHeld'>, {chat, user}: Asked): string => {
  if (isGroup(chat)) return '/digest works only in a direct chat.';
  const waiting = deliverHeld(user);
  if (waiting === 0) return 'No held messages.';
  return waiting === 1 ? 'Sending 1 held message.' : `Sending ${waiting} held messages.`;
};
