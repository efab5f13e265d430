// The machine whose daemon a command uses: `--host`, then ROOSTER_HOST, then the chosen one. "local" is this machine.
import {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {type Host, readHost, readHostSetting} from '../../../shared/records/host.ts';
import type {Environment, Places} from '../../../shared/records/places.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';
import {wantsJson} from '../args.ts';
import {type Args, UsageError} from '../arguments.ts';
import type {Print} from '../print.ts';

export const LOCAL = 'local';

/** Takes `--host HOST` out of a command line, wherever it stands before `--`. Throws a UsageError without HOST. */
export const withoutHost = (argv: readonly string[]): {host: string | undefined; words: readonly string[]} => {
  const end = argv.indexOf('--');
  const at = argv.findIndex(
    (word, index) => (end < 0 || index < end) && (word === FLAG || word.startsWith(`${FLAG}=`)),
  );
  const word = argv[at];
  if (word === undefined) return {host: undefined, words: argv};
  const isApart = word === FLAG;
  const host = isApart ? argv[at + 1] : word.slice(FLAG.length + 1);
  if (host === undefined || host.trim() === '') throw new UsageError(`option "${FLAG}" needs a value: HOST`);
  return {host, words: argv.toSpliced(at, isApart ? 2 : 1)};
};

type Sources = {readonly flag: string | undefined; readonly env: Environment; readonly places: Places};

/** Undefined for this machine. Throws a UsageError for a text that is no host. */
export const chosenHost = ({flag, env, places}: Sources): Host | undefined => {
  const lasting = env['ROOSTER_HOST'] || chosenName(places);
  const text = flag ?? lasting;
  if (text === undefined || text === LOCAL) return undefined;
  const host = hostCalled(text, places);
  return text === lasting ? host : {...host, called: `rooster ${FLAG} ${text}`};
};

/** A host of the configuration, or one that OpenSSH knows. */
export const hostCalled = (text: string, {config}: Places): Host => {
  const known = hostsIn(config);
  const named = known.find(({name}) => name === text);
  if (named !== undefined) return named;
  const meant = nearestWord(
    text,
    known.map(({name}) => name),
  );
  if (meant !== undefined && /^[\w-]+$/u.test(text))
    throw new UsageError(`no host "${text}" (did you mean ${meant}?); for a name of ~/.ssh/config: ssh://${text}`);
  const host = readHost(text);
  if (host !== undefined) return host;
  throw new UsageError(`"${text}" isn't a host (examples: ssh://me@server, or a name of: rooster host list)`);
};

/** The hosts of the configuration. One that can't be read is left out: `rooster config check` says why. */
export const hostsIn = (config: string): readonly Host[] => {
  const hosts = readConfig(config)['hosts'];
  if (!isRecord(hosts)) return [];
  return Object.entries(hosts).flatMap(([name, raw]) => {
    const host = readHostSetting(raw);
    return host === undefined ? [] : [{...host, name}];
  });
};

const readConfig = (path: string): Readonly<Record<string, unknown>> => {
  try {
    const raw: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(raw) ? raw : {};
  } catch {
    return {};
  }
};

/** The name that `rooster host use` has stored. */
export const chosenName = ({client}: Places): string | undefined => {
  try {
    return readFileSync(join(client, CHOSEN), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
};

/** Undefined: this machine. */
export const chooseHost = ({client}: Places, name: string | undefined): void => {
  const path = join(client, CHOSEN);
  if (name === undefined) {
    rmSync(path, {force: true});
    return;
  }
  mkdirSync(client, {recursive: true, mode: 0o700});
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${name}\n`, {mode: 0o600});
  renameSync(temporary, path);
};

/** The places of a terminal that uses another machine: its drafts and history are its own. */
export const placesAt = (places: Places, {name}: Host): Places => ({
  ...places,
  client: join(places.client, 'hosts', encodeURIComponent(name)),
});

/** A reminder that was set there won't ring here. */
export const noteHost = (print: Print, {name}: Host, args: Args): void => {
  if (!wantsJson(args)) print.note(`On ${name}.`);
};

const CHOSEN = 'host';
const FLAG = '--host';
