// A verb and the world that it gets. A verb reads everything through this record, so that tests can pass their own.

import type {Names} from '../../shared/record-text/names.ts';
import type {DaemonAddress, Host} from '../../shared/records/host.ts';
import type {Environment, Places} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {ShownZone} from '../format/shown-zone.ts';
import type {Connect} from './client/connect.ts';
import type {DaemonProgram} from './client/daemon-program.ts';
import type {Print} from './print.ts';

/** 0 done, 1 failed, 2 wrong usage, 3 no daemon could be reached or started, 4 it has crashed (`rooster stdio`). */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

export type Input = NodeJS.ReadableStream & {readonly isTTY?: boolean; destroy(): unknown};

export type CommandWorld = {
  /** The machine whose daemon is used; undefined for this one. */
  readonly host: Host | undefined;
  readonly version: string;
  readonly env: Environment;
  readonly places: Places;
  readonly platform: string;
  readonly userHome: string;
  readonly clock: Clock;
  /** The zone in which times are shown; known once the daemon has answered. */
  readonly shownZone: ShownZone;
  /** The names of people and conversations; known once the daemon has answered. */
  readonly names: () => Names;
  readonly processId: number;
  readonly stdin: Input;
  readonly stdout: NodeJS.WritableStream;
  readonly print: Print;
  readonly program: DaemonProgram;
  /** The process that holds this home's lock, found without its socket. */
  readonly lockHolder: () => number | undefined;
  /** The daemon to which the one at the usual place has sent the last connection. */
  readonly movedTo: () => DaemonAddress | undefined;
  /** Connects to the daemon and starts it if none runs. Fails with a NoDaemonError. */
  readonly connect: Connect;
};

/** Runs a command on another machine; resolves with its exit code there. Rejects if the machine can't be reached. */
export type RunAt = (
  host: Host,
  words: readonly string[],
  streams?: {
    /** An open file. @default the stream of this process */
    readonly input?: number | 'ignore' | 'inherit';
    /** An open file. `pipe`: the text is in the result. @default the stream of this process */
    readonly output?: number | 'pipe' | 'inherit';
    /** Ends it. */
    readonly signal?: AbortSignal;
  },
) => Promise<{readonly code: number; readonly out: string}>;
