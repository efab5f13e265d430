// A person's presence and channels, on one line.
import {channelOf} from '../../shared/records/address.ts';
import type {PersonStatus, Presence} from '../../shared/records/delivery/presence.ts';

/** `at the terminal; reached by terminal, signal`. `quietUntil`: when their quiet ends, as text. */
export const formatPresence = (
  {presence, reach, held = 0}: Pick<PersonStatus, 'presence' | 'reach' | 'held'>,
  quietUntil?: string,
): string => {
  const ways = [...new Set(reach.map(channelOf))];
  const reached = REACHED[ways.join(', ')] ?? `; reached by ${ways.join(', ')}`;
  const quiet = quietUntil === undefined ? '' : `; quiet until ${quietUntil}${held === 0 ? '' : `, ${held} waiting`}`;
  return `${PRESENCE[presence]}${reached}${quiet}`;
};

const REACHED: Readonly<Record<string, string>> = {'': '; no address', terminal: '; reminders wait at the terminal'};
const PRESENCE: Readonly<Record<Presence, string>> = {
  active: 'at the terminal',
  idle: 'a terminal is open',
  away: 'away',
};
