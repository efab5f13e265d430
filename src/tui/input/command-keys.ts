// The key of a command, shown so that people can press it next time.
import {isView, VIEWS} from '../nouns/views.ts';
import type {Action, Binding} from './binding.ts';
import {KEYMAP, keyLabel} from './keymap.ts';
import type {SlashName} from './slash-commands.ts';

/** In the hint row's form; undefined if the command has no key. */
export const keyOfCommand = (name: SlashName, keymap: readonly Binding[] = KEYMAP): string | undefined => {
  if (isView(name)) return keyLabel(`alt+${VIEWS.indexOf(name) + 1}`);
  const action = ACTIONS[name];
  const key = keymap.find(binding => binding.action === action && !binding.context.startsWith('armed'))?.keys[0];
  return action === undefined || key === undefined ? undefined : keyLabel(key);
};

const ACTIONS: Readonly<Partial<Record<SlashName, Action>>> = {
  help: 'help.open',
  session: 'chats.open',
  stop: 'turn.arm-stop',
  editor: 'draft.editor',
  quit: 'app.leave',
};
