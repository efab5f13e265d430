// What a turn said: the text beside its tool calls and the text it ends with are one answer. Pure.
import type {Message} from '../../shared/records/message.ts';
import {spokenText} from '../../shared/text/sentinels.ts';

/** The parts in their order, without what a later one says again. Undefined where nothing was said. */
export const joinedParts = (parts: readonly string[]): string | undefined => {
  const said = parts.filter(part => part.trim() !== '');
  const kept = said.filter((part, index) => !said.slice(index + 1).some(later => repeats(later, part)));
  return kept.length === 0 ? undefined : kept.length === 1 ? kept[0] : kept.map(part => part.trim()).join('\n\n');
};

/** What a turn said beside its tool calls, for people. */
export const besideCalls = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap(({role, source, text, toolCalls = []}) =>
    role === 'assistant' && source.kind === 'agent' && toolCalls.length > 0 ? [spokenText(text)] : [],
  );

/** Whether a text has all of an earlier one in it, as whole words. */
const repeats = (text: string, earlier: string): boolean => ` ${plain(text)} `.includes(` ${plain(earlier)} `);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
