// The terminal makes no sound each day in the hours of `/bell off 22:00-07:00`, and in the person's quiet hours. Pure.
import {type EpochMs, minuteOfDay, twoDigits} from '../../shared/time/time.ts';
import type {SilentHours, UiState} from './ui-state.ts';

/** By this machine's clock. */
export const isSilent = ({silent, quietUntil = 0}: Pick<UiState, 'silent' | 'quietUntil'>, now: EpochMs): boolean => {
  if (now < quietUntil) return true;
  if (silent === undefined) return false;
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  const {from, to} = silent;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
};

/** `22:00-07:00`; undefined for anything else. */
export const readHours = (text: string): SilentHours | undefined => {
  const [, start = '', end = ''] = /^(\S+?)\s*(?:-|–|to|until)\s*(\S+)$/u.exec(text.trim().toLowerCase()) ?? [];
  const from = minuteOfDay(start);
  const to = minuteOfDay(end);
  return from === undefined || to === undefined || from === to ? undefined : {from, to};
};

export const formatHours = ({from, to}: SilentHours): string => `from ${clock(from)} to ${clock(to)}`;

const clock = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
