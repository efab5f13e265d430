// Unreadable database entries: dismisses one, so that it is no longer reported as a problem.

import type {Result} from '../../../ipc/method-table.ts';
import {FAILED_UPDATE} from '../../../ipc/versions/failed-update.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';

export const dismiss: Run = async (world, args) =>
  await show(world, args, ask(world, 'daemon.dismiss', {id: wordAt(args, 0)}), dismissed => dismissedLine(dismissed));

/** Runs `act` on a record; if its entry is unreadable, dismisses the entry instead. */
export const orDismissed = async <T>(world: CommandWorld, id: string, act: Promise<T>): Promise<T | Dismissed> => {
  try {
    return await act;
  } catch (thrown) {
    if (!(thrown instanceof GatewayError) || thrown.code !== 'not_found') throw thrown;
    return await ask(world, 'daemon.dismiss', {id}).catch(() => {
      throw thrown;
    });
  }
};

/** The line for a dismissed entry, otherwise the lines of the record. */
export const dismissedOr = <T extends object, L>(answer: T | Dismissed, linesOf: (record: T) => L): L | string =>
  'dismissed' in answer ? dismissedLine(answer as Dismissed) : linesOf(answer);

type Dismissed = Result<'daemon.dismiss'>;

/** Reports about another machine and about an update are dismissed like an entry. */
const dismissedLine = ({dismissed, content}: Dismissed): string =>
  REPORTS[dismissed] ?? `Dismissed the unreadable entry ${dismissed}: ${content}`;

const REPORTS: Readonly<Record<string, string>> = {
  replica: 'Dismissed the report about the other machine.',
  [FAILED_UPDATE]: 'Dismissed the report of the failed update.',
};
