// Packages of Rooster as a registry would have them: today's build with another version, and with what a future version may get wrong.
import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {MIGRATIONS, versionAfter} from '../../src/daemon/store/database/migrations.ts';
import {ROOT, roosterHome} from './rooster-home.ts';
import {tempDir} from './temp-dir.ts';
import {writeConfig} from './write-config.ts';

/** Replaces a part of the daemon's code, which must be there. */
export type Edit = readonly [was: string, is: string];

export type Packages = Disposable & {
  /** The folder of the packages: `update.source`. */
  readonly path: string;
  readonly add: (version: string, ...edits: readonly Edit[]) => void;
  /** A folder into which npm has installed a version, once for all that copy it. */
  readonly installed: (version: string) => string;
  /** The program of a version, to be run as it is. */
  readonly program: (version: string) => string;
};

export const packagesFolder = (): Packages => {
  const folder = tempDir();
  const path = join(folder.path, 'packages');
  mkdirSync(path);
  return {
    path,
    add: (version, ...edits) => {
      const build = join(folder.path, version, 'package');
      cpSync(join(ROOT, 'dist'), join(build, 'dist'), {
        recursive: true,
        filter: file => !file.endsWith('.map') && basename(file) !== '.compiled',
      });
      const files = globSync('dist/**/*.js', {cwd: build}).map(file => join(build, file));
      for (const [was, is] of [[`\`${VERSION}\``, `\`${version}\``] as const, ...edits]) replaceIn(files, [was, is]);
      const manifest = {name: 'rooster', version, type: 'module', bin: {rooster: 'dist/rooster.js'}};
      writeFileSync(join(build, 'package.json'), JSON.stringify(manifest));
      const tarball = join(path, `rooster-${version}.tgz`);
      execFileSync('tar', ['czf', tarball, '--directory', join(folder.path, version), 'package']);
    },
    installed: version => {
      const app = join(folder.path, `installed-${version}`);
      if (existsSync(app)) return app;
      mkdirSync(app);
      writeFileSync(join(app, 'package.json'), '{}');
      const argv = ['install', '--no-audit', '--no-fund', '--loglevel=error', join(path, `rooster-${version}.tgz`)];
      execFileSync('npm', argv, {cwd: app});
      return app;
    },
    program: version => join(folder.path, version, 'package/dist/rooster.js'),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

export const replaceIn = (files: readonly string[], [was, is]: Edit): void => {
  const found = files.filter(file => {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(was)) return false;
    writeFileSync(
      file,
      text.replaceAll(was, () => is),
    );
    return true;
  });
  if (found.length === 0) throw new Error(`The build doesn't contain: ${was}`);
};

/** In the start of the daemon: the database is open and migrated, and nobody can reach the daemon yet. */
const BEFORE_WORK = 'let recovery=recoverFrom';

/** The code runs in the real start of the daemon, after the migration and before anybody can reach it. The trial doesn't show it. */
export const beforeWork = (code: string): Edit => [BEFORE_WORK, `if(raw.trial!==!0)${code};${BEFORE_WORK}`];

export const FAILS_BEFORE_WORK = beforeWork('throw new Error(`The moon is full.`)');

/** A further step of the schema, after the last one. */
export const furtherStep = (sql: string): Edit => [LAST_STEP, `${LAST_STEP},\`${sql}\``];

/** No version before can open the database after this step. */
export const contractingStep = (): Edit =>
  furtherStep(`UPDATE schema SET readableFrom = ${versionAfter(MIGRATIONS) + 1}`);

const LAST_STEP = `${MIGRATIONS.at(-1)}\``;

/** A Rooster that npm has installed, with a home of its own. */
export const installedRooster = (packages: Packages, version = VERSION) => {
  const home = roosterHome();
  const app = join(home.path, '../app');
  cpSync(packages.installed(version), app, {recursive: true, verbatimSymlinks: true});
  writeConfig(home.path, {update: {source: packages.path}});
  const entry = join(app, 'node_modules/rooster/dist/rooster.js');
  return {
    ...home,
    entry,
    ask: (...argv: readonly string[]) => home.run(argv, {entry}),
    begin: (...argv: readonly string[]) => home.start(argv, {entry}),
    [Symbol.dispose]: home[Symbol.dispose],
  };
};

export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
