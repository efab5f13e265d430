// Without colours: marks, bold, underline and inverse carry everything. Also for NO_COLOR.
import type {ThemeFile} from './looks.ts';

export const mono: ThemeFile = {
  about: 'no colours',
  sixteen: {
    text: [],
    dim: ['dim'],
    accent: ['bold'],
    ok: [],
    now: ['bold'],
    warn: ['bold'],
    error: ['bold', 'underline'],
    untrusted: ['bold', 'inverse'],
    you: ['bold'],
    agent: ['bold'],
    event: ['underline'],
    selected: ['inverse'],
    flash: ['inverse', 'bold'],
  },
};
