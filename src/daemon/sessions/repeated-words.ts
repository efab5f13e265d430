// The forms in which Rooster itself repeats the words of a message elsewhere. Pure.
import type {Message} from '../../shared/records/message.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {shortened} from '../../shared/text/shortened.ts';
import type {Repetitions} from '../ports/conversation-store.ts';
import {firstWords, forkTitle} from './conversation-title.ts';

/** A request as a line to its author names it. */
export const namedRequest = (text: string): string => `"${shortened(oneLine(text), LONGEST_NAMED)}"`;

/** `versions`: the texts that the message has had. */
export const repetitionsOf = (
  {attachments = []}: Pick<Message, 'attachments'>,
  versions: readonly string[],
): Repetitions => {
  const texts = versions.filter(text => text.trim() !== '');
  const files = attachments.map(({name, path}) => oneLine(name ?? path.slice(path.lastIndexOf('/') + 1)));
  const titles = [...texts, ...files].flatMap(words => firstWords(words) ?? []);
  const lines = texts.flatMap(text => text.trim().split(LINE_END, 1));
  return {
    quotes: [...new Set(texts.flatMap(text => [text, ...LONGEST_QUOTES.map(longest => shortened(text, longest))]))],
    titles: [...titles, ...titles.map(forkTitle), ...titles.map(forkTitle).map(forkTitle)],
    named: texts.map(namedRequest),
    passages: [...lines.map(line => line.slice(0, LONGEST_PASSAGE)), ...files],
  };
};

const LINE_END = /[\r\n\u2028\u2029]/u;
const LONGEST_NAMED = 80;
/** Of quotes in a chat, and of the text before an edit. */
const LONGEST_QUOTES = [500, 200];
/** The material of a reflection has the beginning of a longer text. */
const LONGEST_PASSAGE = 1_000;
