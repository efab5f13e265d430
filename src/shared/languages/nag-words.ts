// Finds the end of a text that asks for nagging: "take the pills, nag me every 15 minutes". Pure.
import type {Language} from './language.ts';

/** `text`: without the words about nagging. `words`: those, with what joins them. `span`: how often, if it is said. */
export type NagWords = {
  readonly text: string;
  readonly words: string;
  readonly span?: string;
  readonly untilAnswered: boolean;
};

export const nagIn = (text: string, languages: readonly Language[]): NagWords | undefined => {
  for (const {nag, untilAnswered} of languages) {
    const found = text.length > LONGEST ? null : nag.exec(text);
    if (found === null || text.slice(0, found.index).trim() === '') continue;
    const span = found.groups?.['span'] ?? found.groups?.['often'] ?? found.groups?.['each'];
    return {
      text: text.slice(0, found.index),
      words: found[0],
      span: span && nagSpan(span),
      untilAnswered: untilAnswered.test(found[0]),
    };
  }
  return undefined;
};

/** "every minute" is every one minute. */
export const nagSpan = (span: string): string => (/^\p{L}+$/u.test(span) ? `1 ${span}` : span);

const LONGEST = 10_000;
