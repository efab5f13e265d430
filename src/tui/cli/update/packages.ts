// The source of new versions: a registry of npm, or a folder of tarballs. A version is put beside the installed one,
// whole or not at all.
import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {versionFile} from '../../../ipc/versions/chosen-version.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {MINUTE} from '../../../shared/time/time.ts';

/** An address of a registry, or the absolute path of a folder with files such as `rooster-1.2.3.tgz`. */
type PackageSource = string;

/** The wanted version, or else the newest there; undefined where there is none. Rejects if nobody knows a package. */
export const foundVersion = async (
  source: PackageSource,
  wanted: string | undefined,
  env: Environment,
): Promise<string | undefined> => {
  if (!isFolder(source)) {
    const {version, versions} = await inRegistry(source, env);
    return wanted === undefined ? version : [versions].flat().find(known => known === wanted);
  }
  const names = existsSync(source) ? readdirSync(source) : [];
  const versions = names.flatMap(name => /^rooster-(\d+\.\d+\.\d+)\.tgz$/u.exec(name)?.[1] ?? []);
  return wanted === undefined ? versions.toSorted(byNumbers).at(-1) : versions.find(version => version === wanted);
};

/** `versions` is one text if there is one. */
type Published = {readonly version?: string; readonly versions?: string | readonly string[]};

const inRegistry = async (source: PackageSource, env: Environment): Promise<Published> => {
  const argv = ['view', 'rooster', 'version', 'versions', `--registry=${source}`, '--json'];
  try {
    return JSON.parse(await npm(argv, env)) as Published;
  } catch (thrown) {
    if (!(thrown instanceof NpmError) || thrown.npmCode !== 'E404') throw thrown;
    const sentence = `There is no package "rooster" at ${source}. To name another source: rooster config set update.source ADDRESS`;
    throw new GatewayError('not_found', sentence, {cause: thrown});
  }
};

export const isNewer = (version: string, than: string): boolean => byNumbers(version, than) > 0;

const byNumbers = (one: string, other: string): number => one.localeCompare(other, 'en', {numeric: true});

type Added = {
  readonly source: PackageSource;
  readonly version: string;
  readonly folder: string;
  readonly env: Environment;
};

/** Puts a version into the folder of versions. npm checks what it loads. */
export const addVersion = async ({source, version, folder, env}: Added): Promise<void> => {
  if (existsSync(versionFile(folder, version, 'rooster.js'))) return;
  const unfinished = join(folder, `.adding-${version}`);
  rmSync(unfinished, {recursive: true, force: true});
  mkdirSync(unfinished, {recursive: true, mode: 0o700});
  const tarball = join(source, `rooster-${version}.tgz`);
  const wanted = isFolder(source) ? [tarball] : [`rooster@${version}`, `--registry=${source}`];
  await npm(['install', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], env);
  rmSync(join(folder, version), {recursive: true, force: true});
  renameSync(unfinished, join(folder, version));
};

/** Removes all versions but these, and what a stopped update has left. */
export const removeOthers = (folder: string, kept: readonly string[]): void => {
  for (const {name} of readdirSync(folder, {withFileTypes: true}).filter(entry => entry.isDirectory()))
    if (!kept.includes(name)) rmSync(join(folder, name), {recursive: true, force: true});
};

export const isFolder = (source: PackageSource): boolean => source.startsWith('/');

/** npm's output. Beside the running Node is the npm that belongs to it. */
const npm = async (argv: readonly string[], env: Environment): Promise<string> => {
  const PATH = [dirname(process.execPath), env['PATH']].join(delimiter);
  try {
    const options = {env: {...env, PATH}, timeout: NPM_MS, maxBuffer: MOST_BYTES};
    return (await promisify(execFile)('npm', [...argv, '--loglevel=error', '--fetch-retries=1'], options)).stdout;
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? firstError(String(cause.stderr)) : undefined;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const why = isMissing ? 'there is no program "npm" here' : clauseFromOutside(said ?? errorMessage(cause));
    throw new NpmError(why, cause);
  }
};

class NpmError extends GatewayError {
  /** Such as `E404`, where npm was asked for JSON. */
  readonly npmCode: unknown;

  constructor(why: string, cause: unknown) {
    super('unavailable', `npm couldn't load Rooster: ${why}.`, {cause});
    this.npmCode = cause instanceof Error && 'stdout' in cause ? codeIn(String(cause.stdout)) : undefined;
  }
}

const codeIn = (output: string): unknown => {
  try {
    return JSON.parse(output).error.code;
  } catch {
    return undefined;
  }
};

const firstError = (said: string): string | undefined =>
  said
    .split('\n')
    .map(line => line.replace(/^npm (?:error|ERR!) ?/u, '').trim())
    .find(line => line !== '' && !line.startsWith('code '));

const NPM_MS = 10 * MINUTE;
const MOST_BYTES = 16 * 1024 * 1024;
