// Runs a scene with the built program in a real terminal, in a temporary home.
import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {placesOf} from '../../src/shared/records/places.ts';
import {connectTo, type DaemonClient} from '../../test/support/daemon-client.ts';
import {writeClientState} from './client-state.ts';
import {inAsciiSigns} from './in-ascii.ts';
import {PICTURE_ZONE} from './picture-zone.ts';
import {PROGRAM, programEnvironment, programLine, stopDaemonOf} from './program.ts';
import type {Ground} from './svg.ts';
import {openTmux, type Size, type Tmux} from './tmux.ts';

export type Scene = {
  /** The name of its files, without size and ending. */
  readonly name: string;
  /** The picture's title. */
  readonly title: string;
  /** It is one of the pictures in the README, at this size. */
  readonly picture?: Size;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The shell command that starts the program. */
  readonly runBy?: string;
  /** Arguments of the program. */
  readonly flags?: string;
  /** Shell commands to run afterwards. */
  readonly afterwards?: string;
  /** Prepares the home, and the model server, before the program starts. Disposed after the scene. */
  readonly prepare?: (home: string) => unknown;
  /** The first screen to wait for. @default the daemon answers */
  readonly begins?: RegExp;
  /** The question of the first start comes. */
  readonly asks?: true;
  /** It says what it says at the size it was played at: it is not resized. */
  readonly fixed?: true;
  /** Brings the screen to what is to be seen; resolves when it is seen. */
  readonly play: (stage: Stage) => Promise<unknown>;
};

/** The look that is chosen before the program starts. */
export type Look = {readonly theme?: string; readonly ascii?: boolean};

export type Stage = {
  readonly home: string;
  readonly screen: Tmux;
  /** Another client of the daemon; it goes with the scene. */
  readonly connect: () => Promise<DaemonClient>;
  /** The command, on this home. */
  readonly run: (...words: readonly string[]) => Promise<unknown>;
  /** The process of the daemon. */
  readonly daemon: () => number;
};

/** Plays the scene and hands the stage to `look`, before everything is taken down. */
export const onStage = async <T>(
  scene: Scene,
  size: Size,
  chosen: Look,
  look: (screen: Tmux) => Promise<T>,
): Promise<T> => {
  const home = mkdtempSync(join(tmpdir(), 'rooster-screen-'));
  const env = {...programEnvironment(home), ...inPicture(groundOf(chosen)), TZ: PICTURE_ZONE, ...scene.env};
  await using after = new AsyncDisposableStack();
  // Also where the scene went wrong in the middle.
  after.defer(() => rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 50}));
  after.defer(() => stopDaemonOf(home));
  writeClientState(home, chosen, scene.asks === true);
  const prepared = await scene.prepare?.(home);
  if (isDisposable(prepared)) after.use(prepared);
  const opened = after.use(
    await openTmux({
      socket: join(home, 'tmux'),
      size,
      cwd: home,
      env,
      command: `${scene.runBy ?? ''} ${programLine()} ${scene.flags ?? ''} ${scene.afterwards ?? ''}`,
    }),
  );
  const screen = chosen.ascii === true ? inAsciiSigns(opened) : opened;
  await screen.shows(scene.begins ?? /● /u);
  await scene.play({
    home,
    screen,
    connect: async () => after.use(await connectTo(placesOf(env, home).socket)),
    run: (...words) => promisify(execFile)(process.execPath, [PROGRAM, ...words], {env, timeout: PATIENCE_MS}),
    daemon: () => Number.parseInt(readFileSync(join(home, 'rooster.db.pid'), 'utf8'), 10),
  });
  return await look(screen);
};

const isDisposable = (prepared: unknown): prepared is AsyncDisposable =>
  typeof prepared === 'object' && prepared !== null && Symbol.asyncDispose in prepared;

/** A theme for light backgrounds is seen on one. */
export const groundOf = ({theme}: Look): Ground => (theme === 'light' || theme === 'dawn' ? 'light' : 'dark');

/** A terminal with all colours. */
const inPicture = (ground: Ground): Readonly<Record<string, string>> => ({
  COLORTERM: 'truecolor',
  COLORFGBG: ground === 'light' ? '0;15' : '15;0',
});
const PATIENCE_MS = 120_000;
