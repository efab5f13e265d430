// The same connection as the terminal UI takes it: whoever listens for notices may come a little later, and misses none.
import type {Client} from '../../../ipc/peer.ts';
import type {Notice, Notices} from '../../../ipc/protocol.ts';
import type {Connect, OnNotice} from './connect.ts';

/** A notice as two arguments: its name and what it holds. */
export type NamedNotice = {[N in Notice]: [name: N, notice: Notices[N]]}[Notice];
type Listener = (...notice: NamedNotice) => void;

export type ScreenClient = AsyncDisposable &
  Pick<Client, 'call' | 'closed'> & {
    readonly onNotice: (listener: Listener) => void;
  };

export const connectForScreen =
  (connect: Connect) =>
  async (signal: AbortSignal): Promise<ScreenClient> => {
    const early: NamedNotice[] = [];
    let hear: Listener = (...notice) => early.push(notice);
    const {client} = await connect({signal, onNotice: notice => hear(...named(notice))});
    return {
      call: client.call,
      closed: client.closed,
      onNotice: listener => {
        hear = listener;
        for (const notice of early.splice(0)) listener(...notice);
      },
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    };
  };

const named = (notice: Parameters<OnNotice>[0]): NamedNotice => {
  switch (notice.method) {
    case 'event':
      return [notice.method, notice.params];
    case 'delta':
      return [notice.method, notice.params];
    case 'closing':
      return [notice.method, notice.params];
  }
};
