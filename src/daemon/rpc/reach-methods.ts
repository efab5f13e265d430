// RPC methods about how people are reached.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';

type ReachMethods = Pick<Methods, 'reach.list' | 'reach.answer'>;

export const reachMethods = (service: ReachService): Handlers<ReachMethods> => ({
  'reach.list': () => ({people: toWire(service.list())}),
  'reach.answer': ({address, arrived}) => toWire(service.answer(address, arrived)),
});
