// Homes of daemons that publish to ntfy and are killed: what they leave behind, and daemons that live and die on copies of it.
import {writeFileSync} from 'node:fs';
import {commitsIn, liveUntil} from './armed-daemon.ts';
import {copyDatabase} from './crash-home.ts';
import {type NtfyServer, startNtfyServer} from './ntfy-server.ts';
import {tempDir} from './temp-dir.ts';

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'ntfy:default']};

/** `alice`: changes the one person there. */
export const configure = (home: string, url: string, alice: object = {}): void => {
  const users = [{...ALICE, ...alice}];
  writeFileSync(`${home}/config.json`, JSON.stringify({users, ntfy: {url, topic: 'top', replyTopic: 'replies'}}), {
    mode: 0o600,
  });
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
export const stepsOf = async (from: string, isOver: IsOver, told?: Told): Promise<readonly string[]> => {
  await using home = await scene(from, told);
  await live(home, isOver);
  return commitsIn(home.path);
};

/** Lives until it dies (true), or all is over. */
export const live = (home: Home, isOver: IsOver, at?: string): Promise<boolean> =>
  liveUntil(home.path, () => isOver(home), at);

/** The messages of a topic, oldest first. */
export const onTopic = ({messages}: NtfyServer, name = 'top') => messages.filter(({topic}) => topic === name);
