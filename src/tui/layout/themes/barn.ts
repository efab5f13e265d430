// Amber and red, for dark backgrounds.
import {dark} from './dark.ts';
import type {ThemeFile} from './looks.ts';

export const barn: ThemeFile = {
  about: 'amber, for dark backgrounds',
  sixteen: {...dark.sixteen, accent: ['yellow'], warn: ['magenta', 'bold'], you: ['yellow']},
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
    flash: ['#f0d060', 'inverse', 'bold'],
  },
};
