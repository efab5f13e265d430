// A verb's output: data on stdout, everything else on stderr. Every line is sanitized here, so only our own colour
// sequences reach the terminal. Colour needs a terminal on stdout and no NO_COLOR.
import {Chalk, type ChalkInstance} from 'chalk';
import type {Environment} from '../../shared/records/places.ts';
import {printable} from '../../shared/text/sanitize.ts';
import {commandsAs, quotedCommandsAs} from '../format/commands-as.ts';
import type {Tone} from '../format/tone.ts';

export type Print = {
  /** Available columns; undefined when stdout isn't a terminal. */
  readonly width: number | undefined;
  /** Visible lines; undefined when stdout isn't a terminal. */
  readonly height: number | undefined;
  /** True if colour is on. */
  readonly inColour: boolean;
  readonly onTerminal: boolean;
  /** Prints text unsanitized and without a line end: only for our own text. */
  readonly raw: (text: string) => void;
  /** Prints a line of data. */
  readonly line: (text: string) => void;
  /** Prints the verb's JSON document, indented on a terminal. */
  readonly json: (value: unknown) => void;
  /** Prints one JSON object on one line. */
  readonly jsonLine: (value: unknown) => void;
  /** Prints a line on stderr that isn't an error. */
  readonly note: (text: string) => void;
  readonly failure: (sentence: string) => void;
  readonly paint: (tone: Tone, text: string) => string;
  /** For `raw`: the text with its commands as the person has to type them. */
  readonly withCommands: (text: string) => string;
};

export type Outlet = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/**
 * stderr is opened on first use: opening a stream costs time. `called`: the words that call Rooster, if `rooster` alone
 * doesn't.
 */
export const createPrint = (
  stdout: Outlet,
  stderr: () => Outlet,
  env: Environment,
  called: () => string | undefined = () => undefined,
): Print => {
  const onTerminal = stdout.isTTY === true;
  const inColour = onTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const mark = ownMark();
  const paint = inColour ? createPaint(mark) : plain;
  const paintError: Paint = (tone, text) => (stderr().isTTY === true ? paint(tone, text) : text);
  const shown = (text: string): string => cleaned(commandsAs(called(), text), mark);
  const line = (text: string): void => void stdout.write(`${shown(text)}\n`);
  return {
    width: onTerminal ? Math.max(20, stdout.columns || 80) : undefined,
    height: onTerminal ? stdout.rows || 24 : undefined,
    onTerminal,
    inColour,
    raw: text => void stdout.write(text),
    line,
    json: value => void stdout.write(`${JSON.stringify(value, undefined, onTerminal ? 2 : undefined)}\n`),
    jsonLine: value => void stdout.write(`${JSON.stringify(value)}\n`),
    note: text => void stderr().write(`${shown(text)}\n`),
    failure: sentence => void stderr().write(`${shown(`${paintError('bad', 'error:')} ${sentence}`)}\n`),
    paint,
    withCommands: text => quotedCommandsAs(called(), text),
  };
};

type Paint = Print['paint'];

const plain: Paint = (_, text) => text;

/**
 * Until printing, our colours carry a random number: `ESC [ 738194… ; 32 m`. So they differ from colours in outside
 * text, and still have no width, like any colour.
 */
const ownMark = (): string => `\u001b[${Math.random().toString().slice(2)};`;

const createPaint = (mark: string): Paint => {
  const chalk = new Chalk({level: 1});
  return (tone, text) => brush(chalk, tone)(printable(text)).replaceAll('\u001b[', mark);
};

/** Keeps our own colours only, without the mark. */
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
    case 'now':
      return chalk.yellow.bold;
    case 'strong':
      return chalk.bold;
  }
};
