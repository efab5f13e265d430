// The problems in the events that a client got across daemons; empty when they are complete.
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';

/** Numbers that are missing, repeated or out of order after `since`. */
export const gapsIn = (events: readonly GatewayEvent[], since = 0): readonly string[] =>
  events.flatMap(({seq}, index) => {
    const expected = since + index + 1;
    return seq === expected ? [] : [`${seq} in the place of ${expected}`];
  });

/** Turns without an end, or with more ends than beginnings. An interrupted turn may begin again. */
export const oddTurns = (events: readonly GatewayEvent[]): readonly string[] => {
  const begun = new Map<string, number>();
  const ended = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'turn.started') begun.set(event.turnId, 1 + (begun.get(event.turnId) ?? 0));
    if (event.type === 'turn.ended') ended.set(event.turnId, 1 + (ended.get(event.turnId) ?? 0));
  }
  const ids = [...new Set([...begun.keys(), ...ended.keys()])];
  return ids
    .filter(id => !ended.has(id) || (ended.get(id) ?? 0) > (begun.get(id) ?? 0))
    .map(id => `${id} began ${begun.get(id) ?? 0} times and ended ${ended.get(id) ?? 0} times`);
};
