// Runs the example of a library's README: the block of TypeScript in it, as a module beside the library's entry.
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {tempDir} from './temp-dir.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Rejects with the example's failed assertion. `readme`: its path in the repository. */
export const runReadmeExample = async (readme: string): Promise<void> => {
  using folder = tempDir();
  const path = join(ROOT, readme);
  const [, code] = /^```ts\n([\s\S]*?)^```$/mu.exec(readFileSync(path, 'utf8')) ?? [];
  if (code === undefined) throw new Error(`${readme} has no example in TypeScript`);
  const example = code.replaceAll(
    /from '(\.[^']+)'/gu,
    (_, from: string) => `from '${pathToFileURL(resolve(dirname(path), from))}'`,
  );
  const file = join(folder.path, 'example.ts');
  writeFileSync(file, example);
  await import(pathToFileURL(file).href);
};
