// Processes the inbox: each chat in order of arrival, chats in parallel. A stop command overtakes other messages. An
// item leaves the inbox once it is processed, so a crash repeats it.
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {InboxEnd, InboxItem} from '../../ports/delivery-store.ts';
import type {World} from '../../ports/system.ts';

/** `later`: nothing was processed yet. */
export type ItemEnd = InboxEnd | {readonly state: 'later'; readonly because: string};

type WorkDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly channel: string;
  /** Processes the oldest item of a chat. `behind`: how many wait behind it. */
  readonly handle: (item: InboxItem, behind: number) => Promise<ItemEnd>;
  /**
   * The item is only stored, so it needn't wait until the previous one is on disk. Several such items in a row share a
   * commit and stay in order. @default none
   */
  readonly isPlain?: (item: InboxItem, behind: number) => boolean;
  /** The item doesn't wait for others of its chat. @default none */
  readonly overtakes?: (item: InboxItem) => boolean;
  readonly onSettled?: () => void;
};

export type Work = AsyncDisposable & {
  /** Looks for new items in the inbox. */
  readonly poke: () => void;
};

export const startWork = (deps: WorkDeps): Work => {
  const {store, clock, log, channel, handle, isPlain = never, overtakes = never} = deps;
  /** Queues by chat, with a separate queue for overtaking items of a chat. */
  const lines = new Map<string, {readonly ords: number[]; readonly done: Promise<void>}>();
  const rests = new Set<() => void>();
  let newest = 0;
  let closed = false;

  /** Queues the new items by number only, so that a long queue needs little memory. */
  const poke = (): void => {
    if (closed) return;
    for (let more = true; more; ) {
      const items = store.inbox.waiting(channel, AT_ONCE, newest);
      for (const item of items) queue(overtakes(item) ? `${item.chat}!` : item.chat, item.ord);
      newest = items.at(-1)?.ord ?? newest;
      more = items.length === AT_ONCE;
    }
  };

  const queue = (chat: string, ord: number): void => {
    const line = lines.get(chat);
    if (line === undefined) lines.set(chat, begin(chat, [ord]));
    else line.ords.push(ord);
  };

  const begin = (chat: string, ords: number[]): {readonly ords: number[]; readonly done: Promise<void>} => ({
    ords,
    // Starts a step later, when all items that arrived together are queued.
    done: Promise.resolve(ords)
      .then(workOff)
      .then(() => {
        // Items that arrived at the last moment start a new queue.
        lines.delete(chat);
        if (ords.length > 0 && !closed) lines.set(chat, begin(chat, ords));
      }),
  });

  const workOff = async (ords: number[]): Promise<void> => {
    let tries = 0;
    while (!closed) {
      if (ords.length === 0) return;
      const because = await takeNext(ords);
      if (because === undefined) {
        tries = 0;
        continue;
      }
      if (tries === 0) log.warn({item: ords[0], because}, `A message on ${channel} waits. Rooster retries.`);
      await rest(Math.min(SHORTEST_REST_MS * 2 ** tries, LONGEST_REST_MS));
      tries += 1;
    }
  };

  /** Processes the next items and removes finished ones. Resolves with the reason if an item must be retried. */
  const takeNext = async (ords: number[]): Promise<string | undefined> => {
    try {
      const row = nextOf(ords);
      const ends = await Promise.all(row.map(attempt));
      ords.splice(0, row.length, ...row.flatMap(({ord}, index) => (ends[index] === undefined ? [] : [ord])));
      return ends.find(end => end !== undefined);
    } catch (error) {
      return errorMessage(error);
    }
  };

  /** The first item of the queue, and the items behind it as long as all of them are only stored. */
  const nextOf = (ords: readonly number[]): readonly Next[] => {
    const row: Next[] = [];
    for (const [index, ord] of ords.slice(0, MOST_TOGETHER).entries()) {
      const [item, behind] = [store.inbox.get(ord), ords.length - 1 - index];
      const mayFollow = item === undefined || isPlain(item, behind);
      if (index > 0 && !mayFollow) break;
      row.push({ord, item, behind});
      if (!mayFollow) break;
    }
    return row;
  };

  const settling = createSettling(deps, ({chat, ord}) => {
    if (!closed) queue(chat, ord);
  });

  /** The reason for a retry, or undefined once the item is finished. */
  const attempt = async ({item, behind}: Next): Promise<string | undefined> => {
    try {
      if (item?.state !== 'received') return undefined;
      const end = await handle(item, behind);
      if (end.state === 'later') return end.because;
      settling.settle(item, end);
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  };

  const rest = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const timer = clock.after(ms, () => end());
      const end = (): void => {
        timer[Symbol.dispose]();
        rests.delete(end);
        resolve();
      };
      rests.add(end);
      if (closed) end();
    });

  poke();
  return {
    poke,
    [Symbol.asyncDispose]: async () => {
      closed = true;
      for (const end of rests) end();
      await Promise.all([...lines.values()].map(({done}) => done));
      await settling.settled();
    },
  };
};

type Settling = {
  readonly settle: (item: InboxItem, end: InboxEnd) => void;
  /** Resolves once nothing is being settled. */
  readonly settled: () => Promise<unknown>;
};

/**
 * Settling isn't awaited, so that it shares a commit with the next message. An item that isn't settled is repeated, and
 * its key makes that harmless.
 */
const createSettling = (
  {store, clock, log, channel, onSettled}: WorkDeps,
  onFailure: (item: InboxItem) => void,
): Settling => {
  const settling = new Set<Promise<void>>();
  return {
    settle: (item, end) => {
      const {ord} = item;
      if (end.state === 'ignored') log.debug({item: ord, because: end.because}, `A message on ${channel} was ignored.`);
      const settled = store
        .transactBatched(() => store.inbox.settle(ord, end, clock.now()))
        .then(onSettled, (error: unknown) => {
          log.warn(
            {item: ord, because: errorMessage(error)},
            `Couldn't settle a message on ${channel}. Rooster retries.`,
          );
          onFailure(item);
        })
        .finally(() => settling.delete(settled));
      settling.add(settled);
    },
    settled: () => Promise.all(settling),
  };
};

type Next = {readonly ord: number; readonly item: InboxItem | undefined; readonly behind: number};

const never = (): boolean => false;
const AT_ONCE = 500;
/** Limits a commit. */
const MOST_TOGETHER = 200;
const SHORTEST_REST_MS = SECOND / 2;
const LONGEST_REST_MS = 15 * SECOND;
