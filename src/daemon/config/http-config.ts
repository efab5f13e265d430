// The types of the configuration of HTTP: the server with its hooks, and the programs that Rooster sends requests to.
import type {Trust} from '../../shared/records/trust.ts';
import type {SecretSource} from '../ports/system.ts';

/** The HTTP door. */
export type HttpConfig = {
  readonly listen: string;
  /** Other machines may connect, because it is behind a TLS proxy. */
  readonly behindProxy: boolean;
  /** Settings of `POST /wake`. Absent: it is off. */
  readonly wake?: WakeConfig;
};

export type WakeConfig = {
  readonly secret: SecretSource;
  readonly trust: Trust;
  /** The people for whom it may wake the agent. @default everybody */
  readonly users?: readonly string[];
};

/** Settings of `POST /hooks/NAME`. */
export type HookConfig = {
  readonly secret: SecretSource;
  readonly scheme: 'bearer' | 'standard' | 'github' | 'stripe';
  /** The highest trust of a turn that it starts. */
  readonly trust: Trust;
  /** A conversation or an address. Absent only with `expect`: then a call is a ping and starts nothing. */
  readonly target?: string;
  /** The message, with places such as `{{payload.repo.name}}`. */
  readonly template?: string;
  readonly reply: 'turn' | 'verbatim' | 'note';
  /** The longest time between two calls, `26h`. The person is told when none comes. */
  readonly expect?: string;
  /** The notice about it rings in quiet hours, too. */
  readonly urgent?: boolean;
};

/** Tells a watcher outside that this daemon lives. */
export type PingConfig = {
  /** Kept as a secret: everybody who knows it can ping. */
  readonly url: SecretSource;
  readonly every: string;
  /** A bearer token, as the hook of another Rooster wants it. */
  readonly secret?: SecretSource;
  readonly private: boolean;
};

/** A program that gets alarms and results of jobs. */
export type TargetConfig = {
  readonly url: string;
  readonly secret?: SecretSource;
  readonly scheme: 'bearer' | 'standard';
  /** Its name for the person. @default the name here */
  readonly user?: string;
  /** Its host name may mean a private address. An IP address in the URL means itself. */
  readonly private: boolean;
};
