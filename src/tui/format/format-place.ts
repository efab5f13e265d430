// Places in text: the terminal is `here`, any other place is named by its channel.

import type {Names} from '../../shared/record-text/names.ts';
import {type Address, channelOf, isPushable} from '../../shared/records/address.ts';

export const placeLabel = (address: Address): string => (isPushable(address) ? channelOf(address) : 'here');

/** A shorter form: the person, if known. */
export const shortPlace = (address: Address, names: Names): string => names[address] ?? placeLabel(address);

/** Each place once, in delivery order. */
export const formatPlace = (addresses: readonly Address[]): readonly string[] => [
  ...new Set(addresses.map(placeLabel)),
];
