// Copies a text to the clipboard. A desktop program reports success. A terminal never answers OSC 52, so the text is
// also stored in a file, and the message names it.
type WayToCopy =
  | {readonly kind: 'program'; readonly command: string; readonly args: readonly string[]}
  | {readonly kind: 'terminal'}
  | {readonly kind: 'file'};

type CopyWorld = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly has: (program: string) => boolean;
  readonly platform: string;
  /** In bytes. */
  readonly length: number;
};

export const wayToCopy = ({env, has, platform, length}: CopyWorld): WayToCopy => {
  const remote = env['SSH_TTY'] !== undefined || env['SSH_CONNECTION'] !== undefined;
  // tmux forwards it to the terminal if allowed, and always keeps it in its own paste buffer.
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

/** A sentence about the copy. */
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

/** The OSC 52 sequence that copies a text. */
export const osc52 = (text: string): string => `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;

/** Terminals accept about 100,000 characters of base64, some fewer. */
const MOST_BYTES = 74_000;
