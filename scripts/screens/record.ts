// Records `rooster demo` in a real terminal, for the moving picture of the README.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {readCells} from './cells.ts';
import {drawMoving, type Frame} from './moving-svg.ts';
import {PICTURE_ZONE} from './picture-zone.ts';
import {programEnvironment, programLine} from './program.ts';
import {openTmux, type Size} from './tmux.ts';

/** The demo from its first screen to its last, as an SVG that plays by itself. */
export const recordDemo = async (size: Size): Promise<string> => {
  const home = mkdtempSync(join(tmpdir(), 'rooster-screen-'));
  await using after = new AsyncDisposableStack();
  after.defer(() => rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 50}));
  const command = `${programLine()} demo`;
  const screen = after.use(
    await openTmux({
      socket: join(home, 'tmux'),
      size,
      cwd: home,
      env: {...programEnvironment(home), TZ: PICTURE_ZONE},
      command,
    }),
  );
  await screen.shows(/● /u);
  const frames: Frame[] = [];
  const began = performance.now();
  for (;;) {
    const at = Math.round(performance.now() - began);
    const facts = await screen.fact('#{alternate_on} #{cursor_flag} #{cursor_x} #{cursor_y}');
    const [isOpen, flag, column, row] = facts.split(' ').map(Number);
    if (isOpen !== 1 || at > LONGEST_MS) break;
    const cursor = flag === 1 ? {column: column ?? 0, row: row ?? 0} : undefined;
    const frame = {lines: readCells(await screen.styled()), cursor};
    const last = frames.at(-1);
    if (last === undefined || !isDeepStrictEqual({lines: last.lines, cursor: last.cursor}, frame))
      frames.push({at: frames.length === 0 ? 0 : at, ...frame});
    await new Promise<void>(resolve => setTimeout(resolve, EVERY_MS));
  }
  const end = frames.at(-1)?.at ?? 0;
  return drawMoving({title: 'rooster demo', size, frames, lastsMs: end + REST_MS});
};

const LONGEST_MS = 90_000;
/** More often than this nobody sees, and the picture grows. */
const EVERY_MS = 250;
/** Pause on the last screen before the recording starts again. */
const REST_MS = 4_000;
