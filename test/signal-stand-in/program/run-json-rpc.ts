// `jsonRpc`: one client on stdin and stdout; the end of stdin ends it.
import {openLineConnection} from '../transports/line-connection.ts';
import type {Command} from './arguments.ts';
import type {Running} from './run.ts';

export const runJsonRpc = async ({
  command,
  world,
  ended,
  control,
}: Running & {readonly command: Extract<Command, {kind: 'jsonRpc'}>}): Promise<number> => {
  const connection = openLineConnection({
    world,
    over: 'stdio',
    input: process.stdin,
    output: process.stdout,
    subscribed: command.receiveMode !== 'manual',
    close: () => ended.resolve(0),
  });
  control.offer({connections: () => [connection], dropStreams: () => undefined});
  process.once('SIGTERM', () => {
    world.log('INFO  Shutdown - Received SIGTERM signal, shutting down ...');
    ended.resolve(0);
  });
  return ended.promise;
};
