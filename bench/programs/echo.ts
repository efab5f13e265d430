// A server that sends back what it gets: the least that a round trip can cost. SOCKET.
import {createServer} from 'node:net';

const [path = ''] = process.argv.slice(2);
const server = createServer(socket => {
  socket.on('error', () => {});
  socket.pipe(socket);
});
server.listen(path, () => process.send?.('listening'));
process.on('disconnect', () => process.exit(0));
