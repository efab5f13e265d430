// The whole daemon under fire: thousands of hostile frames and calls over its real socket. It survives, answers each with the right code,
// still works for a normal client, and neither its memory nor its log grows.
// @module-tag deep
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {DaemonClient} from '../support/daemon-client.ts';
import {hostileFrame} from '../support/hostile-frames.ts';
import {hostileCalls} from '../support/hostile-params.ts';
import {type RawClient, type RawMessage, rawClient} from '../support/raw-client.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

describe.concurrent('a daemon under fire', () => {
  test('answers every method with hostile parameters correctly, in one sentence', async () => {
    await using scene = await openScene();
    const calls = hostileCalls();
    expect(calls.length).toBeGreaterThan(2_000);
    const codes = new Set<number>();
    const unfair: string[] = [];
    for (let at = 0; at < calls.length; at += BATCH) {
      const batch = calls.slice(at, at + BATCH);
      await using client = await scene.greeted();
      for (const [index, {method, params}] of batch.entries()) {
        client.write(`${JSON.stringify({jsonrpc: '2.0', id: index + 1, method, params})}\n`);
      }
      const answers = await answersTo(client, batch.length);
      for (const {id, error} of answers) {
        const {method, params} = batch[Number(id) - 1] ?? {method: 'nobody asked', params: id};
        codes.add(error?.code ?? 0);
        if (isFair(error)) continue;
        unfair.push(`${method} ${(JSON.stringify(params) ?? '').slice(0, 150)} → ${JSON.stringify(error)}`);
      }
    }
    expect(unfair).toEqual([]);
    expect([...codes].toSorted((a, b) => a - b)).toEqual([-32602, -32600, -32000, 0]);
    await scene.stands();
  });

  test('survives 3,000 damaged frames, half frames and clients that leave in the middle', async () => {
    await using scene = await openScene();
    const random = seededRandom(3_000);
    for (let round = 0; round < 60; round += 1) {
      const clients = await Promise.all([rawClient(scene.path), scene.greeted(), scene.greeted()]);
      for (const [index, client] of clients.entries()) {
        const frames = Buffer.concat(Array.from({length: 17}, () => hostileFrame(random)));
        const end = index === 2 ? Math.floor(random() * frames.length) : frames.length;
        for (let at = 0; at < end; ) {
          const length = 1 + Math.floor(random() * 2_000);
          client.write(frames.subarray(at, Math.min(end, at + length)));
          at += length;
        }
        if (index === 2) client.socket.destroy();
        else client.socket.end();
      }
      await Promise.all(clients.slice(0, 2).map(client => client.heardEnd()));
      const errors = clients.flatMap(({messages}) =>
        messages.flatMap(({error}) => (error === undefined ? [] : [error])),
      );
      expect(errors.filter(error => ![-32700, -32601].includes(error.code) && !isFair(error))).toEqual([]);
      for (const client of clients) await client[Symbol.asyncDispose]();
    }
    await scene.stands();
  });

  test('answers a client that floods it or never reads, without effect on others', async () => {
    await using scene = await openScene();
    await using deaf = await scene.greeted();
    deaf.socket.pause();
    for (let id = 1; id <= 2_000; id += 1) deaf.write(`{"jsonrpc":"2.0","id":${id},"method":"daemon.status"}\n`);
    const flood = Buffer.alloc(64 * 1024, 'x');
    await using endless = await rawClient(scene.path);
    for (let sent = 0; sent < 64 * 1024 * 1024 && endless.lines.length === 0; sent += flood.length) {
      await new Promise<void>(resolve => endless.socket.write(flood, () => resolve()));
    }
    await endless.heardEnd();
    expect(endless.messages).toMatchObject([{id: null, error: {code: -32700}}]);
    const idle = await Promise.all(Array.from({length: 200}, () => rawClient(scene.path)));
    await until('the neighbour works on', scene.isServed(50));
    for (const client of idle) await client[Symbol.asyncDispose]();
    deaf.socket.resume();
    expect(await answersTo(deaf, 2_000)).toHaveLength(2_000);
    await scene.stands();
  });

  test('answers a client that requests half a gigabyte in one write, without effect on others', async () => {
    await using scene = await openScene();
    const message = 'x'.repeat(19_000);
    const sets = Array.from({length: 300}, (_, at) => ({in: '1d', message, key: `k${at}`}));
    await Promise.all(sets.map(params => scene.daemon.call('reminder.set', params)));
    await using greedy = await scene.greeted();
    let heard = 0;
    greedy.socket.removeAllListeners('data');
    greedy.socket.on('data', text => {
      heard += text.length;
    });
    const ask = '{"jsonrpc":"2.0","id":1,"method":"reminder.list","params":{"limit":1000}}\n';
    const isServed = scene.isServed(20);
    greedy.write(ask.repeat(90));
    await until('all answers', () => heard > 90 * 300 * 19_000);
    // Between the greedy one's answers, not after them.
    expect(isServed()).toBe(true);
    await scene.stands();
  });

  test('has a specific sentence for a wrong time zone or cron expression', {
    tags: ['fast'],
  }, async () => {
    await using scene = await openScene();
    const asked = scene.daemon.call('cron.preview', {expression: '0 8 * * *', timezone: 'Mars/Olympus'});
    await expect(asked).rejects.toThrow('"Mars/Olympus" isn\'t a time zone. Examples: Europe/Berlin, UTC.');
    for (const expression of ['', '  '])
      await expect(scene.daemon.call('cron.preview', {expression})).rejects.toThrow('The schedule is empty.');
  });
});

