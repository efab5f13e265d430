// The keys of the terminal UI that the configuration may change, by what they do.

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
