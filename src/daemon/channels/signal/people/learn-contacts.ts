// Asks signal-cli for the ACIs of people configured by number or username, because their messages may contain the ACI
// alone. Also asks for the account's own ACI if its data isn't readable, and for names of unconfigured recipients.

import {channelOf, targetOf} from '../../../../shared/records/address.ts';
import type {UserConfig} from '../../../config/config-schema.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Store} from '../../../ports/store.ts';
import type {Log} from '../../../ports/system.ts';
import {failureOf} from '../bridge/calls/call.ts';
import type {SignalRpc} from '../bridge/calls/signal-rpc.ts';
import {isSamePerson} from '../envelope/people.ts';
import type {People} from './people.ts';

type LearnDeps = {
  readonly rpc: Pick<SignalRpc, 'listContacts'>;
  readonly store: Pick<Store, 'transact'>;
  readonly log: Log;
  readonly people: People;
  readonly users: () => readonly UserConfig[];
  readonly account: string | undefined;
  readonly names: ContactNames;
};

/** Asks only for unknown facts. Never rejects. */
export const learnContacts = async ({rpc, store, log, people, users, account, names}: LearnDeps): Promise<void> => {
  const configured = users().flatMap(({match}) => match.filter(address => channelOf(address) === CHANNEL));
  const unknown = [...configured.map(targetOf), ...(account === undefined ? [] : [account])].filter(
    target => people.personAt(target).uuid === undefined,
  );
  const nameless = names.nameless(CHANNEL);
  const wanted = [...new Set([...unknown, ...nameless.map(targetOf)])];
  if (wanted.length === 0) return;
  const reply = await rpc.listContacts(wanted);
  if (reply.kind !== 'result') {
    log.info({because: failureOf(reply)}, "signal-cli didn't resolve the contacts of the configuration.");
    return;
  }
  store.transact(emit => {
    for (const contact of reply.result) {
      people.learn(contact);
      const own = nameless.find(address => isSamePerson(people.personAt(targetOf(address)), contact));
      if (own !== undefined && contact.name !== undefined) names.learn(own, contact.name, emit);
    }
  });
};

const CHANNEL = 'signal';
