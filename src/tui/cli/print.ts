// Where a verb writes: data on stdout, everything else on stderr. Every line is cleaned here, at the door: whatever it quotes, no
// escape sequence but our own colours reaches the terminal. Colour only where stdout is a terminal and nobody said NO_COLOR; only
// then is chalk loaded at all.
import type {ChalkInstance} from 'chalk';
import type {Environment} from '../../shared/records/places.ts';
import {printable} from '../../shared/text/sanitize.ts';

export type Tone = 'good' | 'busy' | 'bad' | 'quiet' | 'strong';

export type Print = {
  /** Columns to fit into; undefined where nobody looks at columns. */
  readonly width: number | undefined;
  /** Lines that are seen at once; undefined where nobody looks at a screen. */
  readonly height: number | undefined;
  /** Whether it may be coloured. */
  readonly inColour: boolean;
  readonly onTerminal: boolean;
  /** Text as it is, without a line end and not cleaned: for what is all our own. */
  readonly raw: (text: string) => void;
  /** A line of data. */
  readonly line: (text: string) => void;
  /** The one JSON document of a verb; indented for eyes. */
  readonly json: (value: unknown) => void;
  /** One JSON object on a line of its own. */
  readonly jsonLine: (value: unknown) => void;
  /** A line on stderr that is no failure. */
  readonly note: (text: string) => void;
  readonly failure: (sentence: string) => void;
  readonly paint: (tone: Tone, text: string) => string;
};

export type Outlet = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** stderr is asked for when there is something to say on it: opening a stream costs time. */
export const createPrint = async (stdout: Outlet, stderr: () => Outlet, env: Environment): Promise<Print> => {
  const onTerminal = stdout.isTTY === true;
  const inColour = onTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const mark = ownMark();
  const paint = inColour ? await loadPaint(mark) : plain;
  const paintError: Paint = (tone, text) => (stderr().isTTY === true ? paint(tone, text) : text);
  const line = (text: string): void => void stdout.write(`${cleaned(text, mark)}\n`);
  return {
    width: onTerminal ? Math.max(20, stdout.columns || 80) : undefined,
    height: onTerminal ? stdout.rows || 24 : undefined,
    onTerminal,
    inColour,
    raw: text => void stdout.write(text),
    line,
    json: value => void stdout.write(`${JSON.stringify(value, undefined, onTerminal ? 2 : undefined)}\n`),
    jsonLine: value => void stdout.write(`${JSON.stringify(value)}\n`),
    note: text => void stderr().write(`${cleaned(text, mark)}\n`),
    failure: sentence => void stderr().write(`${cleaned(`${paintError('bad', 'error:')} ${sentence}`, mark)}\n`),
    paint,
  };
};

type Paint = Print['paint'];

const plain: Paint = (_, text) => text;

/**
 * Our colours carry a number that nobody outside can know, until they are written: `ESC [ 738194… ; 32 m`. So they are told from
 * colours that came with a text, and they measure as nothing, as any colour does.
 */
const ownMark = (): string => `\u001b[${Math.random().toString().slice(2)};`;

const loadPaint = async (mark: string): Promise<Paint> => {
  const {Chalk} = await import('chalk');
  const chalk = new Chalk({level: 1});
  return (tone, text) => brush(chalk, tone)(printable(text)).replaceAll('\u001b[', mark);
};

/** Only the colours of ours are left in it, as a terminal takes them. */
const cleaned = (text: string, mark: string): string => {
  const [first = '', ...painted] = text.split(mark);
  return [
    printable(first),
    ...painted.map(piece => {
      const end = piece.indexOf('m') + 1;
      return `\u001b[${piece.slice(0, end)}${printable(piece.slice(end))}`;
    }),
  ].join('');
};

const brush = (chalk: ChalkInstance, tone: Tone): ChalkInstance => {
  switch (tone) {
    case 'good':
      return chalk.green;
    case 'busy':
      return chalk.yellow;
    case 'bad':
      return chalk.red;
    case 'quiet':
      return chalk.dim;
    case 'strong':
      return chalk.bold;
  }
};
