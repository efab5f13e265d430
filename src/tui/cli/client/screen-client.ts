// Adapts the connection for the terminal UI: a listener that is added late still gets every notice.
import type {Client, Notice, Notices} from '../../../ipc/protocol.ts';
import {formatClose} from '../../../ipc/wire/index.ts';
import type {DaemonAddress} from '../../../shared/records/host.ts';
import type {Connect, ConnectOptions, DaemonConnection, OnNotice} from './connect.ts';
import {HostError, NoDaemonError} from './no-daemon-error.ts';

/** A notice as two arguments: name and parameters. */
export type NamedNotice = {[N in Notice]: [name: N, notice: Notices[N]]}[Notice];
type Listener = (...notice: NamedNotice) => void;

type ScreenClient = AsyncDisposable &
  Pick<Client, 'call'> & {
    /** Resolves with the reason, a sentence, once the connection has ended. */
    readonly closed: Promise<string>;
    readonly at: DaemonAddress | undefined;
    readonly onNotice: (listener: Listener) => void;
  };

/**
 * The first connection starts a daemon if none runs. Later ones only replace a crashed daemon: one that was stopped on
 * purpose stays stopped until somebody starts it. A screen that only watches (`starts: false`) starts none.
 */
export const connectForScreen = (
  connect: Connect,
  {starts = true}: {readonly starts?: boolean} = {},
): ((signal: AbortSignal) => Promise<ScreenClient>) => {
  let isConnected = false;

  // The screen owns the terminal, so ssh asks nothing there.
  const reach = async (given: ConnectOptions): Promise<DaemonConnection> => {
    const options = {...given, mayAsk: false};
    if (starts && !isConnected) return await connect(options);
    try {
      return await connect({...options, starts: false});
    } catch (thrown) {
      if (!(thrown instanceof NoDaemonError)) throw thrown;
      if (starts && thrown.daemonState === 'stale') return await connect(options);
      if (thrown.daemonState !== 'absent') throw thrown;
      if (thrown instanceof HostError) throw thrown;
      throw new NoDaemonError(isConnected ? STOPPED : NOT_RUNNING, {daemonState: 'absent', cause: thrown});
    }
  };

  return async signal => {
    const early: NamedNotice[] = [];
    let listener: Listener = (...notice) => early.push(notice);
    const {client, at} = await reach({
      signal,
      onNotice: notice => {
        const known = named(notice);
        if (known !== undefined) listener(...known);
      },
    });
    isConnected = true;
    return {
      call: client.call,
      at,
      closed: client.closed.then(formatClose),
      onNotice: next => {
        listener = next;
        for (const notice of early.splice(0)) next(...notice);
      },
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    };
  };
};

const NOT_RUNNING = 'The daemon is not running. Start it: rooster daemon start';
const STOPPED = 'The daemon was stopped. Start it: rooster daemon start';

/** Undefined for a notice that only a newer daemon knows. */
const named = (notice: Parameters<OnNotice>[0]): NamedNotice | undefined => {
  switch (notice.method) {
    case 'event':
      return [notice.method, notice.params];
    case 'delta':
      return [notice.method, notice.params];
    case 'thinking':
      return [notice.method, notice.params];
    case 'clients':
      return [notice.method, notice.params];
    case 'held':
      return [notice.method, notice.params];
    case 'closing':
      return [notice.method, notice.params];
    default:
      return undefined;
  }
};
