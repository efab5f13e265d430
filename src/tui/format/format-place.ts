// Where things are heard: the terminal is `here`, every other place is called by its channel.
import {type Address, channelOf, isPushable} from '../../shared/records/address.ts';
import type {Names} from '../../shared/text/names.ts';

export const placeWord = (address: Address): string => (isPushable(address) ? channelOf(address) : 'here');

/** The same with few cells: who it is, where that is known. */
export const shortPlace = (address: Address, names: Names): string => names[address] ?? placeWord(address);

/** Each place once, in the order in which they are addressed. */
export const formatPlace = (addresses: readonly Address[]): readonly string[] => [...new Set(addresses.map(placeWord))];
