// The UNIX socket and TCP: the same lines on both.
import {mkdirSync} from 'node:fs';
import {createServer, type Server as NetServer, type Socket} from 'node:net';
import {dirname} from 'node:path';
import {Exit} from '../program/exit.ts';
import type {World} from '../rpc/context.ts';
import {type LineConnection, openLineConnection} from './line-connection.ts';

export type SocketServer = {
  readonly connections: ReadonlySet<LineConnection>;
  close(): Promise<void>;
};

export const serveSocket = async (
  where: {readonly path: string} | {readonly host: string; readonly port: number},
  {world, subscribed, name}: {readonly world: World; readonly subscribed: boolean; readonly name: string},
): Promise<SocketServer> => {
  const connections = new Set<LineConnection>();
  const sockets = new Set<Socket>();
  const server = createServer({allowHalfOpen: true}, socket => {
    sockets.add(socket);
    const over = 'path' in where ? 'socket' : 'tcp';
    const close = (): void => void socket.destroy();
    const connection = openLineConnection({world, over, input: socket, output: socket, subscribed, close});
    connections.add(connection);
    world.log('INFO  SocketHandler - Accepted new client connection');
    socket.on('close', () => {
      sockets.delete(socket);
      connections.delete(connection);
    });
  });
  if ('path' in where) mkdirSync(dirname(where.path), {recursive: true, mode: 0o700});
  await listening(server, where, name);
  world.log(`INFO  SocketHandler - Started JSON-RPC server on ${name}`);
  return {
    connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

const listening = (server: NetServer, where: object, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', () => reject(new Exit(3, `Failed to bind socket ${name}: Address already in use`)));
    server.listen(where, resolve);
  });
