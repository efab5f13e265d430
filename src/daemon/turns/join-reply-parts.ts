// Joins the text beside a turn's tool calls and its final text into one reply. Pure.

import {spokenText} from '../../shared/record-text/sentinels.ts';
import type {Message} from '../../shared/records/message.ts';

/** Joins the parts in order, without those that a later part repeats. Undefined if all are empty. */
export const joinedParts = (parts: readonly string[]): string | undefined => {
  const spoken = parts.filter(part => part.trim() !== '');
  const kept = spoken.filter((part, index) => !spoken.slice(index + 1).some(later => repeats(later, part)));
  return kept.length === 0 ? undefined : kept.length === 1 ? kept[0] : kept.map(part => part.trim()).join('\n\n');
};

/** The texts beside tool calls, without sentinels. */
export const besideCalls = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap(({role, source, text, toolCalls = []}) =>
    role === 'assistant' && source.kind === 'agent' && toolCalls.length > 0 ? [spokenText(text)] : [],
  );

/** True if a text contains all of an earlier one, as whole words. */
const repeats = (text: string, earlier: string): boolean => ` ${plain(text)} `.includes(` ${plain(earlier)} `);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
