// Desktop notifications through the terminal: OSC 9, or OSC 777 on terminals that know only that. Only one of them,
// since some terminals show both. tmux forwards it if `allow-passthrough` is on.

type Note = {readonly title: string; readonly text: string};

/** The bytes of a notification for this environment's terminal; empty where the terminal would print them as text. */
export const notificationFor = (env: Readonly<Record<string, string | undefined>>): ((note: Note) => string) => {
  const term = env['TERM'] ?? '';
  if (PLAIN_TERMINALS.test(term)) return () => '';
  const inTmux = (env['TMUX'] ?? '') !== '';
  // GNU screen would show the sequence in its status line.
  if (!inTmux && (env['STY'] ?? '') !== '') return () => '';
  const form = KNOWS_777.test(term) || (env['VTE_VERSION'] ?? '') !== '' ? osc777 : osc9;
  return inTmux ? note => throughTmux(form(note)) : form;
};

const osc9 = ({title, text}: Note): string => `\x1b]9;${inOneLine(`${title}: ${text}`)}${END}`;

const osc777 = ({title, text}: Note): string =>
  `\x1b]777;notify;${inOneLine(title).replaceAll(';', ',')};${inOneLine(text)}${END}`;

const throughTmux = (sequence: string): string => `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}${END}`;

/** The text is sanitized already; this also removes line ends and anything that could end the sequence. */
const inOneLine = (text: string): string => {
  const line = [...text.replaceAll(/[\x00-\x20\x7f-\x9f]+/gu, ' ').trim()];
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('');
};

const END = '\x1b\\';
const LONGEST = 200;
const PLAIN_TERMINALS = /^(?:linux|dumb|vt\d+)?$/u;
const KNOWS_777 = /^rxvt/u;
