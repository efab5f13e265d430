// Asks signal-cli for the names of allowed groups. A group may have been renamed meanwhile, or is new in the
// configuration.
import {type Address, groupAddress} from '../../../../shared/records/address.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Store} from '../../../ports/store.ts';
import type {Log} from '../../../ports/system.ts';
import {failureOf} from '../bridge/calls/call.ts';
import type {SignalRpc} from '../bridge/calls/signal-rpc.ts';

type LearnGroupsDeps = {
  readonly rpc: Pick<SignalRpc, 'listGroups'>;
  readonly store: Pick<Store, 'transact'>;
  readonly log: Log;
  readonly isServed: (address: Address) => boolean;
  readonly names: Pick<ContactNames, 'learn'>;
};

/** Never rejects. */
export const learnGroups = async ({rpc, store, log, isServed, names}: LearnGroupsDeps): Promise<void> => {
  const reply = await rpc.listGroups();
  if (reply.kind !== 'result') {
    log.info({because: failureOf(reply)}, 'signal-cli did not list the groups, so their names may be old.');
    return;
  }
  const named = reply.result.flatMap(({id, name}) => {
    const address = groupAddress(CHANNEL, id);
    return name !== undefined && isServed(address) ? [{address, name}] : [];
  });
  if (named.length === 0) return;
  store.transact(emit => {
    for (const {address, name} of named) names.learn(address, name, emit);
  });
};

const CHANNEL = 'signal';
