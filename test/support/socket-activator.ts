// A service manager with socket activation, as a program: listens on a path, accepts nothing itself, and runs a command with the socket
// whenever none runs, until its folder has a file `stop`. Arguments: the path of the socket, that folder, and the command.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {createServer} from 'node:net';
import {dirname, join} from 'node:path';

const [path = '', folder = '', ...command] = process.argv.slice(2);
mkdirSync(dirname(path), {recursive: true, mode: 0o700});
const server = createServer();
server.listen(path, () => {
  const {fd} = (server as unknown as {readonly _handle: {readonly fd: number}})._handle;
  // Nothing is accepted here: this loop never gives the event loop a turn.
  while (!existsSync(join(folder, 'stop')))
    spawnSync('/bin/sh', ['-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh', ...command], {
      stdio: ['ignore', fd, 'inherit', fd],
    });
  process.exit(0);
});
