// All themes by name: one file each.
import type {ThemeName} from '../../state/ui-state.ts';
import {barn} from './barn.ts';
import {dark} from './dark.ts';
import {dawn} from './dawn.ts';
import {dusk} from './dusk.ts';
import {high} from './high.ts';
import {light} from './light.ts';
import type {ThemeFile} from './looks.ts';
import {mono} from './mono.ts';

export const THEME_FILES: Readonly<Record<Exclude<ThemeName, 'auto'>, ThemeFile>> = {
  dark,
  light,
  mono,
  high,
  dawn,
  dusk,
  barn,
};
