// The Message-ID of what Rooster sends. It follows from the delivery, so it is fixed when the delivery is stored, and a
// reply names the delivery that it answers.
import type {DeliveryId} from '../../../../shared/records/ids.ts';

/** With its angle brackets. `address`: the agent's own. */
export const messageIdOf = (id: DeliveryId, address: string): string => `<${id}@${domainOf(address)}>`;

/** The delivery of a Message-ID. Undefined if Rooster didn't make the id for this address. */
export const deliveryOfMessageId = (messageId: string, address: string): DeliveryId | undefined => {
  const [, id, domain] = OURS.exec(messageId) ?? [];
  return id !== undefined && domain?.toLowerCase() === domainOf(address) ? (id as DeliveryId) : undefined;
};

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const OURS = /^<?(dlv_[\w-]+)@([^\s<>@]+)>?$/u;
