// Which key does what a command does, for whoever would rather press it next time.
import {isView, VIEWS} from '../nouns/views.ts';
import type {Action} from './binding.ts';
import {KEYMAP, keyLabel} from './keymap.ts';
import type {SlashName} from './slash-commands.ts';

/** As the hint row writes it; undefined where no key does it. */
export const keyOfCommand = (name: SlashName): string | undefined => {
  if (isView(name)) return keyLabel(`alt+${VIEWS.indexOf(name) + 1}`);
  const action = ACTIONS[name];
  const key = KEYMAP.find(binding => binding.action === action && !binding.context.startsWith('armed'))?.keys[0];
  return action === undefined || key === undefined ? undefined : keyLabel(key);
};

const ACTIONS: Readonly<Partial<Record<SlashName, Action>>> = {
  help: 'help.open',
  stop: 'turn.arm-stop',
  editor: 'draft.editor',
  quit: 'app.leave',
};
