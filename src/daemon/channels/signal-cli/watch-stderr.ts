// Watches signal-cli's stderr file for lines that change its state, and for its last output.
import type {Reason} from '../../../shared/text/sentences.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {CliEnd} from './cli-process.ts';
import {databaseProblemIn, exitReasonIn, JAVA_REASONS, javaProblemIn} from './exit-reason.ts';
import type {World} from './host.ts';
import {followJournal} from './journal/journal.ts';

export type StderrWord =
  /** signal-cli accepts connections. */
  | 'ready'
  /** Another signal-cli uses the account's data, and this one waits without limit. */
  | 'locked'
  | 'unlinked'
  | 'tooOld'
  | 'socketTaken'
  | 'offline';

/** The state that a line of stderr reports, if any. All other lines are for people. */
export const readStderr = (line: string): StderrWord | undefined => WORDS.find(([form]) => form.test(line))?.[1];

type Stderr = {
  /** Call it after the process has ended. `reason`: why it ended. `word`: the state it reported lately. */
  readonly ended: (end: CliEnd) => Promise<{readonly reason: Reason; readonly word?: StderrWord}>;
};

type StderrDeps = World & {
  readonly path: string;
  readonly onWord: (word: StderrWord) => void;
};

export const watchStderr = ({path, clock, log, host, onWord}: StderrDeps): Stderr => {
  let last: {readonly word: StderrWord; readonly at: EpochMs} | undefined;
  let printed: readonly string[] = [];
  const listener = followJournal({
    path,
    clock,
    retryMs: SECOND / 10,
    take: lines => {
      printed = [...printed, ...lines.map(({line}) => line)].slice(-MOST_REMEMBERED);
      for (const {line} of lines) {
        log.debug({line}, 'signal-cli wrote a line.');
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
      return {reason: reasonOfEnd(end, printed, {path, host}), word};
    },
  };
};

/** A failed process has its last output and the path of the log. */
const reasonOfEnd = (
  {code, ...reason}: CliEnd,
  printed: readonly string[],
  {path, host}: Pick<StderrDeps, 'path' | 'host'>,
): Reason => {
  if (code === undefined) return reason;
  const java = javaProblemIn(printed);
  if (java !== undefined) return JAVA_REASONS[java];
  const damaged = databaseProblemIn(printed, host);
  if (damaged !== undefined) return damaged;
  const lastLines = code === 0 ? undefined : exitReasonIn(printed);
  return lastLines === undefined
    ? {...reason, advice: 'It is started again.'}
    : {what: `${reason.what}: ${lastLines}`, advice: `It is started again. Its whole output is in ${path}.`};
};

const WORDS: readonly (readonly [form: RegExp, word: StderrWord])[] = [
  [/Started JSON-RPC server on/u, 'ready'],
  [/Config file is in use by another instance/u, 'locked'],
  [/(?:^|\s)User \S+ is not registered|Authorization failed|AuthorizationFailedException/u, 'unlinked'],
  [/too old for the Signal-Server/u, 'tooOld'],
  [/Failed to bind socket .*already in use/iu, 'socketTaken'],
  [/Error while checking account .*(?:No connection|Connection closed)/u, 'offline'],
];
const MOST_REMEMBERED = 50;
/** Older output doesn't explain the end. */
const LAST_WORDS_COUNT_MS = MINUTE;
