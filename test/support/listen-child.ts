// A process that listens on the given path, echoes lines, and prints failures to stdout.
import {listen} from '../../src/ipc/socket/listen.ts';

const [, , path = ''] = process.argv;
await listen({
  path,
  onConnection: transport =>
    transport.start({message: line => transport.send(`${line}\n`), error: () => {}, close: () => {}}),
  onError: error => process.stdout.write(`error ${'code' in error ? error.code : error.message}\n`),
});
process.stdout.write('listening\n');
