// Words for a POSIX shell, in a checkout at any path: it may contain spaces, quotes and dollar signs.
import {writeFileSync} from 'node:fs';

/** One word, as itself. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Creates a program at this path that runs the words, followed by its own arguments; `env` is set for it. */
export const writeShellCommand = (
  path: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)} `);
  writeFileSync(path, `#!/bin/sh\n${variables.join('')}exec ${words.map(shellWord).join(' ')} "$@"\n`, {mode: 0o755});
};
