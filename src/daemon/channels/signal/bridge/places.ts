// The files of the supervised signal-cli, and its command line.
import {chmodSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';

export type CliPlaces = {
  readonly data: string;
  readonly socket: string;
  readonly journal: string;
  readonly stderr: string;
  readonly pid: string;
};

export const placesIn = (folder: string): CliPlaces => ({
  data: join(folder, 'data'),
  socket: join(folder, 'sc.sock'),
  journal: join(folder, 'journal'),
  stderr: join(folder, 'signal-cli.log'),
  pid: join(folder, 'signal-cli.pid'),
});

/** All paths are inside one private folder. */
export const preparePlaces = (folder: string): CliPlaces => {
  const places = placesIn(folder);
  mkdirSync(places.data, {recursive: true, mode: 0o700});
  chmodSync(folder, 0o700);
  return places;
};

export const daemonArguments = (account: string, {data, socket}: CliPlaces): readonly string[] => [
  ...['-a', account, '--config', data, '-o', 'json', 'daemon', '--socket', socket],
  ...['--receive-mode', 'manual', '--ignore-stories', '--ignore-avatars', '--ignore-stickers'],
];
