// A command line that the person runs on this machine with `!`: the line, its output so far, and its end. It belongs to
// this terminal; only `!!` makes a message of it.
import type {SentText} from '../../shared/records/message-details.ts';
import {printable} from '../../shared/text/sanitize.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {fenced, insideOf} from '../editor/draft.ts';

export type LocalCommand = {
  readonly id: string;
  /** The draft key of the conversation in which it was typed. */
  readonly place: string;
  readonly line: string;
  /** Its output becomes a message. */
  readonly sends: boolean;
  /** By the daemon's clock. */
  readonly at: EpochMs;
  /** Whole lines, without what could move the cursor. The oldest ones are dropped when there are too many. */
  readonly output: string;
  /** The beginning of the next line, as it came. */
  readonly partial: string;
  readonly dropped: number;
  /** The person has asked it to stop. */
  readonly stopped: boolean;
  readonly end?: LocalEnd;
  /** The message that stands in its place. */
  readonly sent?: string;
};

export type LocalEnd = LineEnd & {readonly tookMs: number};

export type LineEnd =
  | {readonly kind: 'exit'; readonly code: number}
  | {readonly kind: 'signal'; readonly signal: string}
  | {readonly kind: 'failed'; readonly reason: string};

/** A line that runs: its output in pieces, and its end. Who doesn't read the output slows it down. */
export type RunningLine = {readonly output: AsyncIterable<string>; readonly ended: Promise<LineEnd>};

/** Runs lines in the person's shell, one at a time. */
export type LineRunner = {
  /** The folder in which lines run. */
  readonly folder: string;
  /** Without a terminal and without input, so that nothing can write over the screen. */
  run(line: string): RunningLine;
  /** The first time like Ctrl+C, then for good. */
  stop(): void;
};

/** The command with a further piece of its output. */
export const withOutput = (command: LocalCommand, piece: string): LocalCommand => {
  const lines = `${command.partial}${piece}`.split('\n').flatMap(longLine);
  const partial = lines.pop() ?? '';
  const output = command.output + lines.map(line => `${overwritten(line)}\n`).join('');
  if (output.length <= MOST_KEPT) return {...command, output, partial};
  const cutAt = output.indexOf('\n', output.length - MOST_KEPT) + 1;
  const dropped = command.dropped + countLines(output.slice(0, cutAt));
  return {...command, output: output.slice(cutAt), partial, dropped};
};

/** All of the kept output, without the last line feed. */
export const outputOf = ({output, partial}: LocalCommand): string =>
  `${output}${overwritten(partial)}`.replace(/\n$/u, '');

/** The number of its lines, also of dropped ones. */
export const linesOf = (command: LocalCommand): number => {
  const kept = outputOf(command);
  return command.dropped + (kept === '' ? 0 : countLines(kept) + 1);
};

/** The message for the agent: the line, how it ended, and the end of its output. */
export const messageOf = (
  command: LocalCommand,
  end: LineEnd,
  took: string,
  {folder, files}: {readonly folder: string; readonly files: readonly string[]},
): SentText => {
  const printed = outputOf(command);
  const shown = printed.slice(-MOST_SENT).replace(/^[\udc00-\udfff]/u, '');
  const isCut = command.dropped > 0 || shown.length < printed.length;
  const cut = isCut ? `, the last ${shown.length.toLocaleString('en')} characters of its output` : '';
  const body = shown === '' ? '(no output)' : shown;
  const block = fenced(`$ ${command.line}\n${body}`);
  const words = `I ran this in ${folder} (${formatEnd(end)} after ${took}${cut}):\n\n`;
  const output = {kind: 'command', name: command.line, files, ...insideOf(block, words.length)} as const;
  return {text: words + block, enclosed: [output]};
};

/** `exit 1`; `ended by SIGSEGV` */
export const formatEnd = (end: LineEnd): string => {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code}`;
    case 'signal':
      return `ended by ${end.signal}`;
    case 'failed':
      return `couldn't start: ${end.reason}`;
  }
};

/** The command that runs now; there is at most one. */
export const runningCommand = ({
  ui,
}: {
  readonly ui: {readonly local: readonly LocalCommand[]};
}): LocalCommand | undefined => ui.local.findLast(({end}) => end === undefined);

/** A progress line is what was written over it last. */
const overwritten = (line: string): string => {
  const last = line.split('\r').findLast(text => text !== '') ?? '';
  return printable(last.replaceAll(/[^\x08]\x08/gu, ''));
};

/** A line without an end would be laid out again at each piece. */
const longLine = (line: string): readonly string[] =>
  line.length <= LONGEST_LINE ? [line] : (line.match(PIECES) ?? []);

const countLines = (text: string): number => text.split('\n').length - 1;

const LONGEST_LINE = 65_536;
const PIECES = /[\s\S]{1,65536}/gu;
const MOST_KEPT = 262_144;
const MOST_SENT = 30_000;
