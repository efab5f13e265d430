// Address: where a delivery goes, written `channel:target` (`signal:2222…`, `signal:group:AAEC…`, `terminal:default`).
import {channelFacts} from './channels.ts';

export type Address = `${string}:${string}`;

type AddressParts = {readonly channel: string; readonly target: string};

/** The person in front of the terminal. */
export const TERMINAL: Address = 'terminal:default';

/** The parts of an address; undefined when the text isn't an address. */
export const addressParts = (text: string): AddressParts | undefined => {
  const colon = text.indexOf(':');
  if (colon <= 0 || colon === text.length - 1) return undefined;
  return {channel: text.slice(0, colon), target: text.slice(colon + 1)};
};

/** The reason why a delivery can never arrive there, as a sentence; undefined where it may arrive. */
export const deadAddress = (address: Address, channels: readonly string[]): string | undefined => {
  const [channel, target] = [channelOf(address), targetOf(address)];
  if (!channels.includes(channel)) return `Unknown channel "${channel}"; there are ${channels.join(', ')}.`;
  const {label, onlyTarget = target, targetForm} = channelFacts(channel) ?? {};
  if (target !== onlyTarget) return `${label} has one address, "${addressOf({channel, target: onlyTarget})}".`;
  if (targetForm?.pattern.test(target) === false) return `An address on ${label} is ${targetForm.example}.`;
  return undefined;
};

/** The reason why Rooster sends nothing to an address that belongs to nobody in the configuration, as a sentence. */
export const unservedAddress = (address: Address): string =>
  isProgram(address)
    ? `"${address}" isn't a target: add "${targetOf(address)}" to targets.`
    : isGroup(address)
      ? `"${address}" isn't an allowed group: add "${groupOf(address)}" to signal.groups.`
      : `Nobody configured is at "${address}": add it to the "match" of a user.`;

/** Checks the form only, not whether anybody uses the address. */
export const isAddress = (text: string): text is Address => addressParts(text) !== undefined;

export const addressOf = ({channel, target}: AddressParts): Address => `${channel}:${target}`;

export const channelOf = (address: Address): string => address.slice(0, address.indexOf(':'));

export const targetOf = (address: Address): string => address.slice(address.indexOf(':') + 1);

/** True if the address reaches people who aren't at the terminal. Every channel but the terminal does. */
export const isPushable = (address: Address): boolean => channelFacts(channelOf(address))?.isPushable ?? true;

/** True if a program stands behind the address. It has no conversation. */
export const isProgram = (address: Address): boolean => channelFacts(channelOf(address))?.isForPrograms ?? false;

/** The group id of an address; undefined for a person. */
export const groupOf = (address: Address): string | undefined => {
  const target = targetOf(address);
  return target.startsWith(GROUP) ? target.slice(GROUP.length) : undefined;
};

export const isGroup = (address: Address): boolean => groupOf(address) !== undefined;

export const groupAddress = (channel: string, group: string): Address => `${channel}:${GROUP}${group}`;

const GROUP = 'group:';

/**
 * The id of a group on Signal as signal-cli writes it: 32 bytes in base64. A URL-safe form, one without padding and
 * that of signal-cli-rest-api are accepted. Undefined for any other text.
 */
export const signalGroupId = (text: string): string | undefined => {
  const id = text.startsWith(OF_REST) ? decoded(text.slice(OF_REST.length)) : text;
  const standard = id?.replaceAll('-', '+').replaceAll('_', '/').replace(/=*$/u, '=');
  return standard !== undefined && GROUP_ID.test(standard) ? standard : undefined;
};

const decoded = (base64: string): string | undefined => {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
};

/** Its ids are `group.` and the base64 of signal-cli's id. */
const OF_REST = 'group.';
/** The last character holds the two bits that are left of the last byte, so it is one of sixteen. */
const GROUP_ID = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/u;
