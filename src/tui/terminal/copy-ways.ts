// By which way a text gets to the clipboard. A program of the desktop knows whether it took it; a terminal that is asked with
// OSC 52 never says, so the text is kept in a file as well, and the sentence says so.
type WayToCopy =
  | {readonly kind: 'program'; readonly command: string; readonly args: readonly string[]}
  | {readonly kind: 'terminal'}
  | {readonly kind: 'file'};

type CopyWorld = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly has: (program: string) => boolean;
  readonly platform: string;
  /** Bytes. */
  readonly length: number;
};

export const wayToCopy = ({env, has, platform, length}: CopyWorld): WayToCopy => {
  const remote = env['SSH_TTY'] !== undefined || env['SSH_CONNECTION'] !== undefined;
  // tmux passes it on to the terminal where that is allowed, and keeps it to be pasted in any case.
  if (env['TMUX'] !== undefined && has('tmux'))
    return {kind: 'program', command: 'tmux', args: ['load-buffer', '-w', '-']};
  if (!remote && platform === 'darwin' && has('pbcopy')) return {kind: 'program', command: 'pbcopy', args: []};
  if (!remote && env['WAYLAND_DISPLAY'] !== undefined && has('wl-copy'))
    return {kind: 'program', command: 'wl-copy', args: []};
  if (!remote && env['DISPLAY'] !== undefined && has('xclip'))
    return {kind: 'program', command: 'xclip', args: ['-selection', 'clipboard']};
  if (env['TERM'] === undefined || env['TERM'] === 'dumb' || env['TERM'] === 'linux') return {kind: 'file'};
  return length <= MOST_BYTES ? {kind: 'terminal'} : {kind: 'file'};
};

/** What was done, in a sentence. */
export const formatCopied = (way: WayToCopy, text: string, path: string): string => {
  const count = `${text.length.toLocaleString('en')} characters`;
  switch (way.kind) {
    case 'program':
      return way.command === 'tmux'
        ? `copied ${count} to the tmux buffer, and to the clipboard if tmux allows it`
        : `copied ${count} with ${way.command}`;
    case 'terminal':
      return `asked the terminal to copy ${count} (OSC 52); also saved in ${path}`;
    case 'file':
      return `no clipboard found; saved ${count} in ${path}`;
  }
};

/** Asks the terminal to copy a text. */
export const osc52 = (text: string): string => `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;

/** Terminals take about 100,000 characters of base64, some less. */
const MOST_BYTES = 74_000;
