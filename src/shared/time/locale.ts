// Finds the language and country of an environment. Pure.

/** `de_DE.UTF-8` is `de-DE`. Empty for C and POSIX, which name no country. */
export const localeIn = (env: Readonly<Record<string, string | undefined>>): string => {
  const [, language = '', country = ''] =
    /^([a-z]{2,3})_([A-Z]{2})\b/u.exec(env['LC_ALL'] || env['LC_TIME'] || env['LANG'] || '') ?? [];
  return country === '' ? '' : `${language}-${country}`;
};
