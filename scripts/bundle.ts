// Bundles a program with the code of its packages. The tests and the bench bundle their own programs the same way.
import {isBuiltin} from 'node:module';
import {fileURLToPath} from 'node:url';
import {type OutputOptions, type RolldownOutput, rolldown} from 'rolldown';

type Program = {
  readonly name: string;
  /** A path from the folder of the project. */
  readonly entry: string;
  /** Values of environment variables that are known when the program is built. */
  readonly env?: Readonly<Record<string, string>>;
};

export type BundledFiles = RolldownOutput['output'];

/** Resolves with the files that it wrote. */
export const bundle = async ({name, entry, env}: Program, options: OutputOptions): Promise<BundledFiles> => {
  await using bundled = await rolldown({
    cwd: here('..'),
    input: {[name]: entry},
    platform: 'node',
    // It finds its programs beside its own files.
    external: [...NOT_BUNDLED],
    resolve: {
      alias: {
        // Its main file finds its parts with a require that cannot be bundled; these are the same parts as modules.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        // The logger of imapflow, which is switched off. Its build for browsers does without the packages that write files.
        pino: 'pino/browser.js',
        // Ink only wants its devtools in development; the import must resolve all the same.
        'react-devtools-core': here('left-out.ts'),
        // Rooster reads the file of passwords itself, and doesn't run in a worker of Cloudflare.
        pgpass: here('left-out.ts'),
        'pg-cloudflare': here('left-out.ts'),
      },
    },
    transform: {
      target: 'node24',
      define: Object.fromEntries(
        Object.entries({NODE_ENV: 'production', DEV: 'false', ...env}).map(([key, value]) => [
          `process.env.${key}`,
          JSON.stringify(value),
        ]),
      ),
    },
  });
  const {output} = await bundled.write({
    ...options,
    format: 'esm',
    // Node keeps a text with one wide character, such as …, in two bytes for each, and takes longer to load it.
    charset: 'ascii',
    // Names are kept: they stand in the traces of errors.
    minify: {compress: true, mangle: false, codegen: {removeWhitespace: true}},
    comments: false,
  });
  const own = new Set(output.map(({fileName}) => fileName));
  const missing = output
    .flatMap(file => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter(path => !own.has(path) && !isBuiltin(path) && !NOT_BUNDLED.includes(path));
  if (missing.length > 0) throw new Error(`Not in the bundle of ${name}: ${missing.join(', ')}.`);
  return output;
};

const NOT_BUNDLED: readonly string[] = ['@anthropic-ai/sandbox-runtime'];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
