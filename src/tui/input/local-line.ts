// A draft that begins with `!`: a command line for this machine.

export type LocalLine = {
  readonly line: string;
  /** `!!`: the output becomes a message. */
  readonly sends: boolean;
  /** The program in it that draws on the whole screen: the terminal is lent to it, and there is no output. */
  readonly screen?: string;
};

/** Undefined for any other text. */
export const localLine = (text: string): LocalLine | undefined => {
  const [, marks = '', line = ''] = /^(!!?)\s*([\s\S]*)$/u.exec(text.trimEnd()) ?? [];
  if (marks === '') return undefined;
  return {line: /^!*$/u.test(line) ? '' : line, sends: marks === '!!', screen: screenProgram(line)};
};

/** The text without the mark that keeps its `!` from being a command. */
export const withoutEscape = (text: string): string => text.replace(/^(?:\\|\s+)(?=!)/u, '');

/** The last program of a line has the screen. */
const screenProgram = (line: string): string | undefined => {
  const last = line.split(/[|&;\n]+/u).findLast(part => part.trim() !== '') ?? '';
  const [name = ''] = last.trim().replace(BEFORE_PROGRAM, '').split(/\s/u);
  const base = name.slice(name.lastIndexOf('/') + 1);
  return SCREEN_PROGRAMS.has(base) && !last.includes('>') ? base : undefined;
};

const BEFORE_PROGRAM = /^(?:(?:\w+=\S*|env|command|exec|sudo|time)\s+)+/u;

const SCREEN_PROGRAMS: ReadonlySet<string> = new Set([
  ...['vi', 'vim', 'nvim', 'view', 'nano', 'micro', 'emacs', 'hx', 'helix', 'kak', 'joe', 'ed'],
  ...['less', 'more', 'most', 'man', 'info'],
  ...['top', 'htop', 'btop', 'watch', 'tmux', 'screen', 'ssh', 'mosh', 'telnet'],
  ...['fzf', 'lazygit', 'tig', 'gitui', 'k9s', 'mc', 'ranger', 'nnn', 'yazi', 'ncdu', 'mutt', 'w3m', 'lynx'],
]);
