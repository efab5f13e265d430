// The marks of a database that belongs to a cell of a fleet. One that was changed outside of the fleet remembers where
// it left, because the log of the cell lacks those changes.
import {placeIn} from '../../ports/fleet-log.ts';
import {COMMITS} from '../database/recording.ts';

export const CELL = 'fleet.cell';
/** The number of the lease under which the database was written. */
export const FENCE = 'fleet.fence';
/** The place in the log at which the database left the fleet. */
export const LEFT = 'fleet.left';

export const CELL_MARKS = [CELL, FENCE, LEFT, COMMITS];

type Marks = {
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string) => void;
};

/** Call it before a change that no log of a cell gets. */
export const leaveCell = ({get, set}: Marks): void => {
  const cell = get(CELL);
  const fence = get(FENCE);
  if (cell === undefined || fence === undefined || get(LEFT)?.startsWith(placeIn(cell, fence)) === true) return;
  set(LEFT, placeIn(cell, fence, get(COMMITS) ?? '0'));
};

/** A backup takes the place of a database of a cell, and goes on from there. */
export const takePlaceOf = (replaced: Marks['get'], backup: Marks): void => {
  for (const name of replaced(CELL) === undefined ? [] : CELL_MARKS) {
    const value = replaced(name);
    if (value !== undefined) backup.set(name, value);
  }
  leaveCell(backup);
};
