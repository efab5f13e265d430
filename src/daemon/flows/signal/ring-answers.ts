// The owner's answer about a test message on Signal, for `status` and `doctor`: did the phone ring?

import {channelOf, TERMINAL} from '../../../shared/records/address.ts';
import type {RingAnswer} from '../../../shared/records/delivery/way.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config} from '../../config/config-schema.ts';
import {keepTestAnswer, testAnswer} from '../../delivery/test-answers.ts';
import type {World} from '../../ports/system.ts';
import {addressesOf, type Canonical} from '../../routing/contacts.ts';

type RingDeps = Pick<World, 'store'> & {readonly config: () => Config};

/** Stores the answer. A later one for the same address replaces it. */
export const keepRing = (
  deps: RingDeps & Pick<World, 'clock'> & {readonly canonical: Canonical},
  contact: string,
  rang: boolean,
): RingAnswer => {
  const address = addressesOf(deps.config(), contact, deps.canonical).find(each => channelOf(each) === CHANNEL);
  if (address === undefined) throw new GatewayError('not_found', `${contact} has no Signal address.`);
  return keepTestAnswer(deps, address, rang);
};

/** The newest answer for one of the owner's addresses. */
export const ringOf = (deps: RingDeps): RingAnswer | undefined => {
  const owner = deps.config().users.find(({match}) => match.includes(TERMINAL));
  const onSignal = (owner?.match ?? []).filter(address => channelOf(address) === CHANNEL);
  const answers = onSignal.flatMap(address => testAnswer(deps, address) ?? []);
  const [newest] = answers.toSorted((a, b) => b.at - a.at);
  return newest;
};

const CHANNEL = 'signal';
