// A daemon that an attack is played against: Alice has full trust, at the terminal and on a fake Signal; Bob has inner trust. The model is
// a script that does what the attacker wants.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Sandbox} from '../../src/daemon/ports/sandbox.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {Approval} from '../../src/shared/records/approval.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {type FakeChannel, fakeChannel} from './fake-channel.ts';
import {type FakeSandbox, fakeSandbox} from './fake-sandbox.ts';
import {MAIN} from './idle-fixture.ts';
import type {ScriptedCall, ScriptedTurn} from './scripted-model.ts';
import {scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon, type TestDaemonOptions} from './test-daemon.ts';

export type Attack = AsyncDisposable & {
  readonly daemon: TestDaemon;
  readonly signal: FakeChannel;
  readonly sandbox: FakeSandbox;
  readonly home: string;
  readonly socket: string;
  /** The path of a file in the workspace. */
  readonly at: (path: string) => string;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly write: (path: string, text: string) => void;
  readonly questions: () => readonly Wire<Approval>[];
  /** The turn that answers this text at the terminal; every question gets this answer. */
  readonly plays: (text: string, answer?: 'approve' | 'deny') => Promise<void>;
  /** The outputs of tools in the main conversation. */
  readonly outputs: () => Promise<readonly string[]>;
};

export const ALICE = 'alice-uuid';
export const BOB = 'bob-uuid';

export const call = (name: string, input: object): ScriptedCall => ({name, input});
export const bash = (command: string, more: object = {}): ScriptedCall => call('bash', {command, ...more});
export const step = (...calls: readonly ScriptedCall[]): ScriptedTurn => ({calls});

const MOST_LOOKS = 500;
const LOOK_MS = 100;

type AttackOptions = Pick<TestDaemonOptions, 'env'> & {
  /** A real sandbox, for this home. @default one that keeps nothing from a command */
  readonly sandboxAt?: (home: string) => Sandbox;
  readonly policy?: object;
  readonly config?: object;
  readonly files?: Readonly<Record<string, string>>;
};

export const openAttack = async (
  script: readonly ScriptedTurn[],
  {policy = {}, config = {}, files = {}, env = {}, sandboxAt}: AttackOptions = {},
): Promise<Attack> => {
  // The sandbox replaces /dev, where the usual ones are.
  const dir = sandboxAt === undefined ? tempDir() : tempDir('attack', '/tmp');
  const home = join(dir.path, 'home');
  mkdirSync(join(home, 'workspace'), {recursive: true, mode: 0o700});
  const model = scriptedModel(script);
  const signal = fakeChannel();
  const fake = fakeSandbox();
  const at = (path: string): string => join(home, 'workspace', path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), {recursive: true});
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const daemon = await openTestDaemon({
    home,
    models: {candidates: async () => [{...model.choice, sees: true}]},
    channels: [signal, fakeChannel('mail')],
    sandbox: sandboxAt?.(home) ?? fake,
    env: {PATH: process.env['PATH'], ...env},
    config: {
      users: [
        {name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE}`]},
        {name: 'bob', trust: 'inner', match: [`signal:${BOB}`]},
      ],
      signal: {account: '+15550000000'},
      heartbeat: {enabled: false},
      reflection: {enabled: false},
      policy,
      ...config,
    },
  });
  const questions: Attack['questions'] = () =>
    daemon.events.flatMap(event => (event.type === 'approval.asked' ? [event.approval] : []));
  return {
    daemon,
    signal,
    sandbox: fake,
    home,
    socket: placesOf({ROOSTER_HOME: home}, home).socket,
    at,
    has: path => existsSync(at(path)),
    read: path => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : ''),
    write,
    questions,
    plays: async (text, answer = 'deny') => {
      const {turnId} = await daemon.call('session.send', {text});
      const isOver = (event: GatewayEvent): boolean => event.type === 'turn.ended' && event.turnId === turnId;
      for (let looks = 1; !daemon.events.some(isOver); looks += 1) {
        const [open] = (await daemon.call('approval.list', {state: 'open'})).approvals;
        if (open !== undefined) await daemon.call('approval.answer', {id: open.id, answer});
        await new Promise(resolve => setTimeout(resolve, 2));
        // A process that outlives its shell is given a time on the clock.
        if (looks > MOST_LOOKS) await daemon.clock.advance(LOOK_MS);
      }
    },
    outputs: async () => {
      const {messages} = await daemon.call('session.history', {session: MAIN, limit: 100});
      return messages.flatMap(({role, text}) => (role === 'tool' ? [text] : []));
    },
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};
