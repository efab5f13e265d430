// For light backgrounds, where yellow and cyan can't be read.
import {dark} from './dark.ts';
import type {Looks, ThemeFile} from './looks.ts';

const sixteen: Looks = {
  ...dark.sixteen,
  accent: ['blue'],
  warn: ['magenta', 'bold'],
  you: ['blue'],
  flash: ['magenta', 'inverse', 'bold'],
};

export const light: ThemeFile = {
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
    flash: ['#7d4e00', 'inverse', 'bold'],
  },
};
