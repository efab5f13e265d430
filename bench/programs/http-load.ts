// Loads an HTTP server and reports the rate: PORT PATH SECRET CLIENTS CALLS. Each client keeps its connection and has one request in
// flight. It begins when it is told to.
import {once} from 'node:events';
import {connect} from 'node:net';
import {measureLoad} from '../support/measure-load.ts';

const [port = '', path = '', secret = '', clients = '1', calls = '1'] = process.argv.slice(2);

const sockets = await Promise.all(
  Array.from({length: Number(clients)}, async () => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    return socket.setNoDelay(true);
  }),
);

const requestOf = (number: number): string => {
  const body = JSON.stringify({
    text: `Build ${number} of the main branch has passed all tests on both machines.`,
    number,
  });
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
};

await measureLoad({
  sockets,
  total: Number(calls),
  request: requestOf,
  onAnswers: (socket, answered) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/^content-length: (\d+)/imu.exec(received)?.[1]);
      if (received.length < end + 4 + length) return;
      if (!received.startsWith('HTTP/1.1 202 ')) throw new Error(received);
      received = '';
      answered();
    });
  },
});
