// What a verb is and what it is handed. A verb reads the world through this record only, so that tests hand it another one.

import type {Environment, Places} from '../../shared/records/places.ts';
import type {Names} from '../../shared/text/names.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {ShownZone} from '../format/shown-zone.ts';
import type {Given} from './arguments.ts';
import type {Connect} from './client/connect.ts';
import type {DaemonProgram} from './client/daemon-program.ts';
import type {Print} from './print.ts';

/** 0 done, 1 it failed, 2 wrong usage, 3 no daemon could be reached or started. */
export type ExitCode = 0 | 1 | 2 | 3;

export type Input = NodeJS.ReadableStream & {readonly isTTY?: boolean; destroy(): unknown};

export type CommandWorld = {
  readonly version: string;
  readonly env: Environment;
  readonly places: Places;
  readonly platform: string;
  readonly userHome: string;
  readonly clock: Clock;
  /** On whose clocks times are shown: known once the daemon has answered. */
  readonly shownZone: ShownZone;
  /** What people and conversations are called: known once the daemon has answered. */
  readonly names: () => Names;
  readonly processId: number;
  readonly stdin: Input;
  readonly stdout: NodeJS.WritableStream;
  readonly print: Print;
  readonly program: () => Promise<DaemonProgram>;
  /** The process that holds this home, found without its socket. */
  readonly lockHolder: () => Promise<number | undefined>;
  /** Reaches the daemon, and starts one where none runs. Fails with a NoDaemonError. */
  readonly connect: Connect;
};

/** Contract: prints its result, and resolves with an exit code or rejects with an error whose message is a sentence. */
export type Run = (world: CommandWorld, given: Given) => Promise<ExitCode>;
