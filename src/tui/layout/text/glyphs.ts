// The signs that the screen draws by itself, each with the one that stands for it on a terminal that knows only ASCII. Both
// take one cell, so nothing moves. A sign that is not in this table is not drawn (a test reads the sources).

/** The text with every sign of ours in ASCII. What people wrote is left as it is: most terminals show it all the same. */
export const inAscii = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll(SIGNS, sign => ASCII_OF[sign] ?? (sign >= '\u2500' ? lineSign(sign) : sign));

/** Box drawing: level, upright, or a corner. */
const lineSign = (sign: string): string => (LEVEL.test(sign) ? '-' : UPRIGHT.test(sign) ? '|' : '+');

export const ASCII_OF: Readonly<Record<string, string>> = {
  // Where something stands: connected, on its way, off.
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
  '▾': 'v',
  '▼': 'v',
  '▲': '^',
  // Keys.
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '↕': '|',
  // Between words, and where something was left out.
  '·': '.',
  '•': '*',
  '…': '.',
  '–': '-',
  '—': '-',
  '⏎': '/',
  '␡': '?',
  // The text that is being written, a quotation, a bar.
  '▌': '_',
  '▏': '|',
  '▎': '|',
  '█': '#',
  '░': '.',
  '□': '?',
  '■': '#',
};

const PLAIN = /^[\x00-\x7e]*$/u;
const SIGNS = /[\u2500-\u257f●◌○▪◆✓✔✗×▸▾▼▲↑↓←→↕·•…–—⏎␡▌▏▎█░□■]/gu;
const LEVEL = /[─━┄┅┈┉╌╍═╴╶╸╺╼╾]/u;
const UPRIGHT = /[│┃┆┇┊┋╎╏║╵╷╹╻╽╿]/u;
