// The options of a daemon.

import type {Ids} from '../../shared/records/ids.ts';
import type {Environment, Places} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {HeldCell} from '../fleet/held-cell.ts';
import type {Channel} from '../ports/channel.ts';
import type {Models} from '../ports/model.ts';
import type {OutputGate} from '../ports/output-gate.ts';
import type {Sandbox} from '../ports/sandbox.ts';
import type {Log} from '../ports/system.ts';
import type {OpenStore} from '../store/store.ts';
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
  /** Effects leave the daemon once they pass it. @default at once */
  readonly gate?: OutputGate;
  /** True if the daemon backs up the database daily. @default false */
  readonly backsUp?: boolean;
  /** Begins to keep the commits elsewhere, too: nothing leaves before they are there. @default the daemon is alone */
  readonly holdCell?: (store: OpenStore) => Promise<HeldCell>;
  /** A client asked the daemon to end, for good or to start again in the version that is chosen. */
  readonly onStop: (then: 'stop' | 'restart') => void;
  /** Called when the home is locked, before the database is opened. What it throws ends the start. */
  readonly onLocked?: () => void;
  /** Called with its schema when the database was copied, before a step of the migration changes it. */
  readonly onCopied?: (schema: number) => void;
  /** Called before anything is answered, sent or started. */
  readonly onWork?: () => void;
  /** It answers questions, and does nothing by itself. @default false */
  readonly trial?: boolean;
  /** The database is damaged: the process must exit. */
  readonly onBroken: (error: unknown) => void;
  /**
   * The home was moved or deleted, as the sentence says: the process must exit. @default the daemon goes on without
   * saving anything
   */
  readonly onHomeGone?: (sentence: string) => void;
};
