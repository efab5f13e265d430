// Ports for servers that have to know them before they listen.
import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type Server} from 'node:net';

/**
 * Different ports that are free, and stay so: the system gives none of this range to a connection. One that it had
 * chosen itself could belong to any connection before the server listens, even to one that tries to reach that server.
 */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = new Map<number, Server>();
  while (servers.size < count) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening').then(
      () => servers.set(port, server),
      () => undefined,
    );
  }
  for (const server of servers.values()) await once(server.close(), 'close');
  return [...servers.keys()];
};

export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;
