// The open terminals and whether somebody sits there, as the clients report it. In memory only: after a restart the clients report again.
import {present} from '../../../shared/fields/present.ts';
import {ACTIVE_MS, type SeenPerson} from '../../../shared/records/presence.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** What one client says about its terminal. */
export type TerminalReport = {
  /** A key was pressed since the last report. */
  readonly active: boolean;
  /** Whether the terminal has the focus. Absent if it doesn't report that. */
  readonly focused?: boolean;
};

/** Identifies a client while it is connected. */
type Client = {readonly closed: Promise<unknown>};

export type Terminals = {
  /** The first report of a client opens its terminal; the end of its connection closes it. */
  readonly report: (client: Client, report: TerminalReport) => void;
  /** Where the person at the terminal is now. */
  readonly seen: () => SeenPerson;
  /**
   * Whether what this client shows counts as shown to the person. False for a terminal without focus, or without a key for 3 minutes. A
   * client that reports nothing counts.
   */
  readonly shows: (client: Client) => boolean;
  /** Calls the listener for each report of a key at a focused terminal. */
  readonly onKey: (listener: () => void) => Disposable;
};

type Terminal = {readonly keyAt?: EpochMs; readonly focused?: boolean};

export const createTerminals = (clock: Pick<Clock, 'now'>): Terminals => {
  const open = new Map<Client, Terminal>();
  const listeners = new Set<() => void>();
  let lastKeyAt: EpochMs | undefined;

  const isActive = ({keyAt, focused}: Terminal): boolean => {
    // A clock that was set back makes the last key look newer than now.
    const age = keyAt === undefined ? undefined : Math.abs(clock.now() - keyAt);
    return focused !== false && age !== undefined && age < ACTIVE_MS;
  };

  return {
    report: (client, {active, focused}) => {
      const known = open.get(client);
      if (known === undefined) void client.closed.then(() => open.delete(client));
      const keyAt = active ? clock.now() : known?.keyAt;
      open.set(client, present({keyAt, focused}));
      if (!active) return;
      lastKeyAt = keyAt;
      if (focused !== false) for (const listener of listeners) listener();
    },
    seen: () => {
      const terminals = [...open.values()];
      const presence = terminals.some(isActive) ? 'active' : terminals.length > 0 ? 'idle' : 'away';
      return {presence, ...present({lastKeyAt})};
    },
    shows: client => {
      const terminal = open.get(client);
      return terminal === undefined || isActive(terminal);
    },
    onKey: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
  };
};
