// A notification of the desktop, asked of the terminal: OSC 9, or OSC 777 where that is the one a terminal knows. One of them
// only: some know both, and would show it twice. tmux hands it on where `allow-passthrough` is on, and swallows it otherwise.

type Note = {readonly title: string; readonly text: string};

/** The bytes that show a notification on the terminal with this environment; none where they would be seen as letters. */
export const notificationFor = (env: Readonly<Record<string, string | undefined>>): ((note: Note) => string) => {
  const term = env['TERM'] ?? '';
  if (PLAIN_TERMINALS.test(term)) return () => '';
  const inTmux = (env['TMUX'] ?? '') !== '';
  // In a screen of its own kind the sequence would stand in its status line.
  if (!inTmux && (env['STY'] ?? '') !== '') return () => '';
  const form = KNOWS_777.test(term) || (env['VTE_VERSION'] ?? '') !== '' ? osc777 : osc9;
  return inTmux ? note => throughTmux(form(note)) : form;
};

const osc9 = ({title, text}: Note): string => `\x1b]9;${inOneLine(`${title}: ${text}`)}${END}`;

const osc777 = ({title, text}: Note): string =>
  `\x1b]777;notify;${inOneLine(title).replaceAll(';', ',')};${inOneLine(text)}${END}`;

const throughTmux = (sequence: string): string => `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}${END}`;

/** The text was cleaned when it came; here no line, and nothing that could end the sequence, is left either. */
const inOneLine = (text: string): string => {
  const line = [...text.replaceAll(/[\x00-\x20\x7f-\x9f]+/gu, ' ').trim()];
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('');
};

const END = '\x1b\\';
const LONGEST = 200;
const PLAIN_TERMINALS = /^(?:linux|dumb|vt\d+)?$/u;
const KNOWS_777 = /^rxvt/u;
