// The part of a conversation that a turn may see. Whoever has the secret of a program can ask the agent anything and
// read the answer.
import {isFromDoor, type Message, type MessageSource} from '../../shared/records/message.ts';
import type {Turn} from '../../shared/records/turn.ts';

type Asking = Pick<Turn, 'id' | 'source' | 'trust'>;

/**
 * True if the turn sees only the messages of its own program. A program with full trust reads along, as its owner does.
 */
export const seesOwnOnly = ({source, trust}: Pick<Turn, 'source' | 'trust'>): boolean =>
  isFromDoor(source) && trust !== 'full';

/** The program's messages and what the agent answered in their turns. */
export const visibleTo = (turn: Asking, messages: readonly Message[]): readonly Message[] => {
  if (!seesOwnOnly(turn)) return messages;
  const isOwn = ({source}: Pick<Message, 'source'>): boolean => isSameProgram(source, turn.source);
  const turns = new Set([turn.id, ...messages.filter(isOwn).map(({turnId}) => turnId)]);
  return messages.filter(message =>
    message.role === 'user' ? isOwn(message) : message.turnId !== undefined && turns.has(message.turnId),
  );
};

/** All wake-ups have one secret, and their origin is only what the caller says. */
const isSameProgram = (a: MessageSource, b: MessageSource): boolean =>
  a.kind === 'webhook' ? b.kind === 'webhook' && a.name === b.name : a.kind === b.kind;
