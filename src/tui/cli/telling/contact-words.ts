// Letting somebody in, in words.
import type {Result} from '../../../ipc/protocol.ts';
import type {CommandWorld} from '../command.ts';

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
