// `needs-reply`, for scripts: the exit code is the answer, and "no" in any doubt. Starts no daemon.

import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {NoDaemonError} from '../../client/no-daemon-error.ts';
import {reachIfRunning} from '../../client/reach-if-running.ts';

/** `contactOf`: what a word means on the channel. */
export const needsReplyOn =
  (contactOf: (word: string) => string): Run =>
  async (world, args) => {
    const contact = contactOf(wordAt(args, 0));
    try {
      await using connection = await reachIfRunning(world);
      if (connection === undefined) throw new NoDaemonError('The daemon is not running.');
      const {client} = connection;
      if (args.switches.has('clear')) {
        await client.call('ledger.clear', {contact});
        return 0;
      }
      const {owed} = await client.call('ledger.get', {contact});
      return owed ? 0 : 1;
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
      return 1;
    }
  };
