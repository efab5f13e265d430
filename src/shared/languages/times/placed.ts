// Finds the time zone of a place by its English name. Pure.
import {zoneOfPlace} from '../../time/place-zones.ts';
import type {Meaning} from './meaning.ts';

/** The zone of a place. Undefined for an unknown place. `name` is the name shown in answers. */
export const placed = (place: string | undefined, name: string): Meaning | undefined => {
  const zone = zoneOfPlace(place?.trim().replace(/['’]s$/u, '') ?? '');
  return zone === undefined ? undefined : {kind: 'zone', zone, name};
};
