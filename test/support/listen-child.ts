// A process that listens on the path it is given, echoes lines, and says on stdout what goes wrong.
import {listen} from '../../src/ipc/listen.ts';

const [, , path = ''] = process.argv;
await listen({
  path,
  onConnection: transport =>
    transport.start({message: line => transport.send(`${line}\n`), error: () => {}, close: () => {}}),
  onError: error => process.stdout.write(`error ${'code' in error ? error.code : error.message}\n`),
});
process.stdout.write('listening\n');
