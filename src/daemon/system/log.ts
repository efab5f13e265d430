// The daemon's log: one JSON object per line, private, without secrets, and from level info up without people's
// messages. A line is in the file when the call returns, so a crash loses none. A full file is renamed to `.1`.
import {appendFileSync, chmodSync, renameSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeFolder} from '../../ipc/socket/make-folder.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {isoOf} from '../../shared/time/time.ts';
import type {Log, LogFields} from '../ports/system.ts';
import type {Redactor} from './redact.ts';

type LogLevel = keyof Log;

export type LogDeps = {
  readonly path: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** @default info */
  readonly level?: LogLevel;
  /** For the file and its predecessor each. @default 10 MB */
  readonly largestBytes?: number;
};

/** Never throws: lines that can't be written are counted and reported when writing works again. */
export const openLog = ({path, clock, redactor, level = 'info', largestBytes = LARGEST}: LogDeps): Log => {
  const write = openFile(path, largestBytes, lost => lineOf('warn', clock, {lost}, 'lines were lost'));

  const say = (at: LogLevel, fields: LogFields, sentence: string): void => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
    write(lineOf(at, clock, cleaned(redactor, at, fields), redactor.text(sentence)));
  };
  return {
    debug: (fields, sentence) => say('debug', fields, sentence),
    info: (fields, sentence) => say('info', fields, sentence),
    warn: (fields, sentence) => say('warn', fields, sentence),
    error: (fields, sentence) => say('error', fields, sentence),
  };
};

/** Renames fields that clash with the line's own, so that no key appears twice. */
const cleaned = (redactor: Redactor, level: LogLevel, fields: LogFields): LogFields => {
  const clean = redactor.data(fields, level === 'debug' ? undefined : BODIES) as LogFields;
  return Object.fromEntries(
    Object.entries(clean).map(([name, field]) => [OWN_NAMES.has(name) ? `${name}_` : name, field]),
  );
};

const lineOf = (level: LogLevel, clock: Clock, fields: LogFields, msg: string): string =>
  `${JSON.stringify({level, time: isoOf(clock.now()), pid: process.pid, ...fields, msg})}\n`;

/** Returns a function that appends a line. It opens the file each time, because the file may be moved or deleted. */
const openFile = (path: string, largest: number, wordsForLost: (lost: number) => string): ((line: string) => void) => {
  let size = sizeOf(path);
  let lost = 0;

  const append = (line: string): void => {
    if (size > 0 && size + Buffer.byteLength(line) > largest) tryTo(() => renameSync(path, `${path}.1`));
    appendFileSync(path, line, {mode: 0o600});
    size = sizeOf(path);
  };

  const tryTo = (act: () => void): boolean => {
    try {
      act();
      return true;
    } catch {
      return false;
    }
  };

  tryTo(() => makePrivate(path));
  return line => {
    const isWritten =
      tryTo(() => append(line)) ||
      tryTo(() => {
        makePrivate(path);
        append(line);
      });
    if (!isWritten) lost += 1;
    else if (lost > 0 && tryTo(() => append(wordsForLost(lost)))) lost = 0;
  };
};

const makePrivate = (path: string): void => {
  makeFolder(dirname(path));
  chmodSync(dirname(path), 0o700);
  if (statSync(path, {throwIfNoEntry: false}) !== undefined) chmodSync(path, 0o600);
};

/** If the folder isn't readable, writing reports that, and opening the home has the sentence. */
const sizeOf = (path: string): number => {
  try {
    return statSync(path, {throwIfNoEntry: false})?.size ?? 0;
  } catch {
    return 0;
  }
};

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const OWN_NAMES = new Set(['level', 'time', 'pid', 'msg']);
/** Field names of message content. */
const BODIES = new Set(['text', 'content', 'body', 'prompt', 'message', 'input', 'output', 'reply', 'summary']);
const LARGEST = 10 * 1024 * 1024;
