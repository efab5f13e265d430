// Carries on long work on conversations: deleting and moving many messages. Everything else goes on between two slices.
import {setImmediate} from 'node:timers/promises';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {World} from '../../ports/system.ts';

export type SessionWorker = Disposable & {
  /** Resolves when no messages have to be moved. */
  readonly moved: () => Promise<void>;
  /** Resolves when all work is done, or has failed. The next call or the next start carries on with the rest. */
  readonly finished: () => Promise<void>;
};

/** Goes on at once with what the last process left. */
export const createSessionWorker = ({store, log}: Pick<World, 'store' | 'log'>): SessionWorker => {
  const {work, purged} = store.sessions;
  let isClosed = false;
  let working: Promise<void> | undefined;

  const doWhile = async (isWaiting: () => boolean): Promise<void> => {
    while (isWaiting() && !isClosed) {
      store.transact(work.doSome);
      if (isWaiting()) await setImmediate();
    }
  };

  const doAll = async (): Promise<void> => {
    try {
      // More may come while the last slice settles.
      while (work.isWaiting() && !isClosed) {
        await doWhile(work.isWaiting);
        if (!isClosed) purged.scrub();
      }
    } catch (error) {
      log.warn(
        {reason: errorMessage(error)},
        "Couldn't finish moving or deleting a conversation. The next start carries on.",
      );
    } finally {
      working = undefined;
    }
  };

  const finished = async (): Promise<void> => {
    if (!work.isWaiting()) return;
    working ??= doAll();
    await working;
  };

  store.transact(work.abandonCopies);
  void finished();
  return {
    finished,
    moved: () => doWhile(work.isMoving),
    [Symbol.dispose]: () => {
      isClosed = true;
    },
  };
};
