// Keys as data: context, keys, action, and hint. The hint row, the help and the key handling share this table. A more
// specific context has priority.
import type {Binding, Context} from './binding.ts';
import {BROWSE_KEYS} from './keys/browse-keys.ts';
import {CHAT_KEYS} from './keys/chat-keys.ts';
import {LIST_KEYS} from './keys/list-keys.ts';
import {OVERLAY_KEYS} from './keys/overlay-keys.ts';

const EVERYWHERE: readonly Binding[] = [
  {
    context: 'everywhere',
    keys: ['alt+1', 'alt+2', 'alt+3', 'alt+4', 'alt+5'],
    action: 'view.pick',
    hint: 'chat, timeline, plan, outbox, log',
  },
  {context: 'everywhere', keys: ['ctrl+l'], action: 'screen.repaint', hint: 'redraw the screen'},
  {context: 'everywhere', keys: ['ctrl+z'], action: 'app.suspend', hint: 'suspend'},
];

export const KEYMAP: readonly Binding[] = [...CHAT_KEYS, ...BROWSE_KEYS, ...OVERLAY_KEYS, ...LIST_KEYS, ...EVERYWHERE];

/** The binding of a key in the active contexts, most specific first; undefined for an unused key. */
export const bindingFor = (
  contexts: readonly Context[],
  key: string,
  keymap: readonly Binding[] = KEYMAP,
): Binding | undefined => {
  for (const context of contexts) {
    const binding = keymap.find(item => item.context === context && item.keys.includes(key));
    if (binding !== undefined) return binding;
  }
  return undefined;
};

/** The hint row's bindings by rank, each key and action once. */
export const hintsFor = (contexts: readonly Context[], keymap: readonly Binding[] = KEYMAP): readonly Binding[] => {
  const found: Binding[] = [];
  for (const binding of contexts.flatMap(context => keymap.filter(binding => binding.context === context))) {
    if (binding.rank === undefined) continue;
    const taken = found.some(({keys, action}) => keys[0] === binding.keys[0] || action === binding.action);
    const shadowed = bindingFor(contexts, binding.keys[0] ?? '', keymap) !== binding;
    if (!taken && !shadowed) found.push(binding);
  }
  return found.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
};

/** A key in the hint row's form: `^P`, `Alt+1`, `Enter`. */
export const keyLabel = (key: string): string => {
  const parts = key.split('+').filter(part => part !== '');
  const [name = key, ...modifiers] = parts.toReversed();
  const label = LABELS[name] ?? (name.length === 1 && modifiers.length > 0 ? name.toUpperCase() : name);
  if (modifiers.length === 1 && modifiers[0] === 'ctrl' && label.length === 1) return `^${label}`;
  return [...modifiers.toReversed().map(modifier => LABELS[modifier] ?? modifier), label].join('+');
};

/** The keys of a binding as one label: the first, or `Alt+1-5` for digits in a row. */
export const keysLabel = ([first = '', ...others]: readonly string[]): string => {
  const last = others.at(-1);
  const isRange = last !== undefined && /(?:^|\+)1$/u.test(first) && /(?:^|\+)[2-9]$/u.test(last);
  return isRange ? `${keyLabel(first)}-${last.slice(-1)}` : keyLabel(first);
};

const LABELS: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
};
