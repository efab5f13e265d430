// What signal-cli says on stderr while it runs, which goes to a file: the words that decide something, and its last ones when it ends.

import {present} from '../../../../shared/fields/present.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {Log} from '../../../ports/system.ts';
import type {CliEnd} from './cli-process.ts';
import {readStderr, type StderrWord} from './format-stderr.ts';
import {followJournal} from './journal.ts';
import {JAVA_SENTENCES, javaTroubleIn, lastWordsIn} from './last-words.ts';

export type Stderr = {
  /** After the process has ended: why it did, in a sentence, and the word that decides, where it said one lately. */
  readonly ended: (end: CliEnd) => Promise<{readonly how: string; readonly word?: StderrWord}>;
};

export type StderrDeps = {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onWord: (word: StderrWord) => void;
};

export const watchStderr = ({path, clock, log, onWord}: StderrDeps): Stderr => {
  let last: {readonly word: StderrWord; readonly at: EpochMs} | undefined;
  let said: readonly string[] = [];
  const listener = followJournal({
    path,
    clock,
    lookEveryMs: SECOND / 10,
    take: lines => {
      said = [...said, ...lines.map(({line}) => line)].slice(-MOST_REMEMBERED);
      for (const {line} of lines) {
        log.debug({line}, 'signal-cli says something.');
        const word = readStderr(line);
        if (word === undefined) continue;
        last = {word, at: clock.now()};
        onWord(word);
      }
    },
  });
  return {
    ended: async end => {
      await listener.drained();
      await listener[Symbol.asyncDispose]();
      const word = last !== undefined && clock.now() - last.at < LAST_WORDS_COUNT_MS ? last.word : undefined;
      return {how: formatEnd(end, said, path), ...present({word})};
    },
  };
};

/** One that failed says why, and where the rest of it stands. */
const formatEnd = ({what, code}: CliEnd, said: readonly string[], path: string): string => {
  if (code === undefined) return what;
  const java = javaTroubleIn(said);
  if (java !== undefined) return JAVA_SENTENCES[java];
  const words = code === 0 ? undefined : lastWordsIn(said);
  return words === undefined
    ? `${what}; it is started again.`
    : `${what}: ${words}. It is started again. Everything it said is in ${path}.`;
};

const MOST_REMEMBERED = 50;
/** What it said longer ago than this is not why it ended. */
const LAST_WORDS_COUNT_MS = MINUTE;
