// Any bytes may arrive at a listening peer: it survives, gives each line the right response, and no other client notices. The right
// response is decided here a second time, from the specification.

import {expect, test} from 'vitest';
import type {Methods} from '../../src/ipc/method-table.ts';
import {METHODS, PARAMS} from '../../src/ipc/method-table.ts';
import {listen} from '../../src/ipc/socket/listen.ts';
import {FIRST_LINE_CAP, type Handlers, LINE_CAP, type PeerConnection, servePeer} from '../../src/ipc/wire/index.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {type RawClient, type RawMessage, rawClient} from '../support/raw-client.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {socketHome} from '../support/socket-home.ts';
import {until} from '../support/until.ts';

const openTarget = async (unfinishedCap?: number, status?: () => unknown) => {
  const home = socketHome();
  const bugs: unknown[] = [];
  const connections = new Set<PeerConnection>();
  // The parameters come back as parsed: the input of a handler.
  const handlers = Object.fromEntries(
    METHODS.map(method => [
      method,
      async (params: unknown) => (method === 'daemon.status' && status !== undefined ? status() : params),
    ]),
  ) as unknown as Handlers<Methods>;
  const listener = await listen({
    path: home.path,
    ...(unfinishedCap !== undefined && {unfinishedCap}),
    onConnection: transport => {
      const connection = servePeer<Methods>({
        greeting: 'hello',
        transport,
        handlers,
        parsers: PARAMS,
        clock: systemClock(),
        onError: thrown => bugs.push(thrown),
      });
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
    },
  });
  return {
    path: home.path,
    bugs,
    connections,
    [Symbol.asyncDispose]: async () => {
      await until('every connection is forgotten', () => connections.size === 0);
      await listener[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

const HELLO = '{"jsonrpc":"2.0","id":0,"method":"hello","params":{"protocol":1}}\n';

/** A normal client: it greets, then repeats requests. */
const neighbourOf = async (path: string) => {
  const client = await rawClient(path);
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const text = `still here? ${asked}`;
    client.write(`${JSON.stringify({jsonrpc: '2.0', id: asked, method: 'session.send', params: {text}})}\n`);
    await until(`the neighbour's answer ${asked}`, () => client.lines.length === asked);
    expect(JSON.parse(client.lines[asked - 1] ?? '')).toEqual({jsonrpc: '2.0', id: asked, result: {text}});
  };
  return {ask, [Symbol.asyncDispose]: client[Symbol.asyncDispose]};
};

/** The code, `'answer'`, or nothing if no response is due. */
const deserved = (line: Buffer): number | 'answer' | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(line));
  } catch {
    return -32700;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return -32600;
  const message: {readonly [field: string]: unknown} = {...value};
  const {jsonrpc, method, params, id, result, error} = message;
  const isAnswer = result !== undefined || error !== undefined;
  if (jsonrpc !== '2.0') return -32600;
  if (method === undefined && isAnswer) return undefined;
  if (typeof method !== 'string' || isAnswer) return -32600;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return -32600;
  if (params !== undefined && params !== null && typeof params !== 'object') return -32600;
  return id === undefined ? undefined : 'answer';
};

const isFair = (due: number | 'answer', message: RawMessage): boolean =>
  due === 'answer'
    ? message.error === undefined || [-32601, -32602, -32000].includes(message.error.code)
    : message.error?.code === due;

test('4,000 damaged frames each get the right error, and another client notices nothing', async () => {
  await using target = await openTarget();
  await using neighbour = await neighbourOf(target.path);
  const random = seededRandom(20_261_121);
  for (let round = 0; round < 40; round += 1) {
    await using client = await rawClient(target.path);
    const frames = Array.from({length: 100}, () => damage(pick(random, SEEDS), random));
    const due = frames
      .flatMap(linesOf)
      .map(deserved)
      .filter(answer => answer !== undefined);
    for (const bytes of cut(Buffer.concat(frames), random)) client.write(bytes);
    await neighbour.ask();
    await client.hear(due.length);
    // Errors about the line itself come immediately and responses a little later, so only their numbers can be compared.
    const unfair = due.reduce<readonly RawMessage[]>((rest, each) => {
      const at = rest.findIndex(message => isFair(each, message));
      return at === -1 ? rest : rest.toSpliced(at, 1);
    }, client.messages);
    expect(unfair).toEqual([]);
    expect(client.socket.readableEnded).toBe(false);
  }
  expect(target.bugs).toEqual([]);
});

test('a stream without a line end is refused as soon as it exceeds the limit', async () => {
  await using target = await openTarget();
  await using neighbour = await neighbourOf(target.path);
  await using client = await rawClient(target.path);
  client.write(HELLO);
  await client.hear(1);
  const piece = Buffer.alloc(16 * 1024, 'x');
  let sent = 0;
  while (client.lines.length < 2 && sent < 4 * LINE_CAP) {
    const taken = new Promise<void>(resolve => client.socket.write(piece, () => resolve()));
    sent += piece.length;
    await taken;
  }
  await client.heardEnd();
  expect(client.messages.at(-1)).toMatchObject({id: null, error: {code: -32700}});
  expect(sent).toBeGreaterThanOrEqual(LINE_CAP);
  // Data in the kernel when the response was given.
  expect(sent).toBeLessThan(LINE_CAP + 2 * 1024 * 1024);
  await neighbour.ask();
});

test.each([
  ['after hello a line of 8 MiB is taken', [HELLO], LINE_CAP, 'taken'],
  ['after hello a longer line is refused', [HELLO], LINE_CAP + 1, 'refused'],
  ['before hello a line of 64 KiB is taken', [], FIRST_LINE_CAP, 'taken'],
  ['before hello a longer line is refused', [], FIRST_LINE_CAP + 1, 'refused'],
] as const)('%s', async (_, greeting, length, outcome) => {
  await using target = await openTarget();
  await using client = await rawClient(target.path);
  const head = '{"jsonrpc":"2.0","id":2,"method":"config.get","x":"';
  const tail = '"}';
  // In one write: the greeting takes effect before the next line is checked.
  client.write(`${greeting.join('')}${head}${'x'.repeat(length - head.length - tail.length)}${tail}\n`);
  const answers = await client.hear(greeting.length + 1);
  expect(answers.at(-1)?.error === undefined ? 'taken' : 'refused').toBe(outcome);
});

test('unfinished lines of many clients share a limit: the longest is cut, and a short one gets through', async () => {
  await using target = await openTarget(1024 * 1024);
  await using stack = new AsyncDisposableStack();
  const hoarders: RawClient[] = [];
  for (let count = 0; count < 12; count += 1) {
    const client = stack.use(await rawClient(target.path));
    hoarders.push(client);
    client.write(HELLO);
    await client.hear(1);
    client.write('x'.repeat(200_000));
  }
  const ended = (): readonly RawClient[] => hoarders.filter(({lines}) => lines.length > 1);
  await until('seven of them are cut', () => ended().length === 7);
  expect(ended()[0]?.messages.at(-1)?.error?.message).toBe(
    'Too many unfinished lines are waiting, and this one is the longest; the connection ends here.',
  );
  await using modest = await rawClient(target.path);
  modest.write(`${HELLO}{"jsonrpc":"2.0","id":2,"method":"config.get","x":"${'y'.repeat(150_000)}`);
  await modest.hear(1);
  modest.write('"}\n');
  expect((await modest.hear(2))[1]?.error).toBe(undefined);
});

test('many requests in one write are answered in portions, with other clients in between', async () => {
  const large = 'x'.repeat(2_000_000);
  let asked = 0;
  await using target = await openTarget(undefined, () => {
    asked += 1;
    return large;
  });
  await using neighbour = await neighbourOf(target.path);
  await using greedy = await rawClient(target.path);
  greedy.socket.pause();
  greedy.write(HELLO);
  greedy.write(
    Array.from({length: 500}, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"daemon.status"}\n`).join(''),
  );
  await neighbour.ask();
  await neighbour.ask();
  expect(asked).toBeLessThan(5);
  greedy.socket.resume();
  await until('some answers', () => asked > 20);
  await neighbour.ask();
  expect(asked).toBeLessThan(400);
});

test('clients that disconnect in the middle of a frame, or of a response, leave nothing behind', async () => {
  await using target = await openTarget();
  await using neighbour = await neighbourOf(target.path);
  const random = seededRandom(5);
  for (let round = 0; round < 20; round += 1) {
    const clients = await Promise.all(Array.from({length: 10}, () => rawClient(target.path)));
    for (const client of clients) {
      const frame = pick(random, SEEDS);
      client.write(frame.repeat(1 + Math.floor(random() * 50)));
      client.write(frame.slice(0, Math.floor(random() * frame.length)));
      if (random() < 0.5) client.socket.end();
      else client.socket.destroy();
    }
    await neighbour.ask();
    await Promise.all(clients.map(client => client[Symbol.asyncDispose]()));
  }
  await until('only the neighbour is left', () => target.connections.size === 1);
  expect(target.bugs).toEqual([]);
});

test('a client that sends ten thousand requests and reads nothing harms only itself', async () => {
  await using target = await openTarget();
  await using neighbour = await neighbourOf(target.path);
  await using client = await rawClient(target.path);
  client.socket.pause();
  const text = 'x'.repeat(1_000);
  for (let id = 0; id < 10_000; id += 1) {
    client.write(`${JSON.stringify({jsonrpc: '2.0', id, method: 'session.send', params: {text}})}\n`);
  }
  for (let count = 0; count < 50; count += 1) await neighbour.ask();
  const pending = Math.max(...[...target.connections].map(connection => connection.pending()));
  expect(pending).toBeLessThan(2 * 1024 * 1024);
  client.socket.resume();
  await client.hear(10_000);
  expect(client.messages.map(({id}) => id)).toEqual(Array.from({length: 10_000}, (_, id) => id));
});

test('requests sent before the client ends its side are answered', async () => {
  await using target = await openTarget();
  await using client = await rawClient(target.path);
  client.socket.end(
    '{"jsonrpc":"2.0","id":1,"method":"session.list"}\n{"jsonrpc":"2.0","id":2,"method":"cron.list"}\n{"half',
  );
  await client.heardEnd();
  expect(client.messages.map(({id, result}) => [id, result])).toEqual([
    [1, {}],
    [2, {}],
  ]);
});

const linesOf = (frame: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  let at = 0;
  for (let end = frame.indexOf(0x0a); end !== -1; end = frame.indexOf(0x0a, at)) {
    lines.push(frame.subarray(at, end));
    at = end + 1;
  }
  return lines;
};

/** Damaged in one way or several; the last byte is always the line end, so that the frames stay apart. */
const damage = (frame: string, random: () => number): Buffer => {
  let bytes: Buffer = Buffer.from(frame.slice(0, -1));
  const times = Math.floor(random() * 4);
  for (let count = 0; count < times; count += 1) bytes = pick(random, DAMAGES)(bytes, random);
  return Buffer.concat([bytes, Buffer.from('\n')]);
};

const pick = <T>(random: () => number, choices: readonly T[]): T => {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
};

const cut = (bytes: Buffer, random: () => number): readonly Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(random() * 5_000);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
};

const splice = (bytes: Buffer, at: number, removed: number, ...added: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...added, bytes.subarray(at + removed)]);

const place = (bytes: Buffer, random: () => number): number => Math.floor(random() * (bytes.length + 1));

type Damage = (bytes: Buffer, random: () => number) => Buffer;

const DAMAGES: readonly Damage[] = [
  (bytes, random) => splice(bytes, place(bytes, random), 1, Buffer.from([Math.floor(random() * 256)])),
  (bytes, random) => splice(bytes, place(bytes, random), 1),
  (bytes, random) => splice(bytes, place(bytes, random), Math.floor(random() * 30)),
  (bytes, random) => splice(bytes, place(bytes, random), 0, bytes.subarray(place(bytes, random))),
  (bytes, random) => splice(bytes, place(bytes, random), 0, Buffer.from([0xc3, 0x28, 0xff])),
  (bytes, random) => splice(bytes, place(bytes, random), 0, Buffer.from([0])),
  (bytes, random) => splice(bytes, place(bytes, random), 0, Buffer.from('\n')),
  (bytes, random) =>
    splice(bytes, place(bytes, random), 0, Buffer.from(pick(random, ['\u2028', '\r', '\uFEFF', '🦆', '"', '}', '[']))),
  bytes => Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]),
  bytes => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
  (bytes, random) => {
    const text = bytes.toString();
    const values = ['null', '7', '-1e999', '"x"', '[]', '{}', 'true', '{"__proto__":{"text":"x"}}', '1e308', '""'];
    const field = pick(random, ['"id":', '"method":', '"params":', '"jsonrpc":', '"text":', '"limit":', '"session":']);
    const at = text.indexOf(field);
    return at === -1
      ? bytes
      : Buffer.from(
          `${text.slice(0, at + field.length)}${pick(random, values)},"was":${text.slice(at + field.length)}`,
        );
  },
];

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

/** Frames with their line ends: valid ones, and some hostile ones. */
const SEEDS: readonly string[] = [
  {jsonrpc: '2.0', id: 1, method: 'hello', params: {protocol: 1, client: 'fuzz'}},
  {jsonrpc: '2.0', id: 1, method: 'hello', params: {protocol: 2}},
  {jsonrpc: '2.0', id: 'a', method: 'session.send', params: {text: 'remind me to stretch 🦆', key: 'k'}},
  {
    jsonrpc: '2.0',
    id: null,
    method: 'session.inject',
    params: {session: 'rooster:main', text: 'x', trust: 'inner', deliver: true},
  },
  {jsonrpc: '2.0', id: -1.5, method: 'run.list', params: {kind: 'cron', limit: 10}},
  {
    jsonrpc: '2.0',
    id: 'x',
    method: 'reminder.set',
    params: {at: '2026-12-01T08:00:00Z', message: 'x', to: 'terminal:default'},
  },
  {jsonrpc: '2.0', method: 'session.list'},
  {jsonrpc: '2.0', id: 2, method: '__proto__', params: []},
  {jsonrpc: '2.0', id: 3, method: 'why', params: {id: 'msg_1', constructor: {prototype: 1}}},
  {jsonrpc: '2.0', id: 4, result: {}},
  {jsonrpc: '2.0', id: null, error: {code: -32600, message: 'no'}},
  [{jsonrpc: '2.0', id: 1, method: 'session.list'}],
]
  .map(message => JSON.stringify(message))
  .concat(
    DEEP,
    `{"jsonrpc":"2.0","id":5,"method":"why","params":${DEEP}}`,
    `{"jsonrpc":"2.0","id":${DEEP},"method":"why"}`,
    '{"jsonrpc":"2.0","id":6,"method":"why","params":{"id":"a","id":"b"},"id":7}',
    '',
  )
  .map(line => `${line}\n`);
