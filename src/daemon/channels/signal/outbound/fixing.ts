// Fixes that need a person: trust a changed safety number after comparing it, and solve a captcha. Each throws a
// GatewayError with a sentence if signal-cli refuses.
import {type Address, targetOf} from '../../../../shared/records/address.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {Store} from '../../../ports/store.ts';
import {forgetUntrusted} from '../../inbox/contact-requests.ts';
import {
  type CallReply,
  failureOf,
  isSamePerson,
  personId,
  type SignalIdentity,
  type SignalRpc,
} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';
import type {Sender} from './sender.ts';

export type Fixing = {
  /** A person's known safety numbers, newest first, each with its trust. */
  readonly identities: (address: Address) => Promise<readonly SignalIdentity[]>;
  /** `safetyNumber`: the one that was compared. */
  readonly trust: (address: Address, safetyNumber: string) => Promise<void>;
  /** True if two addresses belong to one person, whichever name each uses. */
  readonly isSame: (address: Address, another: Address) => boolean;
  /** Submits the answer to Signal's current captcha. */
  readonly prove: (captcha: string) => Promise<void>;
};

type FixingDeps = {
  readonly rpc: Pick<SignalRpc, 'listIdentities' | 'trust' | 'submitRateLimitChallenge'>;
  readonly store: Pick<Store, 'cursors' | 'transact'>;
  readonly people: Pick<People, 'personAt' | 'learn'>;
  readonly sender: Pick<Sender, 'pause' | 'resume'>;
};

export const createFixing = ({rpc, store, people, sender}: FixingDeps): Fixing => {
  const isSame: Fixing['isSame'] = (address, another) =>
    address === another || isSamePerson(people.personAt(targetOf(address)), people.personAt(targetOf(another)));
  return {
    identities: async address => {
      const person = people.personAt(targetOf(address));
      const known = resultOf(await rpc.listIdentities(personId(person)));
      const theirs = known.filter(identity => isSamePerson(identity, person));
      // Signal reports both names, and waiting deliveries may use either.
      store.transact(() => theirs.forEach(people.learn));
      return theirs;
    },
    trust: async (address, safetyNumber) => {
      const person = people.personAt(targetOf(address));
      resultOf(await rpc.trust(personId(person) ?? targetOf(address), {safetyNumber}));
      store.transact(() => forgetUntrusted(store.cursors, untrusted => isSame(untrusted, address)));
    },
    isSame,
    prove: async captcha => {
      const token = sender.pause()?.token;
      if (token === undefined) throw new GatewayError('conflict', "Signal isn't asking for a captcha.");
      resultOf(await rpc.submitRateLimitChallenge(token, captcha));
      sender.resume();
    },
  };
};

const resultOf = <T>(reply: CallReply<T>): T => {
  if (reply.kind === 'result') return reply.result;
  throw new GatewayError(reply.kind === 'error' ? 'refused' : 'unavailable', `Signal: ${failureOf(reply)}.`);
};
