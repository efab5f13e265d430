// A scripted web server on loopback that keeps its requests.
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export type WebServer = AsyncDisposable & {
  /** With 127.0.0.1 as host unless another one is given. */
  url(path: string, host?: string): string;
  readonly asked: readonly IncomingMessage[];
};

export type WebAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export const webServer = async (answers: Readonly<Record<string, WebAnswer>>): Promise<WebServer> => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers[new URL(request.url ?? '/', 'http://x').pathname];
    if (answer === undefined) response.writeHead(404).end('not here');
    else answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
