// Homes of daemons that publish to ntfy and are killed: what they leave behind, and daemons that live and die on copies of it.
import {cpSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import type {CrashPrograms} from './crash-programs.ts';
import {commitsToDieAt, PATIENCE_MS} from './crash-steps.ts';
import {type NtfyServer, startNtfyServer} from './ntfy-server.ts';
import {type DaemonProcess, spawnDaemon} from './real-daemon.ts';
import {tempDir} from './temp-dir.ts';
import {until} from './until.ts';

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'ntfy:default']};

/** `alice`: changes the one person there. */
export const configure = (home: string, url: string, alice: object = {}): void => {
  const users = [{...ALICE, ...alice}];
  writeFileSync(`${home}/config.json`, JSON.stringify({users, ntfy: {url, topic: 'top', replyTopic: 'replies'}}), {
    mode: 0o600,
  });
};

/** A copy of a home's database. */
export const kept = (home: string): Disposable & {readonly path: string} => {
  const folder = tempDir();
  copyDatabase(home, folder.path);
  return folder;
};

export const copyDatabase = (from: string, to: string): void => {
  for (const name of ['rooster.db', 'rooster.db-wal']) {
    if (existsSync(`${from}/${name}`)) cpSync(`${from}/${name}`, `${to}/${name}`);
  }
};

export type Home = AsyncDisposable & {readonly path: string; readonly server: NtfyServer};

type Told = {
  /** The text that a button publishes. */
  readonly press?: string;
  readonly alice?: object;
};

export const scene = async (from: string, {press, alice}: Told = {}): Promise<Home> => {
  const folder = tempDir();
  const server = await startNtfyServer();
  copyDatabase(from, folder.path);
  configure(folder.path, server.url, alice);
  if (press !== undefined) await server.publish('replies', press);
  return {
    path: folder.path,
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

export type IsOver = (home: Home) => boolean;

/** The commits of a daemon that isn't killed. */
export const stepsOf = async (
  programs: CrashPrograms,
  from: string,
  isOver: IsOver,
  told?: Told,
): Promise<readonly string[]> => {
  await using home = await scene(from, told);
  await live(home, programs, isOver);
  return commitsOf(home.path);
};

/** The commits of the daemon that lived in a home, as far as they are worth dying at. */
export const commitsOf = (path: string): readonly string[] =>
  commitsToDieAt(readFileSync(`${path}/notes`, 'utf8').split('\n'));

/** The messages of a topic, oldest first. */
export const onTopic = ({messages}: NtfyServer, name = 'top') => messages.filter(({topic}) => topic === name);

export const spawned = (
  home: {readonly path: string},
  {knife, daemon, compiled}: CrashPrograms,
  at?: string,
): DaemonProcess =>
  spawnDaemon({
    home: home.path,
    env: {
      NODE_COMPILE_CACHE: compiled,
      CRASH_NOTES: `${home.path}/notes`,
      ...(at === undefined ? {} : {CRASH_AT: at}),
    },
    through: [process.execPath, '--import', knife, daemon, 'run'],
  });

/** Until it dies (true), or all is over. */
export const live = async <H extends {readonly path: string}>(
  home: H,
  programs: CrashPrograms,
  isOver: (home: H) => boolean,
  at?: string,
): Promise<boolean> => {
  await using daemon = spawned(home, programs, at);
  await until(`an end, armed at ${at}`, () => daemon.isOver() || isOver(home), PATIENCE_MS);
  return daemon.isOver();
};

export const count = (path: string, sql: string): number => {
  using database = open(path);
  return Number(database.prepare(sql).get()?.['n']);
};

export const open = (path: string): DatabaseSync =>
  new DatabaseSync(`${path}/rooster.db`, {readOnly: true, timeout: 1_000});

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:9';
