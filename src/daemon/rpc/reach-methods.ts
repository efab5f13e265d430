// RPC methods about how people are reached.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {Terminals} from '../delivery/reach/terminals.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';

type ReachMethods = Pick<Methods, 'client.presence' | 'reach.quiet' | 'reach.digest' | 'reach.list' | 'reach.answer'>;

/** `seen`: somebody came back to a terminal that had shown it. */
export const reachMethods = (
  service: ReachService,
  terminals: Terminals,
  seen: (shown: ReturnType<Terminals['report']>[number]) => void,
): Handlers<ReachMethods> => ({
  'client.presence': (report, {connection}) => {
    for (const shown of terminals.report(connection, report)) seen(shown);
    return {};
  },
  'reach.list': () => ({people: toWire(service.list())}),
  'reach.quiet': ({user, span}) => toWire(service.quiet(user, span)),
  'reach.digest': ({user, id}) => ({waiting: id === undefined ? service.digest(user) : service.release(id)}),
  'reach.answer': ({address, arrived}) => toWire(service.answer(address, arrived)),
});
