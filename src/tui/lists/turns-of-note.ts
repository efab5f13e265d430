// Turns that deserve a row in the timeline, from the events that are held: a person wrote on a channel, the operator put something
// in by hand, or it went wrong. What a clock set off has a run of its own; what is said at the terminal is in the conversation.
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import type {NotedTurn} from '../nouns/turn.ts';

/** Oldest first. Asked for at every change of the state, of which most are none of the log: it is gone through once. */
export const turnsOfNote = (log: readonly GatewayEvent[]): readonly NotedTurn[] => {
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
      turns.set(turnId, {
        ...(turns.get(turnId) ?? {turnId, session, source, text: '', at}),
        state: outcome,
        ...(error === undefined ? {} : {error}),
        ...(tookMs === undefined ? {} : {tookMs}),
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
