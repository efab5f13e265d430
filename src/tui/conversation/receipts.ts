// Matches transcript messages with the deliveries that carried them: by turn, or for announcements by run and instant.
// Messages to the terminal are on the screen and have no receipt.
import {channelOf} from '../../shared/records/address.ts';
import {callOf, type Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {SECOND} from '../../shared/time/time.ts';

export type ReceiptsOf = (message: Message) => readonly Delivery[];

export const receipts = (deliveries: readonly Delivery[]): ReceiptsOf => {
  if (!deliveries.some(isAway)) return () => NONE;
  const byTurn = grouped(deliveries, ({turnId}) => turnId);
  const announced = grouped(deliveries, ({turnId, runId, session}) =>
    turnId === undefined ? originOf(runId, session) : undefined,
  );
  const byCall = grouped(deliveries, callOf);
  return message => {
    const {role, text, at, turnId, runId, session, toolCalls = []} = message;
    if (role !== 'assistant' || text.trim() === '') return NONE;
    // A step that only leads to a tool call isn't delivered.
    if (turnId !== undefined) return toolCalls.length > 0 ? NONE : byTurn(turnId).filter(isAway);
    // The delivery was stored in the transaction of the message, and those on the person's next ways later.
    const first = announced(originOf(runId, session)).filter(({createdAt}) => Math.abs(createdAt - at) <= TOGETHER_MS);
    // A ring that is answered at once has the confirmation of the answer beside it. The agent may reword a text.
    const same = first.filter(delivery => delivery.text.trim() === text.trim());
    return [...new Set((same.length > 0 ? same : first).map(callOf))].flatMap(byCall).filter(isAway);
  };
};

const isAway = ({address}: Delivery): boolean => channelOf(address) !== 'terminal';

/** Without a run, the text is from another program. */
const originOf = (runId: RunId | undefined, session: SessionKey | undefined): string =>
  `${runId ?? ''} ${session ?? ''}`;

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
/** Both instants are read within one transaction. */
const TOGETHER_MS = SECOND;
