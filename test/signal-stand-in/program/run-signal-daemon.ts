// `daemon`: a UNIX socket, TCP and HTTP in any combination, and the journal on stdout.
import {rmSync} from 'node:fs';
import {resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type HttpServer, serveHttp} from '../transports/http-server.ts';
import {type SocketServer, serveSocket} from '../transports/socket-server.ts';
import type {Command} from './arguments.ts';
import {journalHandler} from './journal.ts';
import type {Running} from './run.ts';

export const runSignalDaemon = async ({
  command,
  world,
  json,
  ended,
  control,
}: Running & {readonly command: Extract<Command, {kind: 'daemon'}>}): Promise<number> => {
  const {account, log, receiving} = world;
  log(
    account === undefined
      ? 'INFO  DaemonCommand - Starting daemon in multi-account mode'
      : `INFO  DaemonCommand - Starting daemon in single-account mode for ${account.number}`,
  );
  const onStart = command.receiveMode === 'on-start';
  const connections = {world, subscribed: command.receiveMode !== 'manual'};
  const sockets: SocketServer[] = [];
  const path = command.socket === undefined ? undefined : resolve(command.socket);
  let http: HttpServer | undefined;

  const close = async (code: number): Promise<void> => {
    await Promise.all([...sockets.map(one => one.close()), http?.close()]);
    if (path !== undefined) rmSync(path, {force: true});
    ended.resolve(code);
  };
  process.once('SIGTERM', () => {
    log('INFO  Shutdown - Received SIGTERM signal, shutting down ...');
    void (async () => {
      while (world.server.get('hangOnTerm') && sockets.some(one => one.connections.size > 0)) await sleep(20);
      await close(0);
    })();
  });
  process.once('SIGINT', () => void close(0));

  if (path !== undefined) sockets.push(await serveSocket({path}, {...connections, name: path}));
  if (command.tcp !== undefined) {
    const where = hostAndPort(command.tcp);
    sockets.push(await serveSocket(where, {...connections, name: command.tcp}));
  }
  if (command.http !== undefined) http = await serveHttp(hostAndPort(command.http), world);
  control.offer({
    connections: () => sockets.flatMap(one => [...one.connections]),
    dropStreams: how => http?.streams.drop(how),
  });
  // In on-start messages are always received, if only to be dropped.
  if (onStart) void receiving.add({strong: true, deliver: () => undefined});
  if (!command.noReceiveStdout) void receiving.add(journalHandler({world, strong: onStart, json}));

  return ended.promise;
};

const hostAndPort = (text: string): {host: string; port: number} => {
  const at = text.lastIndexOf(':');
  return at === -1 ? {host: text, port: 0} : {host: text.slice(0, at), port: Number(text.slice(at + 1))};
};
