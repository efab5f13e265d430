// `rooster theme`: lists the themes of the terminal UI, shows what they look like, and chooses one.

import {wantsJson, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';

type Themes = typeof import('../../show-theme.ts');

const load = (): Promise<Themes> => import('../../show-theme.ts');

export const listThemes: Run = async ({places, print}, args) => {
  const {chosenTheme, themeAbout, themeNames} = await load();
  const chosen = chosenTheme(places.client);
  if (wantsJson(args)) {
    print.json(themeNames.map(name => ({name, about: themeAbout(name), chosen: name === chosen})));
    return 0;
  }
  for (const name of themeNames) print.line(`${name === chosen ? '*' : ' '} ${name.padEnd(6)}  ${themeAbout(name)}`);
  return 0;
};

/** Without a name: all of them. Nothing is stored. */
export const tryTheme: Run = async ({env, print}, args) => {
  const themes = await load();
  const names = args.words.length === 0 ? themes.themeNames : [named(themes, wordAt(args, 0, 'NAME'))];
  for (const name of names) {
    print.line(`${name}: ${themes.themeAbout(name)}`);
    for (const line of themes.themeSample(name, env, print.inColour)) print.raw(`${line}\n`);
    print.line('');
  }
  return 0;
};

export const useTheme: Run = async ({places, print}, args) => {
  const themes = await load();
  const name = named(themes, wordAt(args, 0, 'NAME'));
  themes.chooseTheme(places.client, name);
  print.line(`The terminal UI starts with the theme ${name}. In an open one, type /theme ${name}`);
  return 0;
};

const named = ({isTheme, themeNames}: Themes, name: string) => {
  if (isTheme(name)) return name;
  throw new UsageError(`unknown theme "${name}"; use one of ${themeNames.join(', ')}`);
};
