// RPC methods about how people are reached.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {Terminals} from '../delivery/reach/terminals.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';

type ReachMethods = Pick<Methods, 'client.presence' | 'reach.list' | 'reach.answer'>;

export const reachMethods = (service: ReachService, terminals: Terminals): Handlers<ReachMethods> => ({
  'client.presence': (report, {connection}) => {
    terminals.report(connection, report);
    return {};
  },
  'reach.list': () => ({people: toWire(service.list())}),
  'reach.answer': ({address, arrived}) => toWire(service.answer(address, arrived)),
});
