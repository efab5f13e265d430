// The things that a call can use.
import type {Account} from '../program/data-dir.ts';
import type {Receiving} from '../receiving/receiving.ts';
import type {Server} from '../signal/server.ts';

export type World = {
  readonly server: Server;
  readonly dataDir: string;
  /** The account given with -a; without one, all accounts are served. */
  readonly account: Account | undefined;
  readonly accounts: () => readonly Account[];
  readonly receiving: Receiving;
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** Ends the process as if by itself. */
  readonly exit: (code: number) => void;
};

/** A line connection can subscribe; HTTP cannot. */
export type Subscriptions = {
  add(): Promise<number>;
  /** False for an unknown id. Without an id: the subscription made when the connection was opened. */
  remove(id: number | undefined): Promise<boolean>;
};

export type CallContext = {
  readonly world: World;
  readonly account: Account;
  readonly subscriptions: Subscriptions | undefined;
};
