// HTTP: one address for calls, one for events, one that only shows that the server runs. A failed call is still a 200.
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {Exit} from '../program/exit.ts';
import {createHandle} from '../rpc/call.ts';
import type {World} from '../rpc/context.ts';
import {answerBody} from '../rpc/json-rpc.ts';
import {createEventStreams, type EventStreams} from './event-streams.ts';

export type HttpServer = {readonly streams: EventStreams; close(): Promise<void>};

export const serveHttp = async ({host, port}: {host: string; port: number}, world: World): Promise<HttpServer> => {
  const streams = createEventStreams(world);
  const handle = createHandle(world, 'http');

  const rpc = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return end(response, 405);
    if (request.headers['content-type']?.startsWith('application/json') !== true) return end(response, 415);
    const body = await bodyOf(request);
    const fault = world.server.get('rpc');
    if (fault.delayMs !== undefined) await sleep(fault.delayMs);
    if (fault.status !== undefined) return end(response, fault.status);
    if (fault.internalError === true) return json(response, INTERNAL_ERROR);
    const answer = await answerBody(body, handle);
    if (answer.close === true) return void response.destroy();
    if (fault.empty === true) return end(response, 200);
    return answer.text === undefined ? end(response, 201) : json(response, answer.text);
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/api/v1/check') return end(response, request.method === 'GET' ? 200 : 405);
    if (url.pathname !== '/api/v1/rpc' && url.pathname !== '/api/v1/events') return notFound(url.pathname, response);
    if (isForeignHost(request, world, {host, port})) return end(response, 421);
    if (url.pathname === '/api/v1/rpc') return rpc(request, response);
    if (request.method !== 'GET') return end(response, 405);
    const raw = /[?&]account=([^&]*)/u.exec(request.url ?? '')?.[1];
    const account = raw === undefined ? undefined : decodeURIComponent(raw.replaceAll('+', plusIs(world)));
    if (world.account === undefined && account !== undefined && !world.accounts().some(one => one.number === account)) {
      return end(response, 400);
    }
    return streams.open(request, response);
  };

  const server = createServer({keepAliveTimeout: KEEP_ALIVE_MS}, (request, response) => {
    route(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new Exit(3, 'Failed to initialize HTTP Server')));
    server.listen({host, port}, resolve);
  });
  const bound = server.address();
  const actual = typeof bound === 'object' && bound !== null ? bound.port : port;
  world.log(`INFO  HttpServerHandler - Started HTTP server on /${host === 'localhost' ? '127.0.0.1' : host}:${actual}`);
  return {
    streams,
    close: () =>
      new Promise(resolve => {
        streams.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const end = (response: ServerResponse, status: number): void => {
  response.writeHead(status, {'Content-Length': 0});
  response.end();
};

const json = (response: ServerResponse, text: string): void => {
  response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text)});
  response.end(text);
};

/** Nothing exists below a known address; elsewhere Java's server responds by itself. */
const notFound = (path: string, response: ServerResponse): void => {
  const known = /^\/api\/v1\/(?:check|rpc|events)/u.test(path);
  response.writeHead(404, known ? {'Content-Length': 0} : {'Content-Type': 'text/html'});
  response.end(known ? undefined : '<h1>404 Not Found</h1>No context found for request');
};

/** Since 0.14.4 the requested host must be the machine itself, with its port. */
const isForeignHost = (request: IncomingMessage, world: World, {host, port}: {host: string; port: number}): boolean => {
  if (world.server.get('level') === '0.13.19' || host === '0.0.0.0' || host === '::') return false;
  const actual = port === 0 ? request.socket.localPort : port;
  const names = [host, 'localhost', '127.0.0.1', '[::1]'];
  return !names.some(name => request.headers.host === `${name}:${actual}`);
};

/** Versions up to 0.13 took a bare plus for a space. */
const plusIs = (world: World): string => (world.server.get('level') === '0.13.19' ? ' ' : '%2B');

const INTERNAL_ERROR =
  '{"jsonrpc":"2.0","error":{"code":-32603,"message":"An internal server error has occurred.","data":null},"id":null}';
const KEEP_ALIVE_MS = 35_000;
