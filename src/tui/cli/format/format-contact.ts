// Formats the result of allowing or trusting a contact.
import type {Result} from '../../../ipc/method-table.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {placed} from '../../nouns/noun-record.ts';
import type {CommandWorld} from '../command.ts';

export const contactAllowed = (
  {places}: CommandWorld,
  {address, user, trust, added}: Result<'signal.allow'>,
): string => {
  const written = `Written to ${places.config}.`;
  if (user === undefined)
    return added
      ? `The group ${address} can now talk to the agent. ${written}`
      : `The group ${address} is already allowed.`;
  const who = `${user} (trust: ${trust})`;
  return added ? `Added ${address} to ${who}. ${written}` : `${address} already belongs to ${who}.`;
};

/** The safety number in twelve groups of five, as phones show it. */
export const contactTrusted = (
  world: CommandWorld,
  {address, safetyNumber, trusted, freed}: Result<'signal.trust'>,
): readonly string[] => {
  const groups = safetyNumber.match(/\d{1,5}/gu) ?? [];
  const rows = [0, 4, 8].map(from => `  ${groups.slice(from, from + 4).join(' ')}`);
  const shown = [`The safety number with ${placed(address, world.names())}:`, ...rows];
  if (!trusted) {
    const how = `rooster signal trust ${address} ${groups.join(' ')}`;
    return [...shown, '', 'Not trusted. Compare it with the number on their phone. If both match, run:', how];
  }
  return [...shown, '', freed === 0 ? 'Trusted.' : `Trusted. ${waited(freed)}`];
};

export const proofGiven = (freed: number): string =>
  freed === 0 ? 'Signal accepted the captcha.' : `Signal accepted the captcha. ${waited(freed)}`;

const waited = (freed: number): string =>
  counted(freed, 'waiting message is on its way.', 'waiting messages are on their way.');
