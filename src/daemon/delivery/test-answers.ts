// Stores whether a test message arrived at an address, or made the phone ring. Only the person knows.

import {type Address, channelOf} from '../../shared/records/address.ts';
import type {RingAnswer} from '../../shared/records/delivery/way.ts';
import type {World} from '../ports/system.ts';

/** Stores the answer. A later one for the same address replaces it. */
export const keepTestAnswer = (
  {store, clock}: Pick<World, 'store' | 'clock'>,
  address: Address,
  rang: boolean,
): RingAnswer => {
  const at = clock.now();
  store.transact(() => store.cursors.set(keyOf(address), `${rang ? YES : NO}${at}`));
  return {address, rang, at};
};

export const testAnswer = ({store}: Pick<World, 'store'>, address: Address): RingAnswer | undefined => {
  const kept = store.cursors.get(keyOf(address));
  return kept === undefined ? undefined : {address, rang: kept.startsWith(YES), at: Number(kept.slice(1))};
};

const keyOf = (address: Address): string => `${channelOf(address)}.rang:${address}`;

const YES = '+';
const NO = '-';
