// Finds the files of a folder that contain a text, and the mode of a file: for secrets.
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** The files at any depth that contain the text, in any encoding of it as bytes. */
export const filesHolding = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path).includes(text))
    .map(path => path.slice(folder.length + 1));

export const modeOf = (folder: string, path: string): string => (statSync(join(folder, path)).mode & 0o777).toString(8);
