// A screen in a terminal with only ASCII: what a scene waits for is looked for in the signs that stand there instead.

import {KIND_SIGNS} from '../../src/tui/nouns/format/kind-sign.ts';
import {inAscii} from '../../src/tui/text/glyphs.ts';
import type {Tmux} from './tmux.ts';

export const inAsciiSigns = (screen: Tmux): Tmux => ({
  ...screen,
  shows: (marker, withinMs) => screen.shows(new RegExp(asciiOf(marker.source), marker.flags), withinMs),
});

const asciiOf = (source: string): string =>
  Array.from(source, sign => {
    const letter = Object.values(KIND_SIGNS).find(({glyph}) => glyph === sign)?.letter;
    const instead = letter ?? inAscii(sign);
    return instead === sign ? sign : instead.replace(/[*.|^+?]/u, '\\$&');
  }).join('');
