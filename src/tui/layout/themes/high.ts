// High contrast: nothing dim, every colour bold.
import type {ThemeFile} from './looks.ts';

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
    flash: ['yellow', 'inverse', 'bold', 'underline'],
  },
};
