// Showing which keys arrive: while that is open, a key is not carried out but written down. Esc closes it.
import {contextsOf} from '../../input/contexts.ts';
import {bindingFor} from '../../input/keymap.ts';
import type {Doors} from '../doors.ts';

export const openKeys = ({store}: Doors): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'keys', arrived: []}});

/** False where keys are carried out. `text`: what was written or pasted, where it is no key with a name. */
export const writeDownKey = ({store}: Doors, name: string | undefined, text?: string): boolean => {
  const state = store.get();
  const {overlay} = state.ui;
  if (overlay.kind !== 'keys' || name === 'esc') return false;
  const elsewhere = contextsOf({...state, ui: {...state.ui, overlay: {kind: 'none'}}});
  const binding = name === undefined ? undefined : bindingFor(elsewhere, name);
  const written = name === undefined || [...name].length === 1 || name === 'space';
  const does = binding?.help ?? binding?.hint ?? (written ? 'types it' : 'does nothing');
  const key = name ?? `${(text ?? '').length} characters at once`;
  store.dispatch({type: 'overlay', overlay: {...overlay, arrived: [...overlay.arrived.slice(1 - MOST), {key, does}]}});
  return true;
};

const MOST = 50;
