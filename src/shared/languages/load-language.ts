// Loads the languages only when one is needed: a start needs none.
import type {Language} from './language.ts';

/** The language with this code. Undefined without a code: the answer is in English. */
export const loadLanguage = async (code: string | undefined): Promise<Language | undefined> => {
  if (code === undefined) return undefined;
  const {LANGUAGES} = await import('./languages.ts');
  return LANGUAGES.find(language => language.code === code);
};
