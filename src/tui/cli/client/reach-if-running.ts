// Connects to a running daemon without starting one.
import {SECOND} from '../../../shared/time/time.ts';
import type {CommandWorld} from '../command.ts';
import {type ConnectOptions, createWaitingNote, type DaemonConnection, pause} from './connect.ts';
import {LostSocketError, saysNoneRuns, socketGone} from './no-daemon-error.ts';

type ReachOptions = Pick<ConnectOptions, 'along'> & {
  /** Time to wait for a running daemon that doesn't answer yet. @default 10 s */
  readonly patienceMs?: number;
};

/**
 * A connection to the daemon; undefined when none runs. Rejects with a LostSocketError when the running one cannot be
 * reached.
 */
export const reachIfRunning = async (
  world: CommandWorld,
  {patienceMs = PATIENCE_MS, ...options}: ReachOptions = {},
): Promise<DaemonConnection | undefined> => {
  const {clock, connect, lockHolder, places, print} = world;
  const giveUpAt = clock.now() + patienceMs;
  const noteWaiting = createWaitingNote(clock, pid => print.note(`${socketGone(pid)} Waiting for it to come back…`));
  for (;;) {
    try {
      return await connect({...options, starts: false});
    } catch (thrown) {
      if (!saysNoneRuns(thrown)) throw thrown;
      const pid = lockHolder();
      if (pid === undefined) return undefined;
      if (clock.now() >= giveUpAt) throw new LostSocketError(pid, places.socket, thrown);
      noteWaiting(pid);
    }
    await pause(clock, BETWEEN_DIALS_MS);
  }
};

/** Longer than a daemon needs to start, or to restore a lost socket. */
const PATIENCE_MS = 10 * SECOND;
const BETWEEN_DIALS_MS = 20;
