// Makes a script of the chunk that a program starts with, so that V8's code for it can be kept as kept-start.ts says. The entry
// runs it; in place of the chunk comes a module that hands on what it exports, for the files that are loaded later.
import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

export type Start = {readonly entry: string; readonly chunk: string};

/** The entry must import the chunk dynamically. Throws where they are not esbuild's, minified. */
export const startFromScript = async ({entry, chunk}: Start): Promise<void> => {
  const text = await readFile(chunk, 'utf8');
  // One sign beyond ASCII, and V8 holds all of it at two bytes a sign. esbuild writes texts without, but not regular expressions.
  const [foreign] = /[^\0-\x7f].{0,20}/u.exec(text) ?? [];
  if (foreign !== undefined) throw new Error(`The start (${chunk}) holds ${foreign}: write such signs as \\u2013.`);
  const [whole, body = '', exported = '', map = ''] = /^(.*)export\{([^}]*)\};\n(\/\/# .*\n)$/su.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${chunk} does not end in what it exports.`);
  const names = exported.split(',').map(entry => {
    const [own = '', name = own] = entry.split(' as ');
    return {own, name};
  });
  const results = names.map(({own, name}) => `${name}:${own}`).join(',');
  const script = `(function(${META},${LATER}){"use strict";${asScript(body)};return{${results}}})\n${map}`;
  // Code that was kept for another text must not meet this one, so the name tells them apart.
  const scriptName = `start-${createHash('sha256').update(script).digest('hex').slice(0, 12)}`;
  const shared = names.map(({name}) => name).join(',');
  await writeFile(join(dirname(chunk), `${scriptName}.js`), script);
  await writeFile(chunk, `export const{${shared}}=globalThis[Symbol.for("${scriptName}")];\n`);
  const folder = basename(dirname(chunk));
  const importing = `await import("./${folder}/${basename(chunk)}")`;
  const entryText = await readFile(entry, 'utf8');
  if (!entryText.includes(importing)) throw new Error(`${entry} does not import ${chunk}.`);
  const running = `keptStart.runStart(import.meta,"${folder}","${scriptName}")`;
  // On the line of the banner, which is in no source map.
  const [, shebang = '', rest = ''] = /^(#![^\n]*\n)?(.*)$/su.exec(entryText.replace(importing, () => running)) ?? [];
  await writeFile(entry, `${shebang}${await runner()}${rest}`);
};

/** What a script cannot have is handed to it, under names as long: the source map, by columns, stays right. */
const asScript = (body: string): string =>
  body.replaceAll('import.meta', META).replaceAll(/\bimport\((?=")/gu, `${LATER}(`);

const runner = async (): Promise<string> => {
  const {outputFiles} = await build({
    entryPoints: [fileURLToPath(new URL('kept-start.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'keptStart',
    // The entry is read by whichever Node there is.
    target: 'node18',
    write: false,
  });
  return outputFiles.map(({text}) => text.trimEnd()).join('');
};

const META = '$importMeta';
const LATER = '$later';
