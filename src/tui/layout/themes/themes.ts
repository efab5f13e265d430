// All themes by name: one file each.

import type {ThemeName} from '../../state/ui-state.ts';
import {dark} from './dark.ts';
import type {Looks, ThemeFile} from './looks.ts';
import {mono} from './mono.ts';

const barn: ThemeFile = {
  about: 'amber, for dark backgrounds',
  sixteen: {
    ...dark.sixteen,
    accent: ['yellow'],
    now: ['magenta', 'bold'],
    warn: ['magenta'],
    flash: ['magenta', 'inverse', 'bold'],
  },
  fine: {
    ...dark.sixteen,
    text: ['#ded7cf'],
    dim: ['#aa9d93'],
    accent: ['#e8a15b'],
    ok: ['#a7c080'],
    now: ['#ff9f8a', 'bold'],
    warn: ['#f0d060'],
    error: ['#f57d6e'],
    untrusted: ['#f57d6e', 'bold'],
    you: ['#ded7cf', 'bold'],
    agent: ['#a7c080'],
    event: ['#d79ac8'],
    selected: ['#fff3e6', 'on #62503f', 'bold'],
    flash: ['#ff9f8a', 'inverse', 'bold'],
  },
};

const sixteen: Looks = {
  ...dark.sixteen,
  accent: ['blue'],
  now: ['magenta', 'bold'],
  warn: ['magenta'],
  flash: ['magenta', 'inverse', 'bold'],
};

/** For light backgrounds, where yellow and cyan can't be read. */
const light: ThemeFile = {
  about: 'for light backgrounds',
  sixteen,
  fine: {
    ...sixteen,
    text: ['#1f2328'],
    dim: ['#57606a'],
    accent: ['#0950a0'],
    ok: ['#116329'],
    now: ['#a33a00', 'bold'],
    warn: ['#7d4e00'],
    error: ['#b31d28'],
    untrusted: ['#b31d28', 'bold'],
    you: ['#1f2328', 'bold'],
    agent: ['#116329'],
    event: ['#6e349e'],
    selected: ['#14202e', 'on #a9c4f2', 'bold'],
    flash: ['#a33a00', 'inverse', 'bold'],
  },
};

const dawn: ThemeFile = {
  about: 'warm, for light backgrounds',
  sixteen: {...light.sixteen},
  fine: {
    ...light.sixteen,
    text: ['#2e231a'],
    dim: ['#6a5b4e'],
    accent: ['#a8480f'],
    ok: ['#3b6b2f'],
    now: ['#9c2f6a', 'bold'],
    warn: ['#7d5300'],
    error: ['#a3122b'],
    untrusted: ['#a3122b', 'bold'],
    you: ['#2e231a', 'bold'],
    agent: ['#3b6b2f'],
    event: ['#7a3a86'],
    selected: ['#2a1a0e', 'on #e6c3a0', 'bold'],
    flash: ['#9c2f6a', 'inverse', 'bold'],
  },
};

const dusk: ThemeFile = {
  about: 'violet, for dark backgrounds',
  sixteen: {...dark.sixteen, accent: ['magenta'], event: ['cyan']},
  fine: {
    ...dark.sixteen,
    text: ['#dcd8ec'],
    dim: ['#a29cbd'],
    accent: ['#b4a1ff'],
    ok: ['#8fd6b0'],
    now: ['#ffb38a', 'bold'],
    warn: ['#f2c178'],
    error: ['#ff8a9a'],
    untrusted: ['#ff8a9a', 'bold'],
    you: ['#dcd8ec', 'bold'],
    agent: ['#8fd6b0'],
    event: ['#f2a7d8'],
    selected: ['#f4f0ff', 'on #57498a', 'bold'],
    flash: ['#ffb38a', 'inverse', 'bold'],
  },
};

export const high: ThemeFile = {
  about: 'high contrast, nothing dim',
  sixteen: {
    text: [],
    dim: [],
    accent: ['cyan', 'bold'],
    ok: ['green', 'bold'],
    now: ['yellow', 'bold', 'underline'],
    warn: ['yellow', 'bold'],
    error: ['red', 'bold', 'underline'],
    untrusted: ['red', 'bold', 'inverse'],
    you: ['bold'],
    agent: ['green', 'bold'],
    event: ['magenta', 'bold'],
    selected: ['inverse', 'bold'],
    flash: ['yellow', 'inverse', 'bold', 'underline'],
  },
};

export const THEME_FILES: Readonly<Record<Exclude<ThemeName, 'auto'>, ThemeFile>> = {
  dark,
  light,
  mono,
  high,
  dawn,
  dusk,
  barn,
};
