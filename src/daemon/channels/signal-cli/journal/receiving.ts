// Receives from our own signal-cli: follows its journal, checks that nothing is missing from it, and empties it.
import {statfsSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {TakeReceived} from '../bridge.ts';
import type {World} from '../host.ts';
import type {Session} from '../signal-cli-session.ts';
import {startJournalClearing} from './clear-journal.ts';
import {followJournal, type Journal} from './journal.ts';
import {type JournalFate, startJournalCheck} from './journal-check.ts';

export type Receiving = AsyncDisposable & {
  /** A session delivers messages. */
  readonly opened: () => void;
  /** The session notified of a message. */
  readonly notified: (params: unknown) => void;
  /** A new signal-cli was started. */
  readonly restarted: () => void;
  /** Empties the journal soon. */
  readonly forget: () => void;
  readonly stopClearing: () => void;
  /** Resolves when all lines so far were taken. */
  readonly drained: Journal['drained'];
  /** The reason why messages can't be stored now, as a part of a sentence. */
  readonly trouble: () => string | undefined;
  /** The reason why the journal is incomplete, as a sentence. */
  readonly warning: () => string | undefined;
};

type ReceivingDeps = World & {
  readonly path: string;
  /** The last stored position. */
  readonly from?: string | undefined;
  readonly take: TakeReceived;
  /** The size in bytes above which the journal is emptied. */
  readonly large: number;
  readonly session: () => Session | undefined;
  readonly lastReceivedAt: () => EpochMs | undefined;
  readonly onChange: () => void;
};

export const startReceiving = (deps: ReceivingDeps): Receiving => {
  const {path, clock, log, host, from, take, large, session, lastReceivedAt, onChange} = deps;
  let trouble: string | undefined;
  const journal: Journal = followJournal({
    path,
    clock,
    from,
    take: async lines => {
      await take(lines.map(({line, position}) => ({raw: line, position})));
      for (const {line} of lines) check.journalled(line);
    },
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, `Couldn't store a received message. ${host.name} retries.`);
      onChange();
    },
    onSkipped: sentence => log.error({}, sentence),
  });
  /** The file that signal-cli writes to. */
  let inode: number | undefined;
  const fate = (): JournalFate => {
    if (inode !== undefined && inodeOf(path) !== inode) return 'deleted';
    return hasRoom(path) ? 'swallowed' : 'full';
  };
  const check = startJournalCheck({clock, log, host, journal: () => journal, take, fate, onChange});
  const clearing = startJournalClearing({path, clock, log, host, journal, session, lastReceivedAt, large});
  return {
    opened: () => {
      inode ??= inodeOf(path);
      journal.poke();
      clearing.opened();
    },
    notified: params => {
      journal.poke();
      check.notified(params);
    },
    restarted: () => {
      inode = undefined;
      check.forget();
    },
    forget: clearing.request,
    stopClearing: () => clearing[Symbol.dispose](),
    drained: journal.drained,
    trouble: () => trouble,
    warning: check.warning,
    [Symbol.asyncDispose]: async () => {
      await journal[Symbol.asyncDispose]();
      check[Symbol.dispose]();
    },
  };
};

const inodeOf = (path: string): number | undefined => statSync(path, {throwIfNoEntry: false})?.ino;

const hasRoom = (path: string): boolean => {
  try {
    const {bavail, bsize} = statfsSync(dirname(path));
    return bavail * bsize > LEAST_ROOM;
  } catch {
    return true;
  }
};

/** Less than the buffer of a writer. */
const LEAST_ROOM = 64 * 1_024;
