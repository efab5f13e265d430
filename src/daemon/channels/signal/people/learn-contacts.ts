// Asks signal-cli for the ACIs of people configured by number or username, because their messages may contain the ACI
// alone, for the account's own ACI if its data isn't readable, and for the names of other recipients and of groups.
import {type Address, channelOf, groupAddress, targetOf} from '../../../../shared/records/address.ts';
import type {UserConfig} from '../../../config/config-schema.ts';
import type {ContactNames} from '../../../ports/channel.ts';
import type {Store} from '../../../ports/store.ts';
import type {Log} from '../../../ports/system.ts';
import {failureOf, isSamePerson, type SignalRpc} from '../../signal-cli/index.ts';
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

type LearnGroupsDeps = {
  readonly rpc: Pick<SignalRpc, 'listGroups'>;
  readonly store: Pick<Store, 'transact'>;
  readonly log: Log;
  readonly isServed: (address: Address) => boolean;
  readonly names: Pick<ContactNames, 'learn'>;
};

/**
 * Asks for the names of allowed groups, because a group may have been renamed meanwhile or be new in the configuration.
 * Never rejects.
 */
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
