// Message-IDs, each with its angle brackets. That of a sent mail follows from its delivery, so it is fixed when the
// delivery is stored, and a reply names the delivery that it answers. A thread is a list of them, oldest first.
import type {DeliveryId} from '../../../shared/records/ids.ts';

/** `address`: the agent's own. */
export const messageIdOf = (id: DeliveryId, address: string): string => `<${id}@${domainOf(address)}>`;

/** The delivery of a Message-ID. Undefined if Rooster didn't make the id for this address. */
export const deliveryOfMessageId = (messageId: string, address: string): DeliveryId | undefined => {
  const [, id, domain] = OURS.exec(messageId) ?? [];
  return id !== undefined && domain?.toLowerCase() === domainOf(address) ? (id as DeliveryId) : undefined;
};

/** The Message-IDs of a header field, in their order, each once. */
export const messageIdsIn = (value: string | undefined): readonly string[] => [
  ...new Set((value ?? '').slice(0, LONGEST_FIELD).match(MESSAGE_ID) ?? []),
];

/** The first mail of a thread, which names it, and the newest ones. */
export const shortenedThread = (ids: readonly string[], most: number): readonly string[] =>
  ids.length <= most ? ids : [...ids.slice(0, 1), ...ids.slice(1 - most)];

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const OURS = /^<?(dlv_[\w-]+)@([^\s<>@]+)>?$/u;
const MESSAGE_ID = /<[^<>\s]{1,250}>/gu;
const LONGEST_FIELD = 20_000;
