// The words of a message before it is read: its language, its courtesies and its spelling. Pure.
import {type CommandWords, commandWords} from '../../../shared/languages/commands.ts';
import type {Language} from '../../../shared/languages/language.ts';
import {type Rewording, reword} from '../../../shared/languages/patterns.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';

/** The English version of a command in another language. */
export const inEnglish = (text: string, words: CommandWords): string => {
  if (text.length > LONGEST_COMMAND || asksElsewhere(text, words)) return text;
  const found = words.translations.commands.find(([pattern]) => pattern.test(text));
  return found === undefined ? text : text.replace(...found);
};

/** True if the text asks for a reminder in another language. */
export const asksElsewhere = (text: string, {translations}: CommandWords): boolean =>
  text.length <= LONGEST_COMMAND &&
  translations.asks.test(text) &&
  !translations.commands.some(([command]) => command.test(text));

/** The language of a command or a request for a reminder: `de`. Undefined for English, and for any other text. */
export const languageNamed = (text: string, languages: readonly Language[]): string | undefined =>
  text.length > LONGEST_COMMAND
    ? undefined
    : languages.find(({commands: {translations = {}}}) => {
        const {asks, commands = []} = translations;
        return asks?.test(text) === true || commands.some(command => isOtherwise(text, command));
      })?.code;

/** "snooze" is the same word in German. */
const isOtherwise = (text: string, [pattern, means]: Rewording): boolean =>
  pattern.test(text) && text.replace(pattern, means).toLowerCase() !== text.toLowerCase();

/** True for a command that no other language shares. */
export const isOwnCommand = (text: string, languages: readonly Language[]): boolean =>
  commandWords(languages).courtesy.ownCommand.test(text);

/** Removes a leading "hey rooster, could you please" and similar phrases. */
export const withoutCourtesy = (text: string, {courtesy}: CommandWords): string =>
  text.trim().replace(courtesy.before, '');

/** A question without courtesies and punctuation. Undefined if the text is longer than any known question. */
export const questionIn = (text: string, words: CommandWords): string | undefined => {
  if (text.length > LONGEST_QUESTION) return undefined;
  const {asking, shortForms} = words.courtesy;
  const question = withoutCourtesy(text, words)
    .replace(asking, '')
    .replace(/[\s.!?]+$/u, '')
    .replaceAll('’', "'");
  return reword(question, shortForms);
};

/**
 * The message with corrected key words: each becomes the nearest known word, only where such a word can stand. Reminder
 * texts stay unchanged.
 */
export const spelled = (text: string, {spelling}: CommandWords): string => {
  if (text.length > LONGEST_MESSAGE) return text;
  const {rewordings, nearest, unitPlace, units, dayPlace, days, notDays, oneTime} = spelling;
  const places = [...nearest, [unitPlace, units] as const];
  const corrected = places.reduce(
    (result, [place, known]) => result.replace(place, word => likelyWord(word, known)),
    reword(text, rewordings),
  );
  const withDays = corrected.replace(dayPlace, word => (notDays.includes(word) ? word : likelyWord(word, days)));
  return reword(withDays, oneTime);
};

/** Also corrects the command at the start. Use this only for messages without a known meaning. */
export const withCommandSpelled = (text: string, {spelling}: CommandWords): string =>
  text.replace(spelling.commandPlace, word => likelyWord(word, spelling.commands));

/** A correction must start with the same letter as the word. */
const likelyWord = (word: string, known: readonly string[]): string => {
  const found = known.includes(word.toLowerCase()) ? undefined : nearestWord(word, known);
  const isLikely = found !== undefined && found.length <= word.length + 2 && found[0] === word[0]?.toLowerCase();
  return isLikely ? found : word;
};

const LONGEST_COMMAND = 1_000;
const LONGEST_QUESTION = 200;
const LONGEST_MESSAGE = 12_000;
