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

/** The span in a message that asks for quiet without a slash. */
export const quietSaid = (text: string): string | undefined => (QUIET.exec(text) ?? QUIET_LAST.exec(text))?.[1];

/** "quiet 2h" and "quiet saturday 8 to 18" without a slash mean nothing else. */
const QUIET =
  /^\s*(?:quiet|ruhe)\s+(off(?: \d+)?|\d+\s?(?:m|min|minutes?|h|hours?)|until \d{1,2}:\d{2}|\S.{0,40}\d.{0,10}(?: to | until | bis |-|–)\s?\d[\d:.]{0,5}(?: ?(?:am|pm|uhr))?)\s*$/iu;
/** German says it behind: "Samstag 8 bis 18 Uhr Ruhe". Only a day and two times, so that a sentence stays one. */
const QUIET_LAST =
  /^\s*((?:(?:am|on)\s+)?\p{L}+\.?\s+\d[\d:.]{0,5}(?:\s?(?:am|pm|uhr))?(?: to | until | bis |\s?[-–]\s?)\d[\d:.]{0,5}(?:\s?(?:am|pm|uhr))?)\s+(?:quiet|ruhe)\s*$/iu;
