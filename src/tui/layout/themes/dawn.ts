// Warm, for light backgrounds.
import {light} from './light.ts';
import type {ThemeFile} from './looks.ts';

export const dawn: ThemeFile = {
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
    flash: ['#7d5300', 'inverse', 'bold'],
  },
};
