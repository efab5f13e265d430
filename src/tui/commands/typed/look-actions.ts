// How the screen is to be drawn, chosen by a word: a theme, or the signs. It is kept for the next time.
import {THEMES} from '../../state/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

/** `/theme light`, `/theme ascii`, `/theme high ascii`; false when a word is none of these. */
export const setLook = (doors: Doors, rest: string, usage: string): boolean => {
  const {store} = doors;
  const before = store.get().ui.look;
  const words = rest
    .toLowerCase()
    .split(/\s+/u)
    .filter(word => word !== '');
  if (words.length === 0) {
    say(doors, 'ok', `theme ${before.theme}, symbols ${before.glyphs}; ${usage}: ${[...THEMES, ...SIGNS].join(', ')}`);
    return true;
  }
  let look = before;
  for (const word of words) {
    const theme = THEMES.find(name => name === word);
    const glyphs = SIGNS.find(name => name === word);
    if (theme === undefined && glyphs === undefined) {
      say(doors, 'warn', `unknown theme ${word.slice(0, 30)}; use one of ${[...THEMES, ...SIGNS].join(', ')}`);
      return false;
    }
    // Whoever goes back to `auto` means all of it.
    look = theme === undefined ? {...look, glyphs: glyphs ?? 'auto'} : {...look, theme};
    if (theme === 'auto' && words.length === 1) look = {...look, glyphs: 'auto'};
  }
  store.dispatch({type: 'look', look});
  say(doors, 'ok', `theme ${look.theme}, symbols ${look.glyphs}`);
  return true;
};

const SIGNS = ['ascii', 'unicode'] as const;
