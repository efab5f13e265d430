import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ASCII_OF, inAscii} from '../../../src/tui/text/glyphs.ts';
import {cellWidth} from '../../../src/tui/text/width.ts';

const ROOMS = ['layout', 'screens', 'input', 'conversation', 'commands', 'store', 'editor'];

test('every glyph of the table takes one cell, and so does its replacement', () => {
  for (const [sign, ascii] of Object.entries(ASCII_OF)) {
    expect(cellWidth(sign), sign).toBe(1);
    expect(ascii, sign).toMatch(/^[\x21-\x7e]$/u);
    expect(inAscii(sign)).toBe(ascii);
  }
});

test('every glyph on the screen has an ASCII replacement', () => {
  const unknown = ROOMS.flatMap(room =>
    readdirSync(`src/tui/${room}`, {recursive: true, encoding: 'utf8'})
      .filter(file => /\.tsx?$/u.test(file) && !file.endsWith('glyphs.ts'))
      .flatMap(file =>
        [...codeOf(readFileSync(join('src/tui', room, file), 'utf8'))]
          // Letters of other scripts are only recognized, not drawn.
          .filter(sign => sign > '~' && !/[\u2019\u201d\u3000-\uffff]/u.test(sign))
          .filter(sign => /[^\x00-\x7e]/u.test(inAscii(sign)))
          .map(sign => `${file}: ${sign}`),
      ),
  );
  expect(unknown).toEqual([]);
});

/** Without comments, patterns and checks of foreign text. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '')
    .replaceAll(/(?:[=(:,]|^)\s*\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/gmu, '')
    .replaceAll(/new (?:Set|RegExp)\([^;]*\)/gu, '');
