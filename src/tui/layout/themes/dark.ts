// For dark backgrounds.
import type {Looks, ThemeFile} from './looks.ts';

const sixteen: Looks = {
  text: [],
  dim: ['dim'],
  accent: ['cyan'],
  ok: ['green'],
  now: ['yellow', 'bold'],
  warn: ['yellow'],
  error: ['red'],
  untrusted: ['red', 'bold'],
  you: ['bold'],
  agent: ['green'],
  event: ['magenta'],
  selected: ['inverse'],
  flash: ['yellow', 'inverse', 'bold'],
};

export const dark: ThemeFile = {
  about: 'for dark backgrounds',
  sixteen,
  fine: {
    ...sixteen,
    text: ['#d7dae0'],
    dim: ['#969ea8'],
    accent: ['#79c0ff'],
    ok: ['#7ed385'],
    now: ['#ffa657', 'bold'],
    warn: ['#e3be5e'],
    error: ['#ff7b72'],
    untrusted: ['#ff7b72', 'bold'],
    you: ['#d7dae0', 'bold'],
    agent: ['#7ed385'],
    event: ['#ca9ee6'],
    selected: ['#f2f5ff', 'on #46547a', 'bold'],
    flash: ['#ffa657', 'inverse', 'bold'],
  },
};
