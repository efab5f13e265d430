// `npm run one-file -- [--node NODE] [--platform PLATFORM-ARCH] [--installed-by NAME] [--out FILE] [--xz]`: builds Rooster as one file
// without Node (see scripts/one-file/start.ts) from the build in dist/. `--node`: the Node of another platform, of the same version as this
// one. `--xz` packs it, too, which takes a minute.
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import manifest from '../package.json' with {type: 'json'};
import {bundle} from './bundle.ts';
import type {OneFile} from './one-file/start.ts';

type Build = {
  readonly out: string;
  readonly node: string;
  /** The package manager that the file is for. It updates Rooster there. */
  readonly installedBy?: string;
};

/** Writes the one file to `out`, in one step. */
export const buildOneFile = async ({out, node, installedBy}: Build): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'rooster-one-file-'));
  try {
    const assets = new Map(filesOfRooster(node));
    if (installedBy !== undefined) {
      writeFileSync(join(work, 'installed-by'), `${installedBy}\n`);
      assets.set('installed-by', join(work, 'installed-by'));
    }
    writeFileSync(join(work, 'one-file.json'), JSON.stringify(description(assets)));
    await bundle({name: 'start', entry: 'scripts/one-file/start.ts'}, {dir: work});
    const config = {
      main: join(work, 'start.js'),
      mainFormat: 'module',
      executable: stripped(node, join(work, 'node')),
      output: join(work, 'rooster'),
      disableExperimentalSEAWarning: true,
      // A daemon opens no debugger, whoever sends it a signal.
      execArgv: ['--disable-sigusr1'],
      assets: {...Object.fromEntries(assets), 'one-file.json': join(work, 'one-file.json')},
    };
    writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
    execFileSync(process.execPath, ['--build-sea', join(work, 'sea.json')], {stdio: ['ignore', 'ignore', 'inherit']});
    // macOS only runs signed programs, and the files that were added broke Node's own signature.
    if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', join(work, 'rooster')]);
    mkdirSync(dirname(out), {recursive: true});
    rmSync(out, {force: true});
    copyFileSync(join(work, 'rooster'), out);
  } finally {
    rmSync(work, {recursive: true, force: true});
  }
};

/** Node without its symbols is a quarter smaller. The strip of this machine may not know another processor's programs; LLVM's does. */
const stripped = (node: string, to: string): string => {
  copyFileSync(node, to);
  if (process.platform !== 'linux') return to;
  const isStripped = ['strip', 'llvm-strip'].some(program => spawnSync(program, [to]).status === 0);
  if (!isStripped) console.warn('Bigger than needed: neither strip nor llvm-strip could remove the symbols of Node.');
  return to;
};

/** Name in the unpacked folder, and path here. */
const filesOfRooster = (node: string): readonly (readonly [path: string, source: string])[] => {
  const dist = filesIn(join(ROOT, 'dist')).filter(path => !/^\.|\.map$|(?:^|\/)\.compiled\//u.test(path));
  const packages = packagesOf('@anthropic-ai/sandbox-runtime', ROOT);
  // An official download has it beside bin/. Its text has to go along with every copy that others get.
  const licence = join(dirname(dirname(node)), 'LICENSE');
  if (!existsSync(licence)) console.warn(`Not for others: ${licence}, the licence of Node, doesn't exist.`);
  return [
    ...['package.json', 'LICENSE'].map(path => [path, join(ROOT, path)] as const),
    ...(existsSync(licence) ? [['NODE-LICENSE', licence] as const] : []),
    ...dist.map(path => [join('dist', path), join(ROOT, 'dist', path)] as const),
    ...packages.flatMap(folder =>
      filesIn(join(ROOT, folder))
        .filter(path => !/\.(?:map|[cm]?ts|md|exe)$|^node_modules\/|(?:^|\/)src\//u.test(path))
        .map(path => [join(folder, path), join(ROOT, folder, path)] as const),
    ),
  ];
};

/** The folders of a package and of all packages that it needs, from the root of the project. */
const packagesOf = (name: string, from: string): readonly string[] => {
  const nested = join(from, 'node_modules', name);
  const folder = existsSync(nested) ? nested : join(ROOT, 'node_modules', name);
  const {dependencies = {}} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const others = Object.keys(dependencies).flatMap(needed => packagesOf(needed, folder));
  return [...new Set([folder.slice(ROOT.length), ...others])];
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter(path => statSync(join(folder, path)).isFile())
    .toSorted();

const description = (assets: ReadonlyMap<string, string>): OneFile => {
  const hash = createHash('sha256');
  const files = [...assets].map(([path, source]) => {
    hash.update(`${path}\0`).update(readFileSync(source));
    return {path, mode: (statSync(source).mode & 0o111) === 0 ? 0o644 : 0o755};
  });
  return {name: `${manifest.version}-${hash.digest('hex').slice(0, 12)}`, files};
};

const megabytes = (path: string): number => statSync(path).size / 1e6;

const MOST_MB = 35;
const ROOT = fileURLToPath(new URL('../', import.meta.url));

if (import.meta.main) {
  const {values} = parseArgs({
    options: {
      node: {type: 'string', default: process.execPath},
      platform: {type: 'string', default: `${process.platform}-${process.arch}`},
      'installed-by': {type: 'string'},
      out: {type: 'string'},
      xz: {type: 'boolean', default: false},
    },
  });
  const out = resolve(values.out ?? join(ROOT, `out/rooster-${manifest.version}-${values.platform}`));
  await buildOneFile({out, node: resolve(values.node), installedBy: values['installed-by']});
  console.log(`${out}: ${megabytes(out).toFixed(1)} MB`);
  if (values.xz) {
    execFileSync('xz', ['-9e', '--keep', '--force', out], {stdio: 'inherit'});
    const packed = megabytes(`${out}.xz`);
    console.log(`${out}.xz: ${packed.toFixed(1)} MB`);
    if (packed > MOST_MB) throw new Error(`The packed file may have ${MOST_MB} MB at most.`);
  }
}
