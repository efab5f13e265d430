// The tool calls of an interrupted turn. Pure.
import type {Message, ToolCall} from '../../shared/records/message.ts';
import type {Turn} from '../../shared/records/turn.ts';

/** A stored call without a result, and when the model made it. */
export type OpenCall = ToolCall & {readonly askedAt: Message['at']};

/** The calls of a turn that have no result, in order. */
export const openCalls = (messages: readonly Message[]): readonly OpenCall[] => {
  const answered = new Set(messages.flatMap(({tool}) => tool?.callId ?? []));
  return messages.flatMap(({toolCalls = [], at}) =>
    toolCalls.flatMap(call => (answered.has(call.callId) ? [] : [{...call, askedAt: at}])),
  );
};

export const hasCalls = (messages: readonly Message[]): boolean =>
  messages.some(({toolCalls = []}) => toolCalls.length > 0);

/** The turn may be started once more after an interruption: a turn that crashes the daemon must not start forever. */
export const mayBeginAgain = ({attempt = 1}: Pick<Turn, 'attempt'>): boolean => attempt < MOST_BEGINNINGS;

/**
 * The ids of a step's calls, each used once in its turn: a call's id is the key of its effect, and some models count
 * from 1 in every step. No id begins like those of the offline assistant, which acts for the person.
 */
export const withUniqueIds = (
  messages: readonly Message[],
  calls: readonly ToolCall[],
  reserved: string,
): readonly ToolCall[] => {
  const used = new Set(messages.flatMap(({toolCalls = []}) => toolCalls.map(({callId}) => callId)));
  return calls.map(call => {
    const own = call.callId.startsWith(reserved) ? `call_${call.callId}` : call.callId;
    let callId = own;
    for (let again = 2; used.has(callId); again += 1) callId = `${own}_${again}`;
    used.add(callId);
    return {...call, callId};
  });
};

const MOST_BEGINNINGS = 5;
