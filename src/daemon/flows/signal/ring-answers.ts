// Whether a phone rang: nobody but its owner can tell, so their answer is kept, for `status` and `doctor`.

import type {RingAnswer} from '../../../shared/events/gateway-event.ts';
import {type Address, channelOf, TERMINAL} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Config} from '../../config/config-schema.ts';
import type {World} from '../../ports/system.ts';
import {addressesOf} from '../../routing/contacts.ts';

type RingDeps = Pick<World, 'store'> & {readonly config: () => Config};

/** Keeps the answer durably. A later answer for the same address replaces it. */
export const keepRing = (
  {store, clock, config}: RingDeps & Pick<World, 'clock'>,
  contact: string,
  rang: boolean,
): RingAnswer => {
  const address = addressesOf(config(), contact).find(each => channelOf(each) === CHANNEL);
  if (address === undefined) throw new GatewayError('not_found', `${contact} has no address on Signal.`);
  const at = clock.now();
  store.transact(() => store.cursors.set(`${MARK}${address}`, `${rang ? RANG : SILENT}${at}`));
  return {address, rang, at};
};

/** The newest answer for an address of whoever is at the terminal. */
export const ringOf = ({store, config}: RingDeps): {readonly rings?: RingAnswer} => {
  const operator = config().users.find(({match}) => match.includes(TERMINAL));
  const answers = (operator?.match ?? []).flatMap(address =>
    answerFor(address, store.cursors.get(`${MARK}${address}`)),
  );
  const [newest] = answers.toSorted((one, other) => other.at - one.at);
  return newest === undefined ? {} : {rings: newest};
};

const answerFor = (address: Address, kept: string | undefined): readonly RingAnswer[] =>
  kept === undefined ? [] : [{address, rang: kept.startsWith(RANG), at: Number(kept.slice(1))}];

const CHANNEL = 'signal';
const MARK = 'signal.rang:';
const RANG = '+';
const SILENT = '-';
