// The operator mends what holds messages up on Signal: a safety number that changed, a proof that is wanted. What waited for it leaves
// at once.
import {type Address, channelOf, isGroup} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Config} from '../../config/config-schema.ts';
import {addressesOf} from '../../routing/contacts.ts';

export type SignalFixesDeps = {
  readonly config: () => Config;
  /** Undefined while Signal does not run. */
  readonly hand: () => SignalHand | undefined;
  /** What waits on a channel, and fits, is tried at once. How many messages waited, with those behind it. */
  readonly mended: (channel: string, fits?: (delivery: Delivery) => boolean) => number;
};

/** What signal-cli does for it. */
type SignalHand = {
  readonly identities: (address: Address) => Promise<readonly Identity[]>;
  readonly trust: (address: Address, safetyNumber: string) => Promise<void>;
  readonly isSame: (one: Address, other: Address) => boolean;
  readonly prove: (captcha: string) => Promise<void>;
};
type Identity = {readonly safetyNumber: string; readonly trust: 'untrusted' | 'trusted' | 'verified'};

/** `safetyNumber` is the newest that is known; `freed` is how many messages were held up by it. */
type Trusted = {
  readonly address: Address;
  readonly safetyNumber: string;
  readonly trusted: boolean;
  readonly freed: number;
};

export type SignalFixes = {
  /** Without a number it only says which one is to be compared. */
  readonly trust: (contact: string, safetyNumber: string | undefined) => Promise<Trusted>;
  readonly prove: (captcha: string) => Promise<{readonly freed: number}>;
};

export const createSignalFixes = ({config, hand, mended}: SignalFixesDeps): SignalFixes => {
  const running = (): SignalHand => {
    const now = hand();
    if (now === undefined) throw new GatewayError('unavailable', 'Signal is not running: rooster signal status.');
    return now;
  };
  return {
    trust: async (contact, compared) => {
      const address = addressesOf(config(), contact).find(each => channelOf(each) === CHANNEL);
      if (address === undefined) throw new GatewayError('not_found', `${contact} has no address on Signal.`);
      const known = await running().identities(address);
      const newest = known.find(({trust}) => trust === 'untrusted') ?? known[0];
      if (newest === undefined) throw new GatewayError('not_found', `No safety number of ${contact} is known yet.`);
      const {safetyNumber} = newest;
      if (compared === undefined) return {address, safetyNumber, trusted: newest.trust !== 'untrusted', freed: 0};
      const same = known.find(identity => identity.safetyNumber === digits(compared));
      if (same === undefined) {
        const sentence = `That is not the safety number that Signal has of ${contact}; nothing is trusted. Compare them digit by digit.`;
        throw new GatewayError('invalid', sentence);
      }
      await running().trust(address, same.safetyNumber);
      const {isSame} = running();
      // A delivery may bear another name of theirs; and a group that nobody got may have waited for them.
      const freed = mended(
        CHANNEL,
        held => isSame(held.address, address) || (isGroup(held.address) && held.needs === 'trust'),
      );
      return {address, safetyNumber: same.safetyNumber, trusted: true, freed};
    },
    prove: async captcha => {
      await running().prove(captcha.trim());
      return {freed: mended(CHANNEL)};
    },
  };
};

const digits = (text: string): string => text.replaceAll(/\D/gu, '');

const CHANNEL = 'signal';
