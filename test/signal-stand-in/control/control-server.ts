// A test's control of a running stand-in: HTTP on a loopback port or a UNIX socket, named by SIGNAL_STAND_IN_CONTROL. One address for each
// command, JSON in, JSON out.
import {rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {connect} from 'node:net';
import type {World} from '../rpc/context.ts';
import type {Rule} from '../signal/server.ts';
import {DEFAULTS} from '../signal/switches.ts';
import type {LineConnection} from '../transports/line-connection.ts';

/** The parts of the running program that a test can disturb. */
export type Disturbed = {
  readonly connections: () => readonly LineConnection[];
  readonly dropStreams: (how: 'fin' | 'rst') => void;
};

export type ControlServer = AsyncDisposable & {offer(disturbed: Disturbed): void};

export const serveControl = async (world: World): Promise<ControlServer> => {
  let disturbed: Disturbed = {connections: () => [], dropStreams: () => undefined};
  const offer = (given: Disturbed): void => {
    disturbed = given;
  };
  const where = process.env['SIGNAL_STAND_IN_CONTROL'] ?? '';
  // Another stand-in of the same test may use it; their shared state is in the database.
  if (where === '' || (await isTaken(where))) return {offer, [Symbol.asyncDispose]: () => Promise.resolve()};
  if (where.includes('/')) rmSync(where, {force: true});
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, value: unknown): void => {
        response.writeHead(status, {'Content-Type': 'application/json', Connection: 'close'});
        response.end(JSON.stringify(value ?? null));
      };
      try {
        const verb = verbs(world, () => disturbed)[(request.url ?? '').slice(1)];
        const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
        if (verb === undefined) answer(404, {error: `no verb ${request.url}`});
        else answer(200, verb(body));
      } catch (error) {
        answer(400, {error: String(error)});
      }
    });
  });
  await new Promise<void>(resolve => server.listen(placeOf(where), resolve));
  return {
    offer,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const verbs = (world: World, disturbed: () => Disturbed): Readonly<Record<string, (body: unknown) => unknown>> => ({
  /** A list of envelopes, or of raw lines for the wire. */
  enqueue: body => {
    world.server.enqueue(...(body as unknown[]));
    world.receiving.wake();
  },
  flush: () => world.server.flush(),
  queueLength: () => world.server.queueLength(),
  calls: () => world.server.calls(),
  /** Messages of the account to itself, and whether they rang. */
  ownPhone: () => world.server.ownPhone(),
  rule: body => world.server.addRule(body as Rule),
  forgetRules: () => world.server.forgetRules(),
  /** Several switches together. */
  set: body => {
    for (const [name, value] of Object.entries(body as object)) {
      if (!Object.hasOwn(DEFAULTS, name)) throw new Error(`no switch ${name}`);
      world.server.set(name as never, value as never);
    }
    world.receiving.wake();
  },
  state: () => ({
    pid: process.pid,
    account: world.account?.number ?? null,
    receiving: world.receiving.receiving(),
    queueLength: world.server.queueLength(),
    connections: disturbed().connections().length,
  }),
  /** Bytes of no call, on every line connection; then nothing, or its end. */
  raw: body => {
    const {text, repeat = 1, close} = body as {text: string; repeat?: number; close?: boolean};
    for (const connection of disturbed().connections()) {
      const written = connection.raw(text.repeat(repeat));
      if (close === true) void written.then(() => connection.close());
    }
  },
  /** Every line connection ends. */
  dropConnections: () => {
    for (const connection of disturbed().connections()) connection.close();
  },
  dropStreams: body => disturbed().dropStreams(body === 'rst' ? 'rst' : 'fin'),
  /** Exits by itself, with a text on stderr. */
  exit: body => {
    const {code, stderr = '', afterMs = 0} = body as {code: number; stderr?: string; afterMs?: number};
    setTimeout(() => {
      if (stderr !== '') world.log(stderr);
      world.exit(code);
    }, afterMs);
  },
  /** The phone removed this device: the daemon ends, and later ones don't start. */
  unlink: () => {
    world.server.set('linked', false);
    world.exit(0);
  },
});

const placeOf = (where: string): {path: string} | {host: string; port: number} =>
  where.includes('/') ? {path: where} : {host: '127.0.0.1', port: Number(where)};

const isTaken = (where: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(placeOf(where));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
