// Which keys mean something on the selected row of a list: it follows from what the row is and how it stands.
import {assertNever} from '../../shared/gateway-error.ts';
import type {ListRow} from '../lists/list-row.ts';

export type RowContext =
  | 'on-reminder'
  | 'on-fired'
  | 'on-alarm'
  | 'on-cron'
  | 'on-paused'
  | 'on-waiting'
  | 'on-dead'
  | 'on-run'
  | 'on-row';

export const rowContexts = (row: ListRow | undefined): readonly RowContext[] => {
  if (row === undefined) return [];
  switch (row.kind) {
    case 'reminder':
      if (row.reminder.state === 'fired') return ['on-fired', 'on-row'];
      return row.reminder.state === 'pending' ? ['on-reminder', 'on-row'] : ['on-row'];
    case 'alarm':
      return ['on-alarm', 'on-row'];
    case 'cron':
    case 'window':
      return [row.job.paused ? 'on-paused' : 'on-cron', 'on-row'];
    case 'run':
      return row.reminder === undefined ? ['on-run', 'on-row'] : ['on-fired', 'on-run', 'on-row'];
    case 'delivery':
      if (row.delivery.state === 'dead') return ['on-dead', 'on-row'];
      return row.delivery.state === 'queued' ? ['on-waiting', 'on-row'] : ['on-row'];
    case 'turn':
    case 'event':
    case 'quiet':
    case 'invalid':
      return ['on-row'];
    case 'divider':
    case 'note':
    case 'now':
      return [];
    default:
      return assertNever(row);
  }
};

/** Why a key of the rows does nothing on this one. */
export const whyNot = (row: ListRow | undefined, key: string): string => {
  if (row === undefined) return 'nothing is selected';
  const verb = VERBS[key] ?? 'do that';
  return `one cannot ${verb} ${nameOf(row)}${because(row, key)}`;
};

const because = (row: ListRow, key: string): string => {
  if (row.kind === 'cron' || row.kind === 'window') {
    return key === 's' || key === 'e' || key === 'd' || key === 'x'
      ? `; its time and its end are in ${row.job.origin === 'config' ? 'the configuration' : row.job.origin}, and p pauses it`
      : '';
  }
  if (row.kind === 'quiet') return `; ${row.wake.kind}.enabled in the configuration switches it off`;
  if (row.kind === 'alarm') return '; x cancels it, and F sets it off now';
  if (row.kind === 'invalid') return '; mend the file, it is read again by itself';
  if (row.kind === 'reminder' && row.reminder.state === 'firing') return ': it is firing just now';
  if (row.kind === 'delivery' && (key === 'R' || key === 'x')) return ` that is ${row.delivery.state}`;
  return '';
};

const nameOf = (row: ListRow): string => NAMES[row.kind];

const NAMES: Readonly<Record<ListRow['kind'], string>> = {
  reminder: 'this reminder',
  alarm: 'an alarm',
  cron: 'a cron job',
  window: 'a cron job',
  quiet: 'what comes by itself in a quiet conversation',
  invalid: 'a file that is no job',
  run: 'a run that has ended',
  delivery: 'a delivery',
  turn: 'a turn',
  event: 'an event',
  divider: 'this',
  note: 'this',
  now: 'this',
};

const VERBS: Readonly<Record<string, string>> = {
  s: 'snooze',
  d: 'call done',
  e: 'move',
  x: 'cancel',
  p: 'pause',
  F: 'run',
  R: 'send again',
};
