// Violet, for dark backgrounds.
import {dark} from './dark.ts';
import type {ThemeFile} from './looks.ts';

export const dusk: ThemeFile = {
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
    flash: ['#f2c178', 'inverse', 'bold'],
  },
};
