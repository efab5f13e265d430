// All themes by name: one file each.

import type {ThemeName} from '../../state/ui-state.ts';
import {dark} from './dark.ts';
import type {Looks, ThemeFile} from './looks.ts';
import {mono} from './mono.ts';

const barn: ThemeFile = {
  about: 'amber, for dark backgrounds',
  sixteen: {...dark.sixteen, accent: ['yellow'], warn: ['magenta', 'bold'], you: ['yellow'], now: ['magenta', 'bold']},
  fine: {
    ...dark.sixteen,
    dim: ['#a3958a'],
    accent: ['#e8a15b'],
    ok: ['#a7c080'],
    warn: ['#f0d060'],
    error: ['#f07162'],
    untrusted: ['#f07162', 'bold'],
    you: ['#e8a15b'],
    agent: ['#a7c080'],
    event: ['#d79ac8'],
    selected: ['on #3d2e26', 'bold'],
    now: ['#f0d060', 'bold'],
    flash: ['#f0d060', 'inverse', 'bold'],
  },
};

const sixteen: Looks = {
  ...dark.sixteen,
  accent: ['blue'],
  warn: ['magenta', 'bold'],
  you: ['blue'],
  now: ['magenta', 'bold'],
  flash: ['magenta', 'inverse', 'bold'],
};

/** For light backgrounds, where yellow and cyan can't be read. */
const light: ThemeFile = {
  about: 'for light backgrounds',
  sixteen,
  fine: {
    ...sixteen,
    dim: ['#57606a'],
    accent: ['#0950a0'],
    ok: ['#116329'],
    warn: ['#7d4e00'],
    error: ['#b31d28'],
    untrusted: ['#b31d28', 'bold'],
    you: ['#0950a0'],
    agent: ['#116329'],
    event: ['#6e349e'],
    selected: ['on #d6e2fa', 'bold'],
    now: ['#7d4e00', 'bold'],
    flash: ['#7d4e00', 'inverse', 'bold'],
  },
};

const dawn: ThemeFile = {
  about: 'warm, for light backgrounds',
  sixteen: {...light.sixteen},
  fine: {
    ...light.sixteen,
    dim: ['#6f6053'],
    accent: ['#a8480f'],
    ok: ['#3b6b2f'],
    warn: ['#7d5300'],
    error: ['#a3122b'],
    untrusted: ['#a3122b', 'bold'],
    you: ['#a8480f'],
    agent: ['#3b6b2f'],
    event: ['#7a3a86'],
    selected: ['on #f3dcc6', 'bold'],
    now: ['#7d5300', 'bold'],
    flash: ['#7d5300', 'inverse', 'bold'],
  },
};

const dusk: ThemeFile = {
  about: 'violet, for dark backgrounds',
  sixteen: {...dark.sixteen, accent: ['magenta'], you: ['magenta'], event: ['cyan']},
  fine: {
    ...dark.sixteen,
    dim: ['#8f89ad'],
    accent: ['#b4a1ff'],
    ok: ['#8fd6b0'],
    warn: ['#f2c178'],
    error: ['#ff8a9a'],
    untrusted: ['#ff8a9a', 'bold'],
    you: ['#b4a1ff'],
    agent: ['#8fd6b0'],
    event: ['#f2a7d8'],
    selected: ['on #332c4d', 'bold'],
    now: ['#f2c178', 'bold'],
    flash: ['#f2c178', 'inverse', 'bold'],
  },
};

export const high: ThemeFile = {
  about: 'high contrast, nothing dim',
  sixteen: {
    text: [],
    dim: [],
    accent: ['cyan', 'bold'],
    ok: ['green', 'bold'],
    warn: ['yellow', 'bold'],
    error: ['red', 'bold', 'underline'],
    untrusted: ['red', 'bold', 'inverse'],
    you: ['cyan', 'bold'],
    agent: ['green', 'bold'],
    event: ['magenta', 'bold'],
    selected: ['inverse', 'bold'],
    now: ['yellow', 'bold'],
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
