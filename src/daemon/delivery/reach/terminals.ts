// The open terminals and whether somebody sits there, as the clients report it. In memory only: after a restart the
// clients report again.
import {ACTIVE_MS, type SeenPerson} from '../../../shared/records/delivery/presence.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** One client's report about its terminal. */
type TerminalReport = {
  /** A key was pressed since the last report. */
  readonly active: boolean;
  /** True if the terminal has the focus. Absent if it doesn't report that. */
  readonly focused?: boolean;
};

/** Identifies a client while it is connected. */
type Client = {readonly closed: Promise<unknown>};

export type Terminals = {
  /**
   * The first report of a client opens its terminal; the end of its connection closes it. Returns what the client
   * showed while nobody was there, and what somebody sees now.
   */
  readonly report: (client: Client, report: TerminalReport) => readonly Shown[];
  /** A client connected, from a terminal with this locale. */
  readonly greet: (client: Client, locale: string | undefined) => void;
  /** A client follows the events, so its person sees what happens. */
  readonly follows: (client: Client) => void;
  /** True while a client follows the events. */
  readonly attached: () => boolean;
  /** The locale of the client that connected last, of those that name one. */
  readonly locale: () => string | undefined;
  /** The presence of the person at the terminal. */
  readonly seen: () => SeenPerson;
  /**
   * True if this client's screen counts as shown to the person. False for a terminal without focus, or without a key
   * for 3 minutes: it counts from the next key. A client that reports nothing counts.
   */
  readonly shows: (client: Client, shown: Shown) => boolean;
};

/** A conversation up to a message. */
type Shown = {readonly session: SessionKey; readonly upTo: MessageId};

type Terminal = {
  readonly keyAt?: EpochMs;
  readonly focused?: boolean;
  /** By conversation, what it showed while nobody was there. */
  readonly unseen: ReadonlyMap<SessionKey, Shown>;
};

export const createTerminals = (clock: Pick<Clock, 'now'>): Terminals => {
  const open = new Map<Client, Terminal>();
  const locales = new Map<Client, string>();
  const following = new Set<Client>();
  let lastKeyAt: EpochMs | undefined;

  const isActive = ({keyAt, focused}: Omit<Terminal, 'unseen'>): boolean => {
    // A clock that was set back makes the last key look newer than now.
    const age = keyAt === undefined ? undefined : Math.abs(clock.now() - keyAt);
    return focused !== false && age !== undefined && age < ACTIVE_MS;
  };

  return {
    report: (client, {active, focused}) => {
      const known = open.get(client);
      if (known === undefined) void client.closed.then(() => open.delete(client));
      const keyAt = active ? clock.now() : known?.keyAt;
      if (active) lastKeyAt = keyAt;
      const terminal = {keyAt, focused};
      const unseen = known?.unseen ?? new Map();
      const seen = isActive(terminal) ? [...unseen.values()] : [];
      open.set(client, {...terminal, unseen: seen.length > 0 ? new Map() : unseen});
      return seen;
    },
    greet: (client, locale) => {
      if (locale === undefined) return;
      locales.set(client, locale);
      void client.closed.then(() => locales.delete(client));
    },
    follows: client => {
      following.add(client);
      void client.closed.then(() => following.delete(client));
    },
    attached: () => following.size > 0,
    locale: () => [...locales.values()].at(-1),
    seen: () => {
      const terminals = [...open.values()];
      const presence = terminals.some(isActive) ? 'active' : terminals.length > 0 ? 'idle' : 'away';
      return {presence, lastKeyAt};
    },
    shows: (client, shown) => {
      const terminal = open.get(client);
      if (terminal === undefined || isActive(terminal)) return true;
      open.set(client, {...terminal, unseen: new Map([...terminal.unseen, [shown.session, shown]])});
      return false;
    },
  };
};
