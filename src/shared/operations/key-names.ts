// The keys of the terminal UI that the configuration may change, by what they do; and the rows with keys of their own.
import {DELIVERY_KEYS, DELIVERY_ROWS} from './delivery-operations.ts';
import {JOB_KEYS, JOB_ROWS} from './job-operations.ts';
import {COMMON_KEYS} from './operation.ts';
import {REMINDER_ROWS} from './reminder-operations.ts';

/** The usual keys of the actions on a row, and what can't be done to a row that has no such action. */
export const ROW_KEYS = {...COMMON_KEYS, ...DELIVERY_KEYS, ...JOB_KEYS};
export type RowKey = keyof typeof ROW_KEYS;

/** The rows of lists with keys of their own, by kind and state, as the help names them. */
export const ROWS = {
  ...REMINDER_ROWS,
  'on-alarm': 'alarm',
  ...JOB_ROWS,
  ...DELIVERY_ROWS,
  'on-task': 'task',
  'on-run': 'run',
} as const;
export type RowContext = keyof typeof ROWS;

const OTHER_NAMES = [
  'run-conversation',
  'edit-job',
  'new',
  'undo',
  'why',
  'copy',
  'copy-all',
  'copy-code',
  'pager',
  'reply',
  'fork',
  'menu',
  'search',
  'kinds',
  'week',
  'zen',
  'find',
  'conversations',
  'unread',
  'tools',
  'thinking',
  'editor',
  'history',
] as const;
export type KeyName = RowKey | (typeof OTHER_NAMES)[number];

export const KEY_NAMES: readonly KeyName[] = [...(Object.keys(ROW_KEYS) as RowKey[]), ...OTHER_NAMES];

/** The key for something, as the person chose it: a sentence that names a key names theirs. */
export type KeyFor = (name: KeyName) => string;

/** The chosen keys, each as the terminal UI writes it: `S`, `ctrl+t`, `alt+w`. */
export type KeyChoices = Readonly<Partial<Record<KeyName, string>>>;

export const isKeyName = (name: string): name is KeyName => KEY_NAMES.some(known => known === name);

/** True if people can press it in every terminal: a character, or one with Ctrl or Alt. */
export const isChoosable = (key: string): boolean => KEY.test(key) && !TAKEN.has(key);

const KEY = /^(?:[!-~]|ctrl\+[a-z]|alt\+[a-z0-9])$/u;
/** Terminals, multiplexers and the way out need these. */
const TAKEN: ReadonlySet<string> = new Set(
  ['c', 'd', 'h', 'i', 'j', 'm', 'q', 's', 'z'].map(letter => `ctrl+${letter}`),
);
