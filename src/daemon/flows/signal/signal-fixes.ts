// Lets the operator fix what blocks messages on Signal: a changed safety number or a captcha. Waiting messages then
// leave at once.
import {type Address, channelOf, isGroup} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config} from '../../config/config-schema.ts';
import {addressesOf, type Canonical} from '../../routing/contacts.ts';

type SignalFixesDeps = {
  readonly config: () => Config;
  readonly canonical: Canonical;
  /** Undefined while Signal isn't running. */
  readonly signal: () => SignalControls | undefined;
  /**
   * Retries matching deliveries of a channel now. Returns how many were waiting, including those behind a blocked one.
   */
  readonly unblock: (channel: string, fits?: (delivery: Delivery) => boolean) => number;
};

type SignalControls = {
  readonly identities: (address: Address) => Promise<readonly Identity[]>;
  readonly trust: (address: Address, safetyNumber: string) => Promise<void>;
  readonly isSame: (a: Address, b: Address) => boolean;
  readonly prove: (captcha: string) => Promise<void>;
};
type Identity = {readonly safetyNumber: string; readonly trust: 'untrusted' | 'trusted' | 'verified'};

/** `safetyNumber`: the newest known one. `freed`: how many messages it had blocked. */
type Trusted = {
  readonly address: Address;
  readonly safetyNumber: string;
  readonly trusted: boolean;
  readonly freed: number;
};

export type SignalFixes = {
  /** Without a safety number, only returns the one to compare. */
  readonly trust: (contact: string, safetyNumber: string | undefined) => Promise<Trusted>;
  readonly prove: (captcha: string) => Promise<{readonly freed: number}>;
};

export const createSignalFixes = ({config, canonical, signal, unblock}: SignalFixesDeps): SignalFixes => {
  const running = (): SignalControls => {
    const now = signal();
    if (now === undefined) throw new GatewayError('unavailable', 'Signal is not running. See: rooster signal status');
    return now;
  };
  return {
    trust: async (contact, compared) => {
      const address = addressesOf(config(), contact, canonical).find(each => channelOf(each) === CHANNEL);
      if (address === undefined) throw new GatewayError('not_found', `${contact} has no Signal address.`);
      const known = await running().identities(address);
      const newest = known.find(({trust}) => trust === 'untrusted') ?? known[0];
      if (newest === undefined) throw new GatewayError('not_found', `Signal has no safety number for ${contact} yet.`);
      const {safetyNumber} = newest;
      if (compared === undefined) return {address, safetyNumber, trusted: newest.trust !== 'untrusted', freed: 0};
      const same = known.find(identity => identity.safetyNumber === digits(compared));
      if (same === undefined) {
        const sentence = `This isn't the safety number of ${contact}. Nothing was trusted. Compare both numbers digit by digit.`;
        throw new GatewayError('invalid', sentence);
      }
      await running().trust(address, same.safetyNumber);
      const {isSame} = running();
      // A delivery may use another name of the person, and a group's delivery may have waited for them.
      const freed = unblock(
        CHANNEL,
        held => isSame(held.address, address) || (isGroup(held.address) && held.needs === 'trust'),
      );
      return {address, safetyNumber: same.safetyNumber, trusted: true, freed};
    },
    prove: async captcha => {
      await running().prove(captcha.trim());
      return {freed: unblock(CHANNEL)};
    },
  };
};

const digits = (text: string): string => text.replaceAll(/\D/gu, '');

const CHANNEL = 'signal';
