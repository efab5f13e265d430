// The signs that the screen draws, each with its ASCII replacement. Both take one cell, so the layout is the same. A
// test checks that no other sign is drawn.

/** Replaces these signs wherever they stand. Other characters stay, since most terminals show them. */
export const inAscii = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll(SIGNS, sign => ASCII_OF[sign] ?? (sign >= '\u2500' ? lineSign(sign) : sign));

/** Box drawing: horizontal, vertical, or a corner. */
const lineSign = (sign: string): string => (LEVEL.test(sign) ? '-' : UPRIGHT.test(sign) ? '|' : '+');

export const ASCII_OF: Readonly<Record<string, string>> = {
  // Status: connected, pending, off.
  '●': '*',
  '◌': 'o',
  '○': 'o',
  // Unread, an event, done.
  '▪': '#',
  '◆': '*',
  '✓': 'v',
  '✔': 'v',
  '✗': 'x',
  '×': 'x',
  // Folded and open, further down, further up.
  '▸': '>',
  '›': '>',
  '▾': 'v',
  '▼': 'v',
  '▲': '^',
  // Keys.
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '↕': '|',
  // Separators and ellipses.
  '·': '.',
  '•': '*',
  '…': '~',
  // The line for now, unlike those of days and groups.
  '═': '=',
  '–': '-',
  '—': '-',
  '⏎': '/',
  '␡': '?',
  // The growing text, a quotation, a bar.
  '▌': '_',
  '▏': '|',
  '▎': '|',
  '█': '#',
  '▀': '"',
  '▄': '_',
  '▂': '.',
  '▆': '=',
  '░': '.',
  '□': '?',
  // Something works: the notice row has its own replacements.
  '◐': '*',
  '◓': '*',
  '◑': '*',
  '◒': '*',
  '■': '#',
};

const PLAIN = /^[\x00-\x7e]*$/u;
const SIGNS = /[\u2500-\u257f●◌○▪◆✓✔✗×▸›▾▼▲↑↓←→↕·•…–—⏎␡▌▏▎█▀▄▂▆░□■◐◓◑◒]/gu;
const LEVEL = /[─━┄┅┈┉╌╍═╴╶╸╺╼╾]/u;
const UPRIGHT = /[│┃┆┇┊┋╎╏║╵╷╹╻╽╿]/u;
