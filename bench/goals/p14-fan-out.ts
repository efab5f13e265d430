// P14: events to fifty subscribers. The daemon's own listener, peer and subscriptions, in process, against a server that
// encodes each event once and writes it to every socket; both sides are read by the same two programs. The events come from
// memory, so that what is measured is the telling, not the commit.

import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';
import {createSubscriptions} from '../../src/daemon/rpc/subscriptions.ts';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import type {Methods} from '../../src/ipc/method-table.ts';
import {PARAMS} from '../../src/ipc/method-table.ts';
import {listen} from '../../src/ipc/socket/listen.ts';
import {servePeer} from '../../src/ipc/wire/index.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, perSecond} from '../support/figures.ts';
import {messageOf, startProgram} from '../support/program.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const fanOut: Goal = {
  name: 'P14',
  title: 'fan-out',
  measure: async ({rounds}) => {
    const {raw, single, together} = await inTurn(rounds, {
      raw: rawRate,
      single: () => ourRate(1),
      together: () => ourRate(64),
    });
    return [
      {
        what: 'events to 50 clients ÷ bare writes, encoded once',
        figure: medianRatio(single, raw),
        unit: '×',
        limit: {is: '≥', value: 0.6},
        sides: `${perSecond(median(single))} : ${perSecond(median(raw))}`,
      },
      {
        what: 'the same, 64 events to a commit',
        figure: medianRatio(together, raw),
        unit: '×',
        limit: {is: '≥', value: 2},
        sides: `${perSecond(median(together))} : ${perSecond(median(raw))}`,
      },
    ];
  },
};

const rawRate = async (): Promise<number> => {
  using folder = tempFolder();
  const path = folder.file('raw.sock');
  const sockets: Socket[] = [];
  const {promise: all, resolve} = Promise.withResolvers<void>();
  const server = createServer(socket => {
    sockets.push(socket.on('error', () => {}));
    if (sockets.length === CLIENTS) resolve();
  });
  await once(server.listen(path), 'listening');
  const read = startReaders(path, 'raw');
  await all;
  const before = performance.now();
  for (let seq = 1; seq <= EVENTS; seq += 1) {
    const line = Buffer.from(`${JSON.stringify({jsonrpc: '2.0', method: 'event', params: eventAt(seq)})}\n`);
    for (const socket of sockets) socket.write(line);
    if (seq % 64 !== 0) continue;
    for (const socket of sockets) if (socket.writableNeedDrain) await once(socket, 'drain');
  }
  const rate = await rateOf(read, before);
  for (const socket of sockets) socket.destroy();
  server.close();
  return rate;
};

/** `together` events in each commit, a commit in each turn of the event loop. */
const ourRate = async (together: number): Promise<number> => {
  using folder = tempFolder();
  const path = folder.file('ours.sock');
  const clock = systemClock();
  const events: GatewayEvent[] = [];
  let hear = (_: readonly GatewayEvent[]): void => {};
  let subscribed = 0;
  const {promise: all, resolve} = Promise.withResolvers<void>();
  using subscriptions = createSubscriptions({
    eventsAfter: (since, limit) => events.slice(since, since + limit),
    currentSeq: () => events.length,
    snapshot: () => {
      throw new Error('Nobody here needs one.');
    },
    onCommitted: listener => {
      hear = listener;
      return {[Symbol.dispose]: () => {}};
    },
    clock,
    log: {debug: quiet, info: quiet, warn: quiet, error: quiet},
  });
  const clients = new Set<ReturnType<typeof servePeer>>();
  {
    await using _listening = await listen({
      path,
      onConnection: transport => {
        clients.add(
          servePeer<Pick<Methods, 'hello' | 'events.subscribe'>>({
            transport,
            clock,
            parsers: PARAMS,
            onError: thrown => {
              throw thrown;
            },
            handlers: {
              hello: () => ({protocol: PROTOCOL, version: '', pid: 0, bootId: '', startedAt: '', now: '', seq: 0}),
              'events.subscribe': ({since}, caller) => {
                subscribed += 1;
                if (subscribed === CLIENTS) setImmediate(resolve);
                return subscriptions.subscribe(caller, since);
              },
            },
          }),
        );
      },
    });
    const read = startReaders(path, 'rpc');
    await all;
    await nextTurn();
    const before = performance.now();
    for (let seq = 1; seq <= EVENTS; seq += together) {
      const commit = Array.from({length: Math.min(together, EVENTS - seq + 1)}, (_, index) => eventAt(seq + index));
      events.push(...commit);
      hear(commit);
      await nextTurn();
      // As the bare server does, and as often: it does not run away from those who read.
      if ((seq + together - 1) % 64 !== 0) continue;
      for (const client of clients) if (client.pending() > 64 * 1024) await client.drained();
    }
    const rate = await rateOf(read, before);
    for (const client of clients) client.close();
    return rate;
  }
};

/** Resolves once all of them have every event. Listened to from the start: one of them may be through before the other. */
const startReaders = (path: string, kind: 'raw' | 'rpc'): Promise<unknown> =>
  Promise.all([0, 1].map(() => messageOf(startProgram('readers.ts', [path, kind, CLIENTS / 2, EVENTS]))));

const rateOf = async (read: Promise<unknown>, before: number): Promise<number> => {
  await read;
  return (EVENTS / (performance.now() - before)) * 1000;
};

/** Some 300 bytes on the wire. */
const eventAt = (seq: number): GatewayEvent => ({
  seq,
  at: '2026-11-21T20:03:00.000Z',
  type: 'turn.tool',
  session: 'rooster:main',
  turnId: 'turn_0123456789abcdefghij',
  callId: 'call_0123456789',
  name: 'read_file',
  summary: 'notes/2026/a-file-with-a-name-that-is-long-enough-to-make-a-line-of-some-length.md, from line 1 on',
  phase: 'started',
});

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const quiet = (): void => {};
const CLIENTS = 50;
const EVENTS = 6_400;
