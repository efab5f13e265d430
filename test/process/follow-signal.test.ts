// A second machine that takes over goes on with the account of signal-cli that it has copied.
// @module-tag deep
import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {writeAccount} from '../signal-stand-in/program/data-dir.ts';
import {ALICE, OWN} from '../signal-stand-in/signal/samples.ts';
import {openServer, type Server} from '../signal-stand-in/signal/server.ts';
import {builtProgram} from '../support/built-program.ts';
import {type EchoModel, startEchoModel} from '../support/echo-model.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {writeShellCommand} from '../support/shell-command.ts';
import {text} from '../support/signal-home.ts';
import {type SshServer, startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const STAND_IN = await builtProgram(new URL('../signal-stand-in/main.ts', import.meta.url));
const why = whyNoSshServer();

describe.skipIf(why !== undefined)(
  why === undefined ? 'the account of signal-cli' : `the account of signal-cli (skipped: ${why})`,
  () => {
    test('sends and answers on the machine that took over, and no message is answered twice', async () => {
      await using pair = await followedPair();
      const {first, second, model} = pair;
      // The file of received messages is copied now and then, the database at once: the copy knows more.
      await receive(first, 'still in the copy of the database', 2);
      await until('the copy has the answer', () => sentIn(second.path).includes('still in the copy of the database'));
      await first.run(['remind', '8s', 'tea']);
      await until('the copy has the reminder', () => remindersIn(second.path).includes('tea'));
      await pair.pullThePlug();
      const taken = await second.run(['takeover']);
      expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('This machine has taken over from den')]);
      using server = openServer(dataOf(second.path));
      await until('the reminder is on the phone', () => sends(server).some(message => message.includes('tea')));
      server.enqueue(text('are you there?', 3));
      await until('it is answered', () => sends(server).includes('You said: are you there?'));
      expect([...model.asked]).toEqual([
        ['good morning', 1],
        ['still in the copy of the database', 1],
        ['are you there?', 1],
      ]);
      expect((await second.run(['status'])).out).toMatch(/^Channel +signal up, \+15550000001$/mu);
    });

    test('is linked again where Signal refuses it, and what waited is sent then', async () => {
      await using pair = await followedPair();
      const {first, second} = pair;
      await first.run(['remind', '9s', 'tea']);
      await until('the copy has it', () => remindersIn(second.path).includes('tea'));
      await pair.pullThePlug();
      {
        using refusing = openServer(join(second.path, 'replica', 'signal', OWN.number, 'data'));
        refusing.set('linked', false);
      }
      await second.run(['takeover']);
      const refused = await untilGiven('the status says so', async () => {
        const {out} = await second.run(['status']);
        return out.includes('Signal no longer knows this device') ? out : undefined;
      });
      expect(refused).toContain('rooster signal link');
      const doctor = await second.run(['doctor']);
      expect(doctor.out + doctor.err).toContain('rooster signal link');
      await until('it is due', () => remindersIn(second.path, 'fired').includes('tea'));
      const linked = await second.run(['signal', 'link', '--yes']);
      expect([linked.code, linked.err]).toEqual([0, expect.stringContaining(`Linked to ${OWN.number}.`)]);
      using server = openServer(dataOf(second.path));
      await until('the reminder is on the phone', () => sends(server).some(message => message.includes('tea')));
      server.enqueue(text('are you there?', 3));
      await until('it is answered', () => sends(server).includes('You said: are you there?'));
    });
  },
);

type Pair = AsyncDisposable & {
  readonly first: RoosterHome;
  readonly second: RoosterHome;
  readonly model: EchoModel;
  /** The first machine is gone, with its disk. */
  readonly pullThePlug: () => Promise<void>;
};

/** A home on Signal that has answered there, and one that follows it and has the account. */
const followedPair = async (): Promise<Pair> => {
  const stack = new AsyncDisposableStack();
  const server: SshServer = stack.use(await startSshServer());
  const model = stack.use(await startEchoModel());
  const programs = stack.use(tempDir());
  const first = stack.use(roosterHome('first'));
  const own = stack.use(roosterHome('second'));
  stack.defer(() => endSignalCli(first.path));
  stack.defer(() => endSignalCli(own.path));
  const command = join(programs.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN]);
  mkdirSync(dataOf(first.path), {recursive: true, mode: 0o700});
  writeAccount(dataOf(first.path), OWN);
  writeConfig(first.path, {
    ...modelAt(model.baseUrl),
    users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE.uuid}`]}],
    signal: {account: OWN.number, command},
  });
  writeConfig(own.path, {hosts: {den: {address: server.address, command: server.programFor(first.path)}}});
  const env = {PATH: `${server.client}:${process.env['PATH']}`};
  const second = {...own, run: (argv: readonly string[]) => own.run(argv, {env})};
  await first.run(['daemon', 'start']);
  await receive(first, 'good morning', 1);
  const followed = await second.run(['follow', 'den']);
  expect([followed.code, followed.err]).toEqual([0, expect.anything()]);
  await until('the account is there', () =>
    existsSync(join(own.path, 'replica', 'signal', OWN.number, 'data/data/accounts.json')),
  );
  return {
    ...{first, second, model},
    pullThePlug: async () => {
      process.kill(first.pid(), 'SIGKILL');
      endSignalCli(first.path);
      await server.stop();
      rmSync(first.path, {recursive: true, force: true});
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

const receive = async (home: RoosterHome, words: string, number: number): Promise<void> => {
  using server = openServer(dataOf(home.path));
  server.enqueue(text(words, number));
  await until(`an answer to ${words}`, () => sends(server).includes(`You said: ${words}`));
};

const dataOf = (home: string): string => join(home, 'signal', OWN.number, 'data');

const sends = (server: Server): readonly string[] =>
  server
    .calls()
    .filter(({method}) => method === 'send')
    .map(({params}) => String((params as {readonly message?: unknown}).message));

const column = (home: string, sql: string): readonly string[] => {
  using database = new DatabaseSync(join(home, 'rooster.db'), {readOnly: true});
  return database
    .prepare(sql)
    .all()
    .map(({value}) => String(value));
};

const remindersIn = (home: string, state = 'pending'): readonly string[] =>
  column(home, `SELECT message AS value FROM reminders WHERE state = '${state}'`);

const sentIn = (home: string): string =>
  column(home, `SELECT text AS value FROM deliveries WHERE state IN ('sent', 'delivered', 'read')`).join('\n');

/** A killed daemon leaves its signal-cli behind. */
const endSignalCli = (home: string): void => {
  try {
    process.kill(
      Number.parseInt(readFileSync(join(home, 'signal', OWN.number, 'signal-cli.pid'), 'utf8'), 10),
      'SIGKILL',
    );
  } catch {
    // There was none, or it has ended.
  }
};
