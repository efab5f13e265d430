// The world of a command, in memory: its output is collected, its daemon is the fake one.

import {PassThrough} from 'node:stream';
import {type Names, NO_NAMES} from '../../../src/shared/record-text/names.ts';
import {placesOf} from '../../../src/shared/records/places.ts';
import {createConnect} from '../../../src/tui/cli/client/connect.ts';
import type {DaemonProgram} from '../../../src/tui/cli/client/daemon-program.ts';
import type {CommandWorld} from '../../../src/tui/cli/command.ts';
import {createPrint} from '../../../src/tui/cli/print.ts';
import {createShownZone} from '../../../src/tui/format/shown-zone.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {type FakeDaemon, fakeDaemon} from './fake-daemon.ts';

export type TestWorld = {
  readonly world: CommandWorld;
  readonly daemon: FakeDaemon;
  readonly clock: FakeClock;
  readonly stdin: PassThrough;
  readonly out: () => string;
  readonly err: () => string;
  /** The number of starts of the daemon's program. */
  readonly starts: () => number;
};

export type TestWorldOptions = {
  readonly answers?: Parameters<typeof fakeDaemon>[1];
  readonly running?: boolean;
  /** Another machine, whose daemon the fake one is. @default this machine */
  readonly host?: CommandWorld['host'];
  /** The output of the daemon program's one-shot commands. */
  readonly ask?: DaemonProgram['ask'];
  /** The process that holds the home without answering. */
  readonly lockHolder?: number;
  readonly terminal?: {readonly columns: number};
  readonly env?: CommandWorld['env'];
  /** The typed input at a terminal. @default there is no terminal */
  readonly typed?: string;
  /**
   * The zone of the person at the terminal, as the daemon names it, and the environment whose TZ follows it. @default one that changes
   * nothing
   */
  /** Another program's text on standard input. */
  readonly piped?: string;
  readonly zone?: string;
  /** The daemon's names of people and conversations. */
  readonly names?: Names;
  /** The reason why the daemon confirms nothing now. */
  readonly held?: () => string | undefined;
  readonly zoneEnv?: Record<string, string | undefined>;
};

export const commandWorld = async (options: TestWorldOptions = {}): Promise<TestWorld> => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock, options.answers, {
    running: options.running ?? true,
    held: options.held,
    ...(options.zone === undefined ? {} : {zone: options.zone}),
    ...(options.names === undefined ? {} : {names: options.names}),
  });
  const said = {out: '', err: ''};
  const stdin = new PassThrough();
  if (options.typed !== undefined) {
    Object.assign(stdin, {isTTY: true});
    stdin.write(options.typed);
  }
  if (options.piped !== undefined) stdin.end(options.piped);
  const env = {ROOSTER_HOME: '/home/alice/r', NO_COLOR: '1', ...options.env};
  const places = placesOf(env, '/home/alice');
  let starts = 0;
  const program: DaemonProgram = {
    entry: '/opt/rooster/daemon.js',
    start: () => {
      starts += 1;
      daemon.start();
      return {ended: new Promise(() => {}), release: () => {}};
    },
    ask: options.ask ?? (async () => ({code: 1, stdout: '', stderr: 'nothing was asked for\n'})),
    become: () => {
      throw new Error('a test does not become a daemon');
    },
  };
  const print = createPrint(
    {
      write: text => {
        said.out += text;
      },
      ...(options.terminal === undefined ? {} : {isTTY: true, columns: options.terminal.columns}),
    },
    () => ({
      write: text => {
        said.err += text;
      },
    }),
    env,
  );
  let names = NO_NAMES;
  const shownZone = createShownZone(options.zoneEnv ?? {}, clock.now);
  return {
    clock,
    daemon,
    stdin,
    out: () => said.out,
    err: () => said.err,
    starts: () => starts,
    world: {
      host: options.host,
      version: '0.1.0',
      env,
      places,
      platform: 'linux',
      userHome: '/home/alice',
      processId: 77,
      clock,
      shownZone,
      names: () => names,
      stdin,
      stdout: new PassThrough(),
      print,
      program,
      lockHolder: () => options.lockHolder,
      movedTo: () => undefined,
      connect: createConnect({
        places,
        version: '0.1.0',
        clock,
        dial: daemon.dial,
        program,
        onZone: shownZone.follow,
        onNames: told => {
          names = told ?? NO_NAMES;
        },
        lockHolder: () => options.lockHolder,
      }),
    },
  };
};
