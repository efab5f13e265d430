// Loads a server on a socket and reports how it did: SOCKET KIND CLIENTS CALLS [REMINDER]. Each client has one call in flight. It
// says when all are connected, and begins when it is told to.
import {once} from 'node:events';
import {connect} from 'node:net';
import {measureLoad} from '../support/measure-load.ts';
import {onLines} from '../support/wire-client.ts';

const [path = '', kind = 'echo', clients = '1', calls = '1', reminder = ''] = process.argv.slice(2);

const sockets = await Promise.all(
  Array.from({length: Number(clients)}, async () => {
    const socket = connect(path);
    await once(socket, 'connect');
    if (kind !== 'echo') {
      socket.write('{"jsonrpc":"2.0","id":0,"method":"hello","params":{"protocol":1,"client":"load"}}\n');
      await once(socket, 'data');
    }
    return socket;
  }),
);

const far = Date.now() + 864e5;
const call = (id: number): string => {
  if (kind === 'hello' || kind === 'echo')
    return `{"jsonrpc":"2.0","id":${id},"method":"hello","params":{"protocol":1,"client":"load"}}\n`;
  return kind === 'set'
    ? `{"jsonrpc":"2.0","id":${id},"method":"reminder.set","params":{"at":"${new Date(far + id).toISOString()}","message":"Call the dentist about the appointment, and ask for the bill of the last one."}}\n`
    : `{"jsonrpc":"2.0","id":${id},"method":"reminder.get","params":{"id":"${reminder}"}}\n`;
};

await measureLoad({
  sockets,
  total: Number(calls),
  request: call,
  onAnswers: (socket, answered) =>
    onLines(socket, line => {
      if (line.includes('"error"')) throw new Error(line);
      answered();
    }),
});
