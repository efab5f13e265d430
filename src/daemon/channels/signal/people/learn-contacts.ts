// Asks signal-cli who the people of the configuration are, where it names them by a number or a username: their messages may bear the
// ACI alone. The account's own ACI is learned the same way where signal-cli's data is not ours to read.

import {targetOf} from '../../../../shared/address.ts';
import type {UserConfig} from '../../../config/config-schema.ts';
import type {Log, Store} from '../../../ports.ts';
import {failureOf} from '../bridge/calls/call.ts';
import type {SignalRpc} from '../bridge/calls/signal-rpc.ts';
import type {People} from './people.ts';

export type LearnDeps = {
  readonly rpc: Pick<SignalRpc, 'listContacts'>;
  readonly store: Pick<Store, 'transact'>;
  readonly log: Log;
  readonly people: People;
  readonly users: () => readonly UserConfig[];
  readonly account: string | undefined;
};

/** Never rejects. What is known is not asked again. */
export const learnContacts = async ({rpc, store, log, people, users, account}: LearnDeps): Promise<void> => {
  const named = users()
    .flatMap(({match}) => match)
    .filter(address => address.startsWith('signal:'))
    .map(targetOf);
  const wanted = [...new Set([...named, ...(account === undefined ? [] : [account])])].filter(
    target => people.personAt(target).uuid === undefined,
  );
  if (wanted.length === 0) return;
  const reply = await rpc.listContacts(wanted);
  if (reply.kind !== 'result') {
    log.info({because: failureOf(reply)}, 'signal-cli did not tell who the people of the configuration are.');
    return;
  }
  store.transact(() => {
    for (const contact of reply.result) people.learn(contact);
  });
};
