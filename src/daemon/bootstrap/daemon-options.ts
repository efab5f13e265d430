// The options of a daemon.

import type {Ids} from '../../shared/records/ids.ts';
import type {Environment, Places} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Channel} from '../ports/channel.ts';
import type {Models} from '../ports/model.ts';
import type {Sandbox} from '../ports/sandbox.ts';
import type {Log} from '../ports/system.ts';
import type {Redactor} from '../system/redact.ts';
import type {Zones} from '../system/zones.ts';

export type DaemonOptions = {
  readonly places: Places;
  readonly env: Environment;
  readonly zones: Zones;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  /** Channels besides the terminal. A channel with a configured name replaces the configured one. @default none */
  readonly channels?: readonly Channel[];
  /** Replaces the configured models. */
  readonly models?: Models;
  /** Replaces the sandbox of commands. */
  readonly sandbox?: Sandbox;
  /** True if the daemon backs up the database daily. @default false */
  readonly backsUp?: boolean;
  /** A client asked the daemon to stop. */
  readonly onStop: () => void;
  /** The database is damaged: the process must exit. */
  readonly onBroken: (error: unknown) => void;
  /**
   * The home was moved or deleted, as the sentence says: the process must exit. @default the daemon goes on without
   * saving anything
   */
  readonly onHomeGone?: (sentence: string) => void;
};
