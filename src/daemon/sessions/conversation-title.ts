// Titles of conversations that people make, and their keys, which are made from titles. Pure.
import {chatSession, type SessionKey} from '../../shared/records/session-key.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {beginningOf, shortened} from '../../shared/text/shortened.ts';

/** The first free key for a name. */
export const freeKey = (agent: string, name: string, isTaken: (key: SessionKey) => boolean): SessionKey => {
  const slug = slugFor(name);
  for (let number = 1; ; number += 1) {
    const key = chatSession(agent, number === 1 ? slug : `${slug}-${number}`);
    if (!isTaken(key)) return key;
  }
};

/** The first words of a text, as a title. Undefined if it has none. */
export const firstWords = (text: string): string | undefined => {
  const line = printableLine(oneLine(text));
  if (line.length <= LONGEST_WORDS) return line === '' ? undefined : line;
  const part = beginningOf(line, LONGEST_WORDS);
  const end = part.lastIndexOf(' ');
  return `${end > LONGEST_WORDS / 2 ? part.slice(0, end) : part}…`;
};

export const forkTitle = (title: string): string => firstWords(`Fork of ${title}`) ?? UNTITLED;

/** A model's answer as a title. Undefined if it isn't one. */
export const titleIn = (answer: string): string | undefined => {
  const [line = ''] = answer.trim().split('\n');
  const title = printableLine(oneLine(line))
    .replace(/^["'“„«*#\s]+/u, '')
    .replace(/["'”“»*.\s]+$/u, '');
  return title === '' || title.length > LONGEST_TITLE ? undefined : title;
};

/** A title as a person gave it. */
export const givenTitle = (title: string): string => shortened(printableLine(oneLine(title)), LONGEST_TITLE);

const slugFor = (name: string): string => {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return beginningOf(words.join('-'), LONGEST_SLUG).replace(/-+$/u, '') || 'chat';
};

/** The title before the first words. */
export const UNTITLED = 'New conversation';
const LONGEST_WORDS = 40;
const LONGEST_TITLE = 60;
/** Leaves room for a number behind it. */
const LONGEST_SLUG = 40;
