// Where a person is, and how they are reached, on one line.
import {channelOf} from '../../shared/records/address.ts';
import type {PersonStatus, Presence} from '../../shared/records/presence.ts';

/** `at the terminal; reached by terminal, signal`. */
export const formatPresence = ({presence, reach}: Pick<PersonStatus, 'presence' | 'reach'>): string => {
  const ways = [...new Set(reach.map(channelOf))];
  return `${PRESENCE[presence]}${ways.length === 0 ? '; no address' : `; reached by ${ways.join(', ')}`}`;
};

const PRESENCE: Readonly<Record<Presence, string>> = {
  active: 'at the terminal',
  idle: 'a terminal is open',
  away: 'away',
};
