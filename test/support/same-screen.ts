// Compares the visible cells of two terminals.
import {isDeepStrictEqual} from 'node:util';
import {expect} from 'vitest';
import {readCells} from '../../scripts/screens/cells.ts';
import {type Run, runsOf} from '../../scripts/screens/runs.ts';
import type {Tmux} from '../../scripts/screens/tmux.ts';

/** Waits until both show the same screen; a count of seconds may need a moment. */
export const showSame = async (one: Tmux, other: Tmux): Promise<void> => {
  await expect
    .poll(async () => isDeepStrictEqual(await lookOf(one), await lookOf(other)))
    .toBe(true)
    // A failure should show where they differ.
    .catch(async () => expect(await lookOf(one)).toEqual(await lookOf(other)));
};

/** The visible screen: a blank looks the same whether it was written or not. */
const lookOf = async (screen: Tmux): Promise<readonly (readonly Run[])[]> =>
  readCells(await screen.styled()).map(runsOf);
