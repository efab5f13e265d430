// `npm run package-deb -- [--node NODE] [--arch amd64] [--out FILE]`: builds the Debian package from the build in dist/: the one file, the man
// page, the completion scripts and the user units. Needs dpkg-deb.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {gzipSync} from 'node:zlib';
import manifest from '../package.json' with {type: 'json'};
import {buildOneFile} from './one-file.ts';

type Build = {
  readonly out: string;
  readonly node: string;
  /** Debian's name of the processor. */
  readonly arch: string;
  /** xz for people; none for tests, which takes seconds less. */
  readonly compression: 'xz' | 'none';
};

export const buildDeb = async ({out, node, arch, compression}: Build): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'rooster-deb-'));
  try {
    await buildOneFile({out: join(root, 'usr/bin/rooster'), node, installedBy: 'apt'});
    for (const [from, to] of FILES) put(root, to, readFileSync(join(ROOT, from)));
    put(root, 'usr/share/man/man1/rooster.1.gz', gzipSync(readFileSync(join(ROOT, 'dist/rooster.1')), {level: 9}));
    // dpkg -V compares these.
    const files = filesIn(root);
    const sums = files.map(
      path =>
        `${createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    );
    const size = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    put(root, 'DEBIAN/md5sums', sums.join(''));
    put(root, 'DEBIAN/control', control(arch, Math.ceil(size / 1024)));
    for (const path of ['.', ...foldersIn(root)]) chmodSync(join(root, path), 0o755);
    mkdirSync(dirname(out), {recursive: true});
    const argv = ['--root-owner-group', `-Z${compression}`, '-z9', '--build', root, out];
    execFileSync('dpkg-deb', argv, {stdio: ['ignore', 'ignore', 'inherit']});
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
};

const control = (arch: string, sizeKiB: number): string =>
  [
    'Package: rooster',
    // A tilde sorts before the end: 1.0.0~beta.1 is older than 1.0.0.
    `Version: ${manifest.version.replace('-', '~')}`,
    `Architecture: ${arch}`,
    'Maintainer: The makers of Rooster <rooster@localhost>',
    `Installed-Size: ${sizeKiB}`,
    'Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1',
    'Recommends: bubblewrap, socat, openssh-client',
    'Section: utils',
    'Priority: optional',
    'Description: personal agent that keeps time, for the terminal',
    ' Rooster keeps reminders and scheduled jobs, and talks to you in the terminal',
    ' and on the phone. A daemon of your own keeps the time.',
    '',
  ].join('\n');

const put = (root: string, path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), content, {mode: 0o644});
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter(path => statSync(join(folder, path)).isFile())
    .toSorted();

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(path => statSync(join(folder, path)).isDirectory());

const FILES: readonly (readonly [from: string, to: string])[] = [
  ['packaging/deb/rooster.service', 'usr/lib/systemd/user/rooster.service'],
  ['packaging/deb/rooster.socket', 'usr/lib/systemd/user/rooster.socket'],
  ['dist/completions/rooster.bash', 'usr/share/bash-completion/completions/rooster'],
  ['dist/completions/_rooster', 'usr/share/zsh/vendor-completions/_rooster'],
  ['dist/completions/rooster.fish', 'usr/share/fish/vendor_completions.d/rooster.fish'],
  ['dist/THIRD-PARTY-NOTICES.txt', 'usr/share/doc/rooster/THIRD-PARTY-NOTICES.txt'],
  ['LICENSE', 'usr/share/doc/rooster/copyright'],
];
const ROOT = fileURLToPath(new URL('../', import.meta.url));

if (import.meta.main) {
  const {values} = parseArgs({
    options: {
      node: {type: 'string', default: process.execPath},
      arch: {type: 'string', default: process.arch === 'x64' ? 'amd64' : process.arch},
      out: {type: 'string'},
    },
  });
  const out = resolve(values.out ?? join(ROOT, `out/rooster_${manifest.version}_${values.arch}.deb`));
  await buildDeb({out, node: resolve(values.node), arch: values.arch, compression: 'xz'});
  console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB`);
}
