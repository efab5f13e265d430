// The key test: while open, keys are recorded instead of run. Esc closes it.
import {contextsOf} from '../../input/contexts.ts';
import {keymapOf} from '../../input/custom-keys.ts';
import {bindingFor} from '../../input/keymap.ts';
import {showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';

export const openKeys = ({store}: CommandPorts): void => store.update(showOverlay({kind: 'keys', arrived: []}));

/** Returns false when keys run normally. `text`: typed or pasted text that isn't a named key. */
export const writeDownKey = ({store}: CommandPorts, name: string | undefined, text?: string): boolean => {
  const state = store.get();
  const {overlay} = state.ui;
  if (overlay.kind !== 'keys' || name === 'esc') return false;
  const elsewhere = contextsOf({...state, ui: {...state.ui, overlay: {kind: 'none'}}});
  const binding = name === undefined ? undefined : bindingFor(elsewhere, name, keymapOf(state));
  const written = name === undefined || [...name].length === 1 || name === 'space';
  const does = binding?.help ?? binding?.hint ?? (written ? 'types it' : 'does nothing');
  const key = name ?? `${(text ?? '').length} characters at once`;
  store.update(showOverlay({...overlay, arrived: [...overlay.arrived.slice(1 - MOST), {key, does}]}));
  return true;
};

const MOST = 50;
