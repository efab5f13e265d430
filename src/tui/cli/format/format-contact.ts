// Letting somebody in, in words.

import type {Result} from '../../../ipc/protocol.ts';
import type {CommandWorld} from '../command.ts';
import {placed} from './format-delivery.ts';

export const contactAllowed = (
  {places}: CommandWorld,
  {address, user, trust, added}: Result<'signal.allow'>,
): string => {
  const written = `Written to ${places.config}.`;
  if (user === undefined)
    return added ? `The group ${address} is served from now on. ${written}` : `The group ${address} is served already.`;
  const who = `${user} (trust ${trust}) is met at ${address}`;
  return added ? `${who} from now on. ${written}` : `${who} already.`;
};

/** In twelve groups of five, as phones show it. */
export const contactTrusted = (
  world: CommandWorld,
  {address, safetyNumber, trusted, freed}: Result<'signal.trust'>,
): readonly string[] => {
  const groups = safetyNumber.match(/\d{1,5}/gu) ?? [];
  const rows = [0, 4, 8].map(from => `  ${groups.slice(from, from + 4).join(' ')}`);
  const shown = [`The safety number with ${placed(address, world.names())}:`, ...rows];
  if (!trusted) {
    const how = `rooster signal trust ${address} ${groups.join(' ')}`;
    return [...shown, '', 'It is not trusted. Compare it with what their phone shows; if it is the same:', how];
  }
  return [...shown, '', freed === 0 ? 'It is trusted.' : `It is trusted. ${waited(freed)}`];
};

export const proofGiven = (freed: number): string =>
  freed === 0 ? 'Signal accepted the proof.' : `Signal accepted the proof. ${waited(freed)}`;

const waited = (freed: number): string =>
  freed === 1 ? 'A message that waited is on its way.' : `${freed} messages that waited are on their way.`;
