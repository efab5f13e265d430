import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startFromScript} from '../../scripts/start-script.ts';
import {tempDir} from '../support/temp-dir.ts';

test('the code of a start is kept when it has run, and taken the next time', async () => {
  using program = await programWith(START);
  expect(program.run('sing')).toEqual({code: 0, out: 'sing later.js undefined\n'});
  const [kept = ''] = program.kept();
  expect(kept).toMatch(/^start-[\da-f]{12}-sing-v/u);
  const {ino, size} = program.stat(kept);
  expect(program.run('sing')).toEqual({code: 0, out: 'sing later.js undefined\n'});
  expect(program.kept()).toEqual([kept]);
  expect(program.stat(kept)).toMatchObject({ino, size});
});

test('each verb has code of its own, and what failed has none', async () => {
  using program = await programWith(START);
  program.run('sing');
  program.run('dance');
  expect(program.run('fail')).toMatchObject({code: 1});
  expect(program.kept().map(name => name.split('-')[2])).toEqual(['dance', 'sing']);
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['something else', () => Buffer.from('no code at all')],
  ['half of the code', (code: Buffer) => code.subarray(0, code.length / 2)],
  ['the code of another V8', (code: Buffer) => twice(code, half => half.fill(0, 4, 8))],
  ['half of the code, twice', (code: Buffer) => twice(code, half => half.subarray(0, half.length / 2))],
  ['code in which a bit has turned', (code: Buffer) => Buffer.from(code).fill(~(code[1_000] ?? 0), 1_000, 1_001)],
])('where %s was kept, the start runs and keeps its code anew', async (_, damaged) => {
  using program = await programWith(START);
  program.run('sing');
  const [kept = ''] = program.kept();
  const code = readFileSync(join(program.folder, kept));
  writeFileSync(join(program.folder, kept), damaged(code));
  expect(program.run('sing')).toMatchObject({code: 0});
  expect(program.stat(kept).size).toBe(code.length);
});

/** The code is in the file twice. */
const twice = (file: Buffer, change: (code: Buffer) => Buffer): Buffer => {
  const code = change(Buffer.from(file.subarray(0, file.length / 2)));
  return Buffer.concat([code, code]);
};

test('where nothing can be kept, the start runs all the same', async () => {
  using program = await programWith(START);
  writeFileSync(program.folder, 'in the way');
  expect(program.run('sing')).toEqual({code: 0, out: 'sing later.js undefined\n'});
});

test('an error names the line of the script that threw', async () => {
  using program = await programWith(START);
  expect(program.run('fail').out).toMatch(/start-[\da-f]{12}\.js:3:\d+/u);
});

test.each([
  ['a sign beyond ASCII', 'let a=/–/;export{a};\n//# map\n', 'write such signs as'],
  ['nothing that is exported', 'let a=1;\n', 'does not end in what it exports'],
])('a chunk with %s is refused', async (_, chunk, reason) => {
  using folder = tempDir();
  const path = join(folder.path, 'chunk.js');
  writeFileSync(path, chunk);
  await expect(startFromScript({entry: path, chunk: path})).rejects.toThrow(reason);
});

/** A program whose start is this chunk. */
const programWith = async (chunk: string) => {
  const folder = tempDir();
  const inFolder = (...names: readonly string[]): string => join(folder.path, ...names);
  mkdirSync(inFolder('program'));
  writeFileSync(inFolder('package.json'), '{"type": "module"}');
  writeFileSync(inFolder('entry.js'), ENTRY);
  writeFileSync(inFolder('program/later.js'), LATER);
  writeFileSync(inFolder('program/chunk.js'), chunk);
  await startFromScript({entry: inFolder('entry.js'), chunk: inFolder('program/chunk.js')});
  const kept = inFolder('.compiled');
  return {
    folder: kept,
    run: (verb: string) => {
      const {status, stdout, stderr} = spawnSync(process.execPath, [inFolder('entry.js'), verb], {encoding: 'utf8'});
      return {code: status, out: stdout + stderr};
    },
    kept: () => readdirSync(kept).filter(name => name.startsWith('start-')),
    stat: (name: string) => statSync(join(kept, name)),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

const ENTRY = `#!/usr/bin/env node
// a banner
let{go}=await import("./program/chunk.js");console.log(await go(process.argv[2]));
`;
/** It asks for what the start exports, as chunks that are loaded later do. */
const LATER = `import {self} from './chunk.js';\nexport const words = () => 'later.js ' + self;\n`;
const START = `// a banner
var go=async verb=>{
if(verb==='fail')throw new Error('no');
let{words}=await import("./later.js");return verb+' '+words()},whole=this,file=import.meta.filename;if(!/\\/program\\/start-\\w+\\.js$/.test(file))throw new Error(file);export{go,whole as self};
//# map
`;
