// What a daemon is started with, and what every builder gets besides the parts that were built before it.

import type {Ids} from '../../shared/records/ids.ts';
import type {Environment, Places} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Channel} from '../ports/channel.ts';
import type {Models} from '../ports/model.ts';
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
  /** Channels besides the terminal; one of them stands in for the configured one of its name. @default none */
  readonly channels?: readonly Channel[];
  /** Stands in for the configured models. */
  readonly models?: Models;
  /** Whether the database is copied each day. @default false */
  readonly backsUp?: boolean;
  /** A client asked the daemon to stop. */
  readonly onStop: () => void;
  /** The database can't be trusted any more: the process should end. */
  readonly onBroken: (error: unknown) => void;
};

/** This start of the daemon. */
export type Boot = {
  readonly bootId: string;
  readonly startedAt: EpochMs;
  /** Aborted when the daemon begins to close: nothing new is begun then. */
  readonly closing: AbortController;
};

export type BuildOptions = DaemonOptions & {readonly boot: Boot};
