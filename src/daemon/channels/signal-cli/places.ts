// The files of a signal-cli of our own, and its command line.
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type EnvelopeFields, readFields, readList, readText} from './envelope/fields.ts';

export type CliPlaces = {
  readonly data: string;
  readonly socket: string;
  readonly journal: string;
  readonly stderr: string;
  readonly pid: string;
  /** signal-cli's own configuration file, in place of the person's. */
  readonly config: string;
};

export const placesIn = (folder: string): CliPlaces => ({
  data: join(folder, 'data'),
  socket: join(folder, 'sc.sock'),
  journal: join(folder, 'journal'),
  stderr: join(folder, 'signal-cli.log'),
  pid: join(folder, 'signal-cli.pid'),
  config: join(folder, 'signal-cli.json'),
});

/** All paths are inside one private folder. */
export const preparePlaces = (folder: string): CliPlaces => {
  const places = placesIn(folder);
  mkdirSync(places.data, {recursive: true, mode: 0o700});
  chmodSync(folder, 0o700);
  return places;
};

export const daemonArguments = (account: string, {data, socket}: CliPlaces): readonly string[] => [
  ...['-a', account, '--config', data, '-o', 'json', ...OPTIONS, 'daemon', '--socket', socket],
  ...['--receive-mode', 'manual', '--ignore-stories', '--ignore-avatars', '--ignore-stickers'],
];

/**
 * The account's own ACI in lower case, from signal-cli's list of accounts in its data folder: no call returns it.
 * Undefined if it isn't there.
 */
export const ownAci = (data: string, account: string): string | undefined =>
  readText(entryOf(data, account)?.['uuid'])?.toLowerCase();

export const hasAccount = (data: string, account: string): boolean => entryOf(data, account) !== undefined;

const entryOf = (data: string, account: string): EnvelopeFields | undefined => {
  try {
    const list: unknown = JSON.parse(readFileSync(join(data, 'data', 'accounts.json'), 'utf8'));
    const entries = readList(readFields(list)?.['accounts']).map(entry => readFields(entry) ?? {});
    return entries.find(entry => entry['number'] === account);
  } catch {
    // The account isn't linked or the file's format is unknown. The number alone identifies the account then.
    return undefined;
  }
};

/**
 * The environment for a signal-cli of ours. Since 0.14.4 it reads a person's configuration file, whose options would
 * apply here too: another file takes its place. `config`: one that exists and turns off what the system's file may turn
 * on. @default none
 */
export const cliEnvironment = (config: string = NO_FILE): NodeJS.ProcessEnv => ({
  ...process.env,
  LANG: 'C.UTF-8',
  SIGNAL_CLI_CONFIG: config,
});

export const writeCliConfig = ({config}: CliPlaces): void =>
  writeFileSync(config, `${JSON.stringify({dbus: false, dbusSystem: false, disableSendLog: false})}\n`, {mode: 0o600});

/**
 * Options that a configuration file could change. The command line wins. A new key is trusted, a changed one is not.
 */
const OPTIONS = ['--trust-new-identities', 'on-first-use', '--service-environment', 'live'];
/** No user can create this file. */
const NO_FILE = '/nonexistent/signal-cli.json';
