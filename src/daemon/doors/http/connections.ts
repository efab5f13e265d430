// Limits the open connections. A full door closes the oldest connection whose request isn't complete, so that somebody
// who sends nothing keeps nobody out.
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

export const limitConnections = (server: Server, most: number): void => {
  /** Oldest first. An answer makes its connection the newest. */
  const open = new Map<Socket, {isWorking: boolean}>();
  server.on('connection', (socket: Socket) => {
    const oldest = open.size < most ? undefined : [...open].find(([, {isWorking}]) => !isWorking)?.[0];
    if (open.size >= most && oldest === undefined) {
      socket.destroy();
      return;
    }
    if (oldest !== undefined) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.set(socket, {isWorking: false});
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const {socket} = request;
    const become = (isWorking: boolean): void => {
      const connection = open.get(socket);
      if (connection !== undefined) connection.isWorking = isWorking;
    };
    request.once('end', () => become(true));
    response.once('close', () => {
      become(false);
      const connection = open.get(socket);
      if (connection === undefined) return;
      open.delete(socket);
      open.set(socket, connection);
    });
  });
};
