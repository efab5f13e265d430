// Takes stills of a scene: the same screen at one size after the other, as text and as a picture.
import {isDeepStrictEqual} from 'node:util';
import {readCells} from './cells.ts';
import {type Look as ChosenLook, groundOf, onStage, type Scene} from './stage.ts';
import {drawSvg, type Ground, type Picture} from './svg.ts';
import type {Size, Tmux} from './tmux.ts';

export type Still = {
  readonly size: Size;
  /** A line per row, without the spaces at their ends. */
  readonly text: string;
  readonly svg: string;
};

/** The scene is played at the first size; for the others the window is made larger or smaller. */
export const takeStills = (
  scene: Scene,
  [first, ...others]: readonly [Size, ...Size[]],
  chosen: ChosenLook = {},
): Promise<readonly Still[]> =>
  onStage(scene, first, chosen, async screen => {
    const stills = [await stillOf(scene, screen, first, groundOf(chosen))];
    if (scene.fixed === true) return stills;
    for (const size of others) {
      await screen.resize(size);
      stills.push(await stillOf(scene, screen, size, groundOf(chosen)));
    }
    return stills;
  });

const stillOf = async ({title}: Scene, screen: Tmux, size: Size, ground: Ground): Promise<Still> => {
  const {captured, cursor, text} = await atRest(screen);
  return {size, text, svg: drawSvg({title, size, lines: readCells(captured), cursor, ground})};
};

type Look = Pick<Picture, 'cursor'> & {readonly captured: string; readonly text: string};

/** The screen once it stayed the same for a moment: a mark may be on its way, and the cursor follows the text. */
const atRest = async (screen: Tmux): Promise<Look> => {
  let before = await look(screen);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await new Promise<void>(resolve => setTimeout(resolve, REST_MS));
    const now = await look(screen);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
  throw new Error(`The screen never came to rest:\n${before.text}`);
};

const look = async (screen: Tmux): Promise<Look> => {
  const [flag, column, row] = (await screen.fact('#{cursor_flag} #{cursor_x} #{cursor_y}')).split(' ').map(Number);
  return {
    captured: await screen.styled(),
    text: await screen.text(),
    cursor: flag === 1 ? {column: column ?? 0, row: row ?? 0} : undefined,
  };
};

const REST_MS = 300;
const MOST_LOOKS = 60;
