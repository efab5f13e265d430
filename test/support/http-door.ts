// Talks to the daemon's HTTP door over a real loopback socket.

import {createHmac} from 'node:crypto';
import type {OutputGate} from '../../src/daemon/ports/output-gate.ts';
import type {FakeChannel} from './fake-channel.ts';
import {NOTHING_ASKS} from './nothing-asks.ts';
import {type ScriptedTurn, scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon} from './test-daemon.ts';

export const SECRET = 'a-long-secret-of-the-test';

export type Door = AsyncDisposable & {
  readonly fixture: TestDaemon;
  readonly dir: string;
  readonly origin: string;
  /** POST with the bearer secret, unless the headers say otherwise. */
  readonly post: (
    path: string,
    body: string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
  /** Stops the daemon and starts it again. */
  readonly restart: () => Promise<void>;
};

export type DoorOptions = {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly ScriptedTurn[];
  readonly env?: Readonly<Record<string, string>>;
  readonly channels?: readonly FakeChannel[];
  /** The offline assistant answers, and not the script. */
  readonly offline?: true;
  readonly gate?: OutputGate | undefined;
  /** The model sees pictures. */
  readonly sees?: true;
};

export const openDoor = async ({
  config = {},
  answers = [],
  env = {},
  offline,
  channels = [],
  sees,
  gate,
}: DoorOptions = {}): Promise<Door> => {
  const dir = tempDir();
  const model = scriptedModel(answers);
  const models = {candidates: async () => [sees === undefined ? model.choice : {...model.choice, sees}]};
  let fixture = await openTestDaemon({
    home: dir.path,
    ...(offline === true ? {} : {models}),
    env,
    channels,
    gate,
    config: {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
      http: {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'full'}},
      hooks: {ci: {secret: SECRET, target: 'rooster:main'}},
      policy: NOTHING_ASKS,
      ...config,
    },
  });
  const originOf = async (): Promise<string> => `http://${(await fixture.call('daemon.status', {})).http?.listen}`;
  let origin = await originOf();
  return {
    get fixture() {
      return fixture;
    },
    dir: dir.path,
    get origin() {
      return origin;
    },
    restart: async () => {
      fixture = await fixture.restart();
      origin = await originOf();
    },
    post: (path, body, headers = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : Buffer.from(body),
        headers: {'content-type': 'application/json', authorization: `Bearer ${SECRET}`, ...headers},
      }),
    get: path => fetch(`${origin}${path}`),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      model[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

/** The signature headers of each scheme, over the body's bytes. */
export const signed = {
  standard: (body: string, atMs: number, id = 'evt_1', secret = SECRET): Record<string, string> => {
    const timestamp = String(Math.floor(atMs / 1_000));
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return {'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`};
  },
  github: (body: string, id = 'delivery-1', secret = SECRET): Record<string, string> => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-github-delivery': id,
  }),
  stripe: (body: string, atMs: number, secret = SECRET): Record<string, string> => {
    const timestamp = String(Math.floor(atMs / 1_000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return {'stripe-signature': `t=${timestamp},v1=${signature},v0=old`};
  },
};
