// Subscribers that read as fast as they can: SOCKET KIND CLIENTS EVENTS. Tells when each of them has every event. `rpc` ones
// say hello and subscribe first.
import {connect} from 'node:net';

const [path = '', kind = 'raw', clients = '1', events = '1'] = process.argv.slice(2);
const greeting = [
  {jsonrpc: '2.0', id: 1, method: 'hello', params: {protocol: 1, client: 'reader'}},
  {jsonrpc: '2.0', id: 2, method: 'events.subscribe', params: {since: 0}},
];
/** The answers are lines too. */
const expected = Number(events) + (kind === 'rpc' ? greeting.length : 0);

const LF = 10;
let reading = Number(clients);
for (let index = 0; index < Number(clients); index += 1) {
  const socket = connect(path);
  let lines = 0;
  if (kind === 'rpc') socket.write(greeting.map(call => `${JSON.stringify(call)}\n`).join(''));
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
      lines += 1;
      if (lines === expected) {
        reading -= 1;
        if (reading === 0) process.send?.('done', () => process.exit(0));
      }
    }
  });
}
