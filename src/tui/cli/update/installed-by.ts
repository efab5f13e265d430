// The program that has installed this Rooster, which also updates it.
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isSea} from 'node:sea';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';

/**
 * The sentence for an installation that another program updates; undefined for one of npm. `entry`: a file of its
 * `dist`. `version`: the one to come.
 */
export const howToUpdate = (entry: string, version: string): string | undefined => {
  const folder = dirname(dirname(entry));
  const by = installedBy(folder);
  const command = by === undefined ? undefined : COMMANDS[by];
  if (command !== undefined) return `${by} has installed this Rooster, and updates it: ${command}`;
  if (isSea()) return `This Rooster is one file. To update it: ${replacing(version)}`;
  return existsSync(join(folder, 'package-lock.json'))
    ? `This Rooster runs from a clone. To update it, in ${folder}: git pull && npm ci`
    : undefined;
};

/** The command for a file that was downloaded. A program in use can be replaced by a rename, not by a copy. */
const replacing = (version: string): string => {
  const file = `rooster-${version}-${process.platform}-${process.arch}`;
  return `chmod +x ${file} && mv ${file} ${shellQuoted(process.execPath)} && rooster daemon restart`;
};

/** Packages for other programs have this file. */
const installedBy = (folder: string): string | undefined => {
  try {
    return readFileSync(join(folder, 'installed-by'), 'utf8').trim();
  } catch {
    return undefined;
  }
};

const COMMANDS: Readonly<Record<string, string>> = {
  apt: 'sudo apt install ./rooster_VERSION.deb',
  brew: 'brew upgrade rooster',
  docker: 'docker pull rooster',
};
