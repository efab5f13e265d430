// Takes one picture: the real program, as it was built, in a real terminal, on a home of its own that is gone afterwards.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {readCells} from './cells.ts';
import {programEnvironment, programLine, stopDaemonOf} from './program.ts';
import {drawSvg, type Picture} from './svg.ts';
import {openTmux, type Size, type Tmux} from './tmux.ts';

export type Scene = {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly size: Size;
  /** What is in the home before the start. */
  readonly prepare?: (home: string) => void;
  /** Brings the screen to what is to be seen; resolves when it is seen. */
  readonly play: (screen: Tmux) => Promise<void>;
};

/** The picture as the text of an SVG. */
export const takePicture = async ({title, size, prepare, play}: Scene): Promise<string> => {
  const home = mkdtempSync(join(tmpdir(), 'rooster-screen-'));
  try {
    prepare?.(home);
    await using screen = await openTmux({
      socket: join(home, 'tmux'),
      size,
      cwd: home,
      env: programEnvironment(home),
      command: programLine(),
    });
    await screen.shows(/● /u);
    await play(screen);
    const {captured, cursor} = await atRest(screen);
    return drawSvg({title, size, lines: readCells(captured), cursor});
  } finally {
    await stopDaemonOf(home);
    rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
  }
};

type Still = Pick<Picture, 'cursor'> & {readonly captured: string};

/** The screen once it stayed the same for a moment: a mark may be on its way, and the cursor follows the text. */
const atRest = async (screen: Tmux): Promise<Still> => {
  let before = await still(screen);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await new Promise<void>(resolve => setTimeout(resolve, REST_MS));
    const now = await still(screen);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
  throw new Error(`The screen never came to rest:\n${before.captured}`);
};

const still = async (screen: Tmux): Promise<Still> => {
  const [flag, column, row] = (await screen.fact('#{cursor_flag} #{cursor_x} #{cursor_y}')).split(' ').map(Number);
  return {
    captured: await screen.styled(),
    cursor: flag === 1 ? {column: column ?? 0, row: row ?? 0} : undefined,
  };
};

const REST_MS = 400;
const MOST_LOOKS = 20;
