// The terminal UI's state of an earlier run: the chosen look, and the answered question of the first start.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Look} from './stage.ts';

export const writeClientState = (home: string, {theme = 'auto', ascii = false}: Look, asks: boolean): void => {
  const folder = join(home, 'client');
  const state = {look: {theme, glyphs: ascii ? 'ascii' : 'auto'}, ...(!asks && {setupAsked: true})};
  mkdirSync(folder, {recursive: true, mode: 0o700});
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state), {mode: 0o600});
};
