// Turns for the timeline, from the held events: messages from a channel, manual injections, and failures. Scheduled
// work has runs of its own; terminal messages are in the conversation.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import type {NotedTurn} from '../nouns/turn.ts';

/** Oldest first. Cached, because most state changes don't touch the log. */
export const notableTurns = (log: readonly GatewayEvent[]): readonly NotedTurn[] => {
  const found = known.get(log) ?? turnsIn(log);
  known.set(log, found);
  return found;
};

const turnsIn = (log: readonly GatewayEvent[]): readonly NotedTurn[] => {
  const turns = new Map<TurnId, NotedTurn>();
  for (const event of log) {
    const {session} = event;
    const at = instantOfIso(event.at) ?? 0;
    if (session === undefined) continue;
    if (event.type === 'message.added') {
      const {turnId, role, source, text} = event.message;
      if (turnId !== undefined && role === 'user' && !turns.has(turnId))
        turns.set(turnId, {turnId, session, source, text, at, state: 'queued'});
    } else if (event.type === 'message.retracted') {
      turns.delete(event.turnId);
    } else if (event.type === 'turn.started') {
      const {turnId, source} = event;
      turns.set(turnId, {...(turns.get(turnId) ?? {turnId, session, source, text: '', at}), state: 'running'});
    } else if (event.type === 'turn.ended') {
      const {turnId, outcome, error, source, tookMs} = event;
      const noted = turns.get(turnId);
      turns.set(turnId, {
        ...(noted ?? {turnId, session, source, text: '', at}),
        state: outcome,
        error: error ?? noted?.error,
        tookMs: tookMs ?? noted?.tookMs,
      });
    }
  }
  return [...turns.values()].filter(isOfNote);
};

const isOfNote = ({source, state}: NotedTurn): boolean => {
  if (source.kind === 'operator') return true;
  if (source.kind !== 'user') return false;
  const elsewhere = source.channel !== undefined && source.channel !== 'terminal';
  return elsewhere || state === 'failed' || state === 'aborted';
};

const known = new WeakMap<readonly GatewayEvent[], readonly NotedTurn[]>();
