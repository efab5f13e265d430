// For dark backgrounds.
import type {Looks, ThemeFile} from './looks.ts';

const sixteen: Looks = {
  text: [],
  dim: ['dim'],
  accent: ['cyan'],
  ok: ['green'],
  warn: ['yellow'],
  error: ['red'],
  untrusted: ['red', 'bold'],
  you: ['cyan'],
  agent: ['green'],
  event: ['magenta'],
  selected: ['inverse'],
  now: ['yellow', 'bold'],
  flash: ['yellow', 'inverse', 'bold'],
};

export const dark: ThemeFile = {
  about: 'for dark backgrounds',
  sixteen,
  fine: {
    ...sixteen,
    dim: ['#969ea8'],
    accent: ['#79c0ff'],
    ok: ['#7ed385'],
    warn: ['#e3be5e'],
    error: ['#ff7b72'],
    untrusted: ['#ff7b72', 'bold'],
    you: ['#79c0ff'],
    agent: ['#7ed385'],
    event: ['#ca9ee6'],
    selected: ['on #2a2f45', 'bold'],
    now: ['#e3be5e', 'bold'],
    flash: ['#e3be5e', 'inverse', 'bold'],
  },
};
