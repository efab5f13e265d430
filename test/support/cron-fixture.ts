// A daemon with cron jobs and people: Alice and Bob on a fake Signal, the operator at the terminal. The jobs exist when it starts.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Models} from '../../src/daemon/ports/model.ts';
import type {Sandbox} from '../../src/daemon/ports/sandbox.ts';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {Run} from '../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../src/shared/records/message.ts';
import {inMode, keyOf} from './conversation-mode.ts';
import {type FakeChannel, fakeChannel} from './fake-channel.ts';
import {fakeClock} from './fake-clock.ts';
import {fakeSandbox} from './fake-sandbox.ts';
import {jobsTold} from './jobs-told.ts';
import {type ScriptedModel, type ScriptedTurn, scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon} from './test-daemon.ts';

export type CronFixture = AsyncDisposable & {
  readonly home: string;
  readonly signal: FakeChannel;
  readonly model: ScriptedModel;
  /** The requested models. */
  readonly wanted: readonly (string | undefined)[];
  /** The daemon that runs now. */
  readonly now: () => TestDaemon;
  readonly restart: (meanwhile?: () => void) => Promise<TestDaemon>;
  readonly write: (file: string, text: string) => void;
  /** Advances in small steps until the condition holds, and returns what it found. */
  readonly sees: <T>(what: string, look: () => Promise<T | undefined | false>) => Promise<T>;
  readonly ended: (fits?: (run: Wire<Run>) => boolean) => Promise<Wire<Run>>;
  readonly history: (session: string) => Promise<readonly Wire<Message>[]>;
  readonly sent: (count: number) => Promise<readonly string[]>;
};

export type CronFixtureOptions = {
  readonly jobs?: readonly unknown[];
  readonly files?: Readonly<Record<string, string>>;
  readonly answers?: readonly ScriptedTurn[];
  /** The groups that the agent serves. */
  readonly groups?: readonly string[];
  readonly clock?: ReturnType<typeof fakeClock>;
  /** More of the configuration. */
  readonly config?: object;
  /** @default one that keeps nothing from a command */
  readonly sandbox?: Sandbox;
};

export const openCronFixture = async (options: CronFixtureOptions = {}): Promise<CronFixture> => {
  const {jobs = [], files = {}, answers = [], groups = [], clock = fakeClock(), config = {}} = options;
  const home = tempDir();
  const signal = fakeChannel();
  const model = scriptedModel(answers);
  const wanted: (string | undefined)[] = [];
  const models: Models = {
    candidates: async name => {
      wanted.push(name);
      return [model.choice];
    },
  };
  const write = (file: string, text: string): void => {
    const path = join(home.path, 'workspace', file);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  let fixture = await openTestDaemon({
    home: home.path,
    clock,
    models,
    sandbox: options.sandbox ?? fakeSandbox(),
    channels: [signal],
    config: {users: USERS, cron: jobs, ...(groups.length > 0 && {signal: {groups}}), ...config},
  });

  const sees: CronFixture['sees'] = async (what, look) => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      await fixture.clock.advance(tries < 300 ? 1 : 100);
      await new Promise<void>(resolve => setTimeout(resolve, 1));
    }
    throw new Error(`this did not come: ${what}`);
  };
  await jobsTold(fixture, clock);
  return {
    home: home.path,
    signal,
    model,
    wanted,
    now: () => fixture,
    restart: async (meanwhile = () => {}) => {
      await fixture[Symbol.asyncDispose]();
      meanwhile();
      fixture = await openTestDaemon({home: home.path, clock, models, channels: [signal]});
      await jobsTold(fixture, clock);
      return fixture;
    },
    write,
    sees,
    ended: async (fits = () => true) => (await fixture.event('run.ended', ({run}) => fits(run))).run,
    history: async session => {
      const {sessions} = await fixture.call('session.list', {});
      const known = sessions.find(({key}) => key === session);
      return known === undefined
        ? []
        : (await fixture.call('session.history', {session: known.key, limit: 50})).messages;
    },
    sent: async count => {
      await sees(`${count} messages sent`, async () => signal.sent.length >= count);
      return signal.texts;
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

/** Every minute; announced to Alice. */
export const aJob = (over: Readonly<Record<string, unknown>> = {}) => ({
  name: 'standup',
  cron: '* * * * *',
  message: 'What matters today?',
  user: 'alice',
  ...over,
});

export const ALICE = keyOf('alice');
export const BOB = keyOf('bob');

const USERS = inMode([
  {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', timezone: 'UTC', match: ['signal:bob-uuid', 'signal:bob-tablet']},
]);
const MOST_TRIES = 3_000;
