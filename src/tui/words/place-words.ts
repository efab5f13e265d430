// Where things are heard: the terminal is `here`, every other place is called by its channel.
import {type Address, channelOf, isPushable} from '../../shared/address.ts';

export const placeWord = (address: Address): string => (isPushable(address) ? channelOf(address) : 'here');

/** Each place once, in the order in which they are addressed. */
export const placeWords = (addresses: readonly Address[]): readonly string[] => [...new Set(addresses.map(placeWord))];
