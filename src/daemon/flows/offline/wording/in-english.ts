// Translates commands of other languages to English. Pure.
import type {CommandWords} from '../../../../shared/languages/commands.ts';
import type {Language} from '../../../../shared/languages/language.ts';

/** The English version of a command in another language. */
export const inEnglish = (text: string, languages: readonly Language[]): string => {
  if (text.length > LONGEST || asksElsewhere(text, languages)) return text;
  for (const {commands} of languages) {
    const found = commands?.commands.find(([pattern]) => pattern.test(text));
    if (found !== undefined) return text.replace(...found);
  }
  return text;
};

/** True if the text asks for a reminder in another language. */
export const asksElsewhere = (text: string, languages: readonly Language[]): boolean =>
  text.length <= LONGEST && languages.some(({commands: words}) => words !== undefined && asks(words, text));

const asks = ({asks: pattern, commands}: CommandWords, text: string): boolean =>
  pattern.test(text) && !commands.some(([command]) => command.test(text));

/** Removes the words that ask for a reminder in another language. */
export const withoutLeadElsewhere = (text: string, languages: readonly Language[]): string =>
  languages.reduce((left, {commands}) => (commands === undefined ? left : left.replace(commands.lead, '')), text);

/** The language of a command or a request for a reminder: `de`. Undefined for any other text. */
export const languageNamed = (text: string, languages: readonly Language[]): string | undefined =>
  text.length > LONGEST
    ? undefined
    : languages.find(
        ({commands: words}) =>
          words !== undefined && (words.asks.test(text) || words.commands.some(one => isOtherwise(text, one))),
      )?.code;

/** A command that no other language shares, so the language of an open question doesn't count. */
export const beginsInEnglish = (text: string): boolean =>
  /^\s*(?:please\s+)?(?:delete|cancel|remove|show|list|move|change|remind|what|when|which|how)\b/iu.test(text);

/** "snooze" is the same word in German. */
const isOtherwise = (text: string, [pattern, means]: CommandWords['commands'][number]): boolean =>
  pattern.test(text) && text.replace(pattern, means).toLowerCase() !== text.toLowerCase();

const LONGEST = 1_000;
