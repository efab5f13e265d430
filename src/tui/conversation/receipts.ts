// Matches transcript messages with the deliveries that carried them: by turn, or for announcements by text. Messages to the terminal are on
// the screen and have no receipt.
import {channelOf} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Message} from '../../shared/records/message.ts';
import {MINUTE} from '../../shared/time/time.ts';

export type ReceiptsOf = (message: Message) => readonly Delivery[];

export const receipts = (deliveries: readonly Delivery[]): ReceiptsOf => {
  const away = deliveries.filter(({address}) => channelOf(address) !== 'terminal');
  if (away.length === 0) return () => NONE;
  const byTurn = grouped(away, ({turnId}) => turnId);
  const byText = grouped(away, ({text}) => text.trim());
  return message => {
    if (message.role !== 'assistant' || message.text.trim() === '') return NONE;
    // A step that only leads to a tool call isn't delivered.
    const ofTurn = (message.toolCalls?.length ?? 0) > 0 || message.turnId === undefined ? [] : byTurn(message.turnId);
    if (ofTurn.length > 0) return ofTurn;
    return byText(message.text.trim()).filter(
      // Another turn's delivery may have the same text.
      ({session, turnId, createdAt}) =>
        (turnId === undefined || turnId === message.turnId) &&
        (session === undefined || session === message.session) &&
        Math.abs(createdAt - message.at) < NEAR_MS,
    );
  };
};

const grouped = (
  deliveries: readonly Delivery[],
  keyOf: (delivery: Delivery) => string | undefined,
): ((key: string) => readonly Delivery[]) => {
  const groups = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const key = keyOf(delivery);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [delivery]);
    else group.push(delivery);
  }
  return key => groups.get(key) ?? NONE;
};

const NONE: readonly Delivery[] = [];
const NEAR_MS = 10 * MINUTE;
