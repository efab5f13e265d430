// The keys of the terminal UI that the configuration may change, by what they do; and the usual ones of list rows.

export const KEY_NAMES = [
  'snooze',
  'done',
  'skip',
  'cancel',
  'move',
  'text',
  'pause',
  'run',
  'retry',
  'discard',
  'hold',
  'dry-run',
  'last-run',
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
export type KeyName = (typeof KEY_NAMES)[number];

/** The key for something, as the person chose it: a sentence that names a key names theirs. */
export type KeyFor = (name: KeyName) => string;

/** The usual keys of the actions on a row, and what can't be done to a row that has no such action. */
export const ROW_KEYS = {
  snooze: {key: 's', refused: 'snoozed'},
  skip: {key: 'S', refused: 'skipped'},
  done: {key: 'd', refused: 'marked as done'},
  move: {key: 'e', refused: 'moved'},
  text: {key: 'E', refused: 'reworded'},
  cancel: {key: 'x', refused: 'cancelled'},
  pause: {key: 'p', refused: 'paused'},
  run: {key: 'F', refused: 'run'},
  retry: {key: 'R', refused: 'sent again'},
  discard: {key: 'D', refused: 'discarded'},
  'dry-run': {key: 'T', refused: 'run dry'},
  'last-run': {key: 'l', refused: 'asked for its last run'},
  hold: {key: 'h', refused: 'held back'},
} as const satisfies Readonly<Partial<Record<KeyName, {readonly key: string; readonly refused: string}>>>;
export type RowKey = keyof typeof ROW_KEYS;

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
