// Loads a server on a socket and reports how it did: SOCKET KIND CLIENTS CALLS [REMINDER]. Each client has one call in flight. It
// says when all are connected, and begins when it is told to.
import {once} from 'node:events';
import {connect} from 'node:net';
import {quantile} from '../support/figures.ts';
import {onLines} from '../support/wire-client.ts';

const [path = '', kind = 'echo', clients = '1', calls = '1', reminder = ''] = process.argv.slice(2);
const total = Number(calls);

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

process.send?.('connected');
await once(process, 'message');

const far = Date.now() + 864e5;
const call = (id: number): string => {
  if (kind === 'hello' || kind === 'echo')
    return `{"jsonrpc":"2.0","id":${id},"method":"hello","params":{"protocol":1,"client":"load"}}\n`;
  return kind === 'set'
    ? `{"jsonrpc":"2.0","id":${id},"method":"reminder.set","params":{"at":"${new Date(far + id).toISOString()}","message":"Call the dentist about the appointment, and ask for the bill of the last one."}}\n`
    : `{"jsonrpc":"2.0","id":${id},"method":"reminder.get","params":{"id":"${reminder}"}}\n`;
};

const {promise: done, resolve} = Promise.withResolvers<void>();
const took: number[] = [];
let sent = 0;
const begin = performance.now();
for (const socket of sockets) {
  let sentAt = 0;
  const send = (): void => {
    if (sent >= total) return;
    sent += 1;
    const line = call(sent);
    sentAt = performance.now();
    socket.write(line);
  };
  onLines(socket, line => {
    took.push(performance.now() - sentAt);
    if (line.includes('"error"')) throw new Error(line);
    if (took.length === total) resolve();
    else send();
  });
  send();
}
await done;
const seconds = (performance.now() - begin) / 1000;
process.send?.({seconds, perSecond: total / seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99)});
for (const socket of sockets) socket.destroy();
process.disconnect?.();
