// `/theme`: the colours and signs of the screen. Stored for later runs.
import {THEMES} from '../../state/ui-state.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

/** `/theme light`, `/theme ascii`, `/theme high ascii`; returns false for an unknown word. */
export const setLook = (ports: CommandPorts, rest: string): boolean => {
  const {store} = ports;
  const before = store.get().ui.look;
  const terms = rest
    .toLowerCase()
    .split(/\s+/u)
    .filter(word => word !== '');
  if (terms.length === 0) {
    const chosen = before.glyphs === 'auto' ? before.theme : `${before.theme} ${before.glyphs}`;
    const others = [...THEMES, ...SIGNS].filter(name => name !== before.theme && name !== before.glyphs);
    say(ports, 'ok', `${chosen} is on; ${others.join(', ')}`);
    return true;
  }
  let look = before;
  for (const word of terms) {
    const theme = THEMES.find(name => name === word);
    const glyphs = SIGNS.find(name => name === word);
    if (theme === undefined && glyphs === undefined) {
      say(ports, 'warn', `Unknown theme ${word.slice(0, 30)}. Use one of ${[...THEMES, ...SIGNS].join(', ')}`);
      return false;
    }
    // `auto` alone also resets the symbols.
    look = theme === undefined ? {...look, glyphs: glyphs ?? 'auto'} : {...look, theme};
    if (theme === 'auto' && terms.length === 1) look = {...look, glyphs: 'auto'};
  }
  store.update(ui => ({...ui, look}));
  say(ports, 'ok', `Theme ${look.theme}, symbols ${look.glyphs}.`);
  return true;
};

const SIGNS = ['ascii', 'unicode'] as const;
