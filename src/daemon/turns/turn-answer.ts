// The reply that a turn makes of its model's texts.

import {spokenText} from '../../shared/record-text/sentinels.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {joinedParts} from './join-reply-parts.ts';
import type {TurnJob} from './turn-job.ts';

/**
 * The reply of the turn. If the last text is a sentinel, a scheduled turn has no reply. A person still gets the text
 * beside the tool calls.
 */
export const answerOf = (
  {turn, onlyEnd}: TurnJob,
  interim: readonly string[],
  end: string | undefined,
): string | undefined => {
  const onTheWay = onlyEnd ? [] : interim.map(spokenText);
  const isSentinel = end !== undefined && spokenText(end).trim() === '';
  if (isSentinel) return (isByPerson(turn) ? joinedParts(onTheWay) : undefined) ?? end;
  return end === undefined || onTheWay.every(part => part.trim() === '')
    ? (end ?? joinedParts(onTheWay))
    : joinedParts([...onTheWay, spokenText(end)]);
};

/** A person never sees a sentinel: such a turn ends silent. For scheduled turns their starter decides. */
export const isNothing = (turn: Turn, answer: string): boolean => isByPerson(turn) && spokenText(answer).trim() === '';

const isByPerson = ({source}: Turn): boolean => source.kind === 'user' || source.kind === 'operator';
