// Finds a program as a shell would: a path is taken as it is, a name is looked up in PATH.
import {accessSync, constants, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';

/** The program's path. Undefined if there is no such program, or it isn't executable. */
export const findProgram = (program: string, path: string | undefined, folder: string): string | undefined => {
  const places = program.includes('/') ? [resolve(folder, program)] : searched(program, path);
  return places.find(isExecutable);
};

const searched = (program: string, path = ''): readonly string[] =>
  path
    .split(delimiter)
    .filter(place => place !== '')
    .map(place => join(place, program));

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