/** A daemon with a client beside the hostile ones, whose repeated requests are answered. */
const openScene = async () => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir()).path;
  const daemon: RealDaemon = stack.use(await startRealDaemon({home}));
  // Modules loaded with the first turn, the first words for a time and the first calendar don't count as growth.
  await daemon.follow(0);
  await daemon.say('hello');
  await daemon.call('reminder.preview', {when: 'every weekday at 8 tea'});
  await daemon.call('calendar.export', {});
  const neighbour = stack.use(startNeighbour(await daemon.connect()));
  const before = residentMib(daemon.pid);
  const path = daemon.places.socket;
  const owned = stack.move();
  return {
    daemon,
    path,
    greeted: async (): Promise<RawClient> => {
      const client = await rawClient(path);
      client.write('{"jsonrpc":"2.0","id":0,"method":"hello","params":{"protocol":1}}\n');
      await until('the greeting', () => client.lines.length >= 1);
      return client;
    },
    isServed: (times: number): (() => boolean) => {
      const enough = neighbour.asked() + times;
      return () => neighbour.asked() >= enough;
    },
    /** No client was affected, and nothing grew. */
    stands: async (): Promise<void> => {
      await until('the neighbour is served', () => neighbour.asked() > 20);
      expect(neighbour.end()).toEqual([]);
      let busy = 1;
      while (busy > 0) {
        const {sessions} = await daemon.call('daemon.status', {});
        busy = sessions.busy + sessions.queued;
      }
      expect(residentMib(daemon.pid) - before).toBeLessThan(MOST_GROWTH_MIB);
      expect((await daemon.call('hello', {protocol: 1})).bootId).toBe(daemon.hello.bootId);
      const log = readFileSync(daemon.places.log, 'utf8');
      expect(log.split('\n').filter(line => /"level":"error"|\\n +at /u.test(line))).toEqual([]);
      expect(log.length).toBeLessThan(1024 * 1024);
      const strange = (): readonly string[] => readdirSync(home).filter(name => !EXPECTED.test(name));
      // A requested linking is cancelled with its client, and cleans up after itself.
      await until(`nothing strange is left, as ${strange().join(', ')}`, () => strange().length === 0);
      expect(readdirSync(join(home, 'workspace/sessions')).filter(name => !COPY.test(name))).toEqual([]);
      expect(await daemon.kill('SIGTERM')).toMatchObject({code: 0, stderr: ''});
      // The stored values don't break the next case.
      await using next = await startRealDaemon({home});
      await next.follow(Math.max(0, next.hello.seq - 1_000));
      expect(await next.say('hello again')).toMatchObject({outcome: 'replied'});
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

const startNeighbour = (client: DaemonClient) => {
  let over = false;
  let asked = 0;
  const troubles: unknown[] = [];
  const work = async (): Promise<void> => {
    while (!over) {
      const {jobs} = await client.call('cron.list', {});
      if (!Array.isArray(jobs)) troubles.push(jobs);
      asked += 1;
      await new Promise<void>(resolve => setTimeout(resolve, 1));
    }
  };
  const working = work().catch((error: unknown) => {
    if (!over) troubles.push(error);
  });
  return {
    asked: () => asked,
    /** Sends it; returns what went wrong. */
    end: () => {
      over = true;
      return troubles;
    },
    [Symbol.asyncDispose]: async () => {
      over = true;
      await working;
    },
  };
};

const answersTo = async (client: RawClient, count: number): Promise<readonly RawMessage[]> => {
  // The greeting is one more line; notices may come between.
  await until(`${count} answers`, () => client.lines.length > count);
  const answers = (): readonly RawMessage[] => client.messages.filter(({id}) => typeof id === 'number' && id > 0);
  await until(`${count} answers`, () => answers().length === count);
  return answers();
};

/** A code that says what was wrong, and one sentence without internals. */
const isFair = (error: RawMessage['error']): boolean =>
  error === undefined ||
  ([-32600, -32602, -32000].includes(error.code) &&
    /^[^\n]{5,600}$/u.test(error.message) &&
    !/\bat [^\s"]+:\d+:\d+|undefined|\[object|Error:/u.test(error.message));

/** The memory of the process; 0 where the system doesn't report it. */
const residentMib = (pid: number): number => {
  const path = `/proc/${pid}/status`;
  const [, kib = '0'] = existsSync(path) ? (/VmRSS:\s+(\d+)/u.exec(readFileSync(path, 'utf8')) ?? []) : [];
  return Number(kib) / 1024;
};

/** A copy of a conversation, or one that is being written. */
const COPY = /^(?:[^.][^/]*\.jsonl|\.rooster-[\w-]+\.tmp)$/u;
const EXPECTED = /^(?:rooster\.db.*|backups|config\.json|logs|run|workspace)$/u;
const BATCH = 60;
/** Memory that the collector has not returned yet counts too. Unbounded, the greedy client alone takes more than a gigabyte. */
const MOST_GROWTH_MIB = 500;
