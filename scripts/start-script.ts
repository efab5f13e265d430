// Makes a script of the chunk that a program starts with, so that V8's code for it can be kept as kept-start.ts says. In place of
// the chunk comes a module that runs the script and hands on what it exports: the files that are loaded later import that.
import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

/** Throws where the chunk is not one of esbuild's, minified. */
export const startFromScript = async (chunk: string): Promise<void> => {
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
  await writeFile(chunk, `${await runner()}export const{${shared}}=keptStart.runStart(import.meta,"${scriptName}");\n`);
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
    target: 'node24',
    write: false,
  });
  return outputFiles.map(({text}) => text).join('');
};

const META = '$importMeta';
const LATER = '$later';
