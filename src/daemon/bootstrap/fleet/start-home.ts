// Starts the daemon that a home needs: one that is alone, one that follows another machine, or one of a fleet.
import {readFollowing} from '../../../ipc/socket/following.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import {startFollower} from '../replica/start-follower.ts';
import {startDaemon} from '../start-daemon.ts';
import {type OneCell, readFleet} from './read-fleet.ts';
import {runCells} from './run-cells.ts';
import {openIdle} from './standby.ts';
import {startCell} from './start-cell.ts';

type StartHome = DaemonOptions & {
  readonly oneCell: OneCell | undefined;
  /** Another daemon has the cell: the process must end before it does anything more. */
  readonly onLost: () => void;
};

/** Resolves when clients can connect. Rejects with a sentence when the daemon can't start. */
export const startHome = async (options: StartHome): Promise<AsyncDisposable> => {
  const {places, oneCell} = options;
  const following = readFollowing(places);
  // A trial of an update must not take the cell.
  const fleet = options.trial === true ? undefined : readFleet(places, oneCell);
  if (following !== undefined)
    return fleet === undefined
      ? await startFollower({...options, following})
      : await openIdle(options, `This home follows ${following.host.name}. To end that: rooster follow --end`);
  if (fleet === undefined) return await startDaemon(options);
  if ('mistaken' in fleet) return await openIdle(options, fleet.mistaken);
  const {config, homeId} = fleet;
  const [cell = '', ...others] = oneCell === undefined ? config.cells : [oneCell.cell];
  return others.length === 0
    ? await startCell({...options, fleet: config, cell, homeId})
    : await runCells({...options, cells: config.cells});
};
