// Lines that none of our clients sends: valid messages that were damaged, and some hostile ones.
import {METHODS} from '../../src/ipc/method-table.ts';

/** A frame with its line end; the same ones for the same seed. No frame ends the daemon. */
export const hostileFrame = (random: () => number): Buffer => {
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];
  let bytes: Buffer = Buffer.from(random() < 0.2 ? pick(HOSTILE) : soundMessage(random));
  for (let times = Math.floor(random() * 4); times > 0; times -= 1) {
    const at = Math.floor(random() * (bytes.length + 1));
    const removed = pick([0, 0, 1, 1, 5, 40]);
    const added = pick([NOTHING, NOTHING, Buffer.from([Math.floor(random() * 256)]), ...SHARDS]);
    bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
  }
  return Buffer.concat([bytes, Buffer.from('\n')]);
};

const soundMessage = (random: () => number): string => {
  const methods = METHODS.filter(method => method !== 'daemon.stop' && method !== 'daemon.restart');
  const method = methods[Math.floor(random() * methods.length)];
  const params = {
    protocol: 1,
    session: 'rooster:main',
    text: 'hello',
    id: 'msg_1',
    name: 'x',
    in: '5h',
    message: 'x',
    since: 0,
  };
  return JSON.stringify({jsonrpc: '2.0', id: Math.floor(random() * 1e6), method, params});
};

const NOTHING = Buffer.alloc(0);

const SHARDS: readonly [Buffer, ...Buffer[]] = [
  Buffer.from([0]),
  Buffer.from([0xc3, 0x28, 0xff]),
  Buffer.from('\n'),
  Buffer.from('\u2028\r'),
  Buffer.from('"'),
  Buffer.from('{"__proto__":'),
  Buffer.from('],['),
  Buffer.from('1e999'),
];

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const HOSTILE: readonly [string, ...string[]] = [
  DEEP,
  `{"jsonrpc":"2.0","id":5,"method":"why","params":${DEEP}}`,
  `{"jsonrpc":"2.0","id":${DEEP},"method":"why"}`,
  '{"jsonrpc":"2.0","id":2,"method":"__proto__","params":{}}',
  '{"jsonrpc":"2.0","id":3,"method":"constructor"}',
  '{"jsonrpc":"2.0","id":4,"method":"hasOwnProperty","params":{"__proto__":{"x":1}}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
  '{"jsonrpc":"2.0","id":6,"result":{"then":1}}',
  `[${'{"jsonrpc":"2.0","id":1,"method":"session.list"},'.repeat(500)}1]`,
  `{"jsonrpc":"2.0","id":7,"method":"session.send","params":{"text":"${'\\u0000'.repeat(5_000)}"}}`,
  `"${'\\ud800'.repeat(10_000)}"`,
  '',
];
