// A daemon with a model, so that idle jobs are loaded; and people: Alice at the terminal and on a fake Signal, Bob on Signal only.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {vi} from 'vitest';
import type {ModelChoice} from '../../src/daemon/ports/model.ts';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {IdleStatus} from '../../src/shared/records/jobs/idle-status.ts';
import type {Run} from '../../src/shared/records/jobs/jobs.ts';
import type {RunKind} from '../../src/shared/records/jobs/run-kinds.ts';
import type {Message} from '../../src/shared/records/message.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {inMode, keyOf} from './conversation-mode.ts';
import {type FakeChannel, fakeChannel} from './fake-channel.ts';
import {type FakeClock, fakeClock} from './fake-clock.ts';
import {NOTHING_ASKS} from './nothing-asks.ts';
import {type ScriptedModel, type ScriptedTurn, scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon} from './test-daemon.ts';

export type IdleFixture = AsyncDisposable & {
  readonly home: string;
  readonly clock: FakeClock;
  readonly model: ScriptedModel;
  readonly signal: FakeChannel;
  /** The daemon that runs now. */
  readonly now: () => TestDaemon;
  readonly restart: (meanwhile?: () => void) => Promise<TestDaemon>;
  /** The operator sends a message in Bob's conversation on Signal; resolves when it is answered. */
  readonly bobSays: (text: string) => Promise<void>;
  /** Writes them to the file, for the next start or a running watcher. */
  readonly settings: (config: Readonly<Record<string, unknown>>) => void;
  readonly configure: (config: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly write: (file: string, text: string) => void;
  readonly read: (file: string) => string;
  /**
   * Advances the clock minute by minute, so that started runs end in between, before their limit of some minutes. Unless a run is known,
   * that is checked only every so many minutes.
   */
  readonly minutes: (count: number, atATime?: number) => Promise<void>;
  /** Advances in small steps until it is there, and returns what it found. */
  readonly sees: <T>(what: string, look: () => Promise<T | undefined>) => Promise<T>;
  readonly runs: (kind?: RunKind) => Promise<readonly Wire<Run>[]>;
  /** Advances in small steps until so many runs of the kind have ended, and returns them, the newest first. */
  readonly ended: (count: number, kind?: RunKind) => Promise<readonly Wire<Run>[]>;
  readonly history: (session?: string) => Promise<readonly Wire<Message>[]>;
  readonly standing: (session?: string) => Promise<Wire<IdleStatus> | undefined>;
};

export const openIdleFixture = async ({
  answers = [],
  config = {},
  files = {},
  clock = fakeClock(),
  fallback,
}: {
  readonly answers?: readonly ScriptedTurn[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly clock?: FakeClock;
  /** The fallback of the scripted one. */
  readonly fallback?: ModelChoice;
} = {}): Promise<IdleFixture> => {
  const home = tempDir();
  const model = scriptedModel(answers);
  const signal = fakeChannel();
  const whole = (parts: Readonly<Record<string, unknown>>) => ({
    agent: {model: 'anthropic/test'},
    users: USERS,
    reflection: {enabled: false},
    policy: NOTHING_ASKS,
    ...parts,
  });
  const write: IdleFixture['write'] = (file, text) => {
    const path = join(home.path, 'workspace', file);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);

  const settings: IdleFixture['settings'] = parts =>
    writeFileSync(join(home.path, 'config.json'), JSON.stringify(whole(parts)));

  let fixture: TestDaemon;
  const open = async (first: boolean): Promise<void> => {
    fixture = await openTestDaemon({
      home: home.path,
      clock,
      models: {candidates: async () => [model.choice, ...(fallback === undefined ? [] : [fallback])]},
      channels: [signal],
      ...(first ? {config: whole(config)} : {}),
    });
    // The code for idle conversations is loaded a moment after the start.
    await clock.advance(SETTLED_MS);
    await vi.dynamicImportSettled();
    for (let turns = 0; turns < TURNS; turns += 1) await new Promise<void>(resolve => setImmediate(resolve));
  };
  await open(true);

  const sees = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await look();
      if (found !== undefined) return found;
      await clock.advance(tries < 50 ? 1 : 100);
      await new Promise<void>(resolve => setTimeout(resolve, 1));
    }
    throw new Error(`this did not come: ${what}`);
  };
  const runs: IdleFixture['runs'] = async (kind = 'heartbeat') =>
    (await fixture.call('run.list', {kind, limit: 500})).runs;
  const isOver = async (): Promise<true | undefined> => {
    const {runs: all} = await fixture.call('run.list', {limit: 20});
    return all.some(({status}) => status === 'running') ? undefined : true;
  };

  const isAtWork = (): boolean => {
    const count = (kind: 'run.started' | 'run.ended'): number =>
      fixture.events.filter(({type}) => type === kind).length;
    return count('run.started') > count('run.ended');
  };

  return {
    home: home.path,
    clock,
    model,
    signal,
    now: () => fixture,
    restart: async (meanwhile = () => {}) => {
      await fixture[Symbol.asyncDispose]();
      meanwhile();
      await open(false);
      return fixture;
    },
    bobSays: async text => {
      const {turnId} = await fixture.call('session.inject', {session: BOB, text, trust: 'inner'});
      await fixture.event('turn.ended', ended => ended.turnId === turnId);
    },
    settings,
    configure: async parts => {
      const told = fixture.events.filter(({type}) => type === 'config.changed').length;
      settings(parts);
      await sees('the new configuration', async () =>
        fixture.events.filter(({type}) => type === 'config.changed').length > told ? true : undefined,
      );
    },
    write,
    read: file => readFileSync(join(home.path, 'workspace', file), 'utf8'),
    minutes: async (count, atATime = 1) => {
      for (let minute = 1; minute <= count; minute += 1) {
        await clock.advance(MINUTE);
        if (minute % atATime === 0 || isAtWork()) await sees('the end of what runs', isOver);
      }
    },
    sees,
    runs,
    ended: (count, kind) =>
      sees(`${count} runs`, async () => {
        const over = (await runs(kind)).filter(({status}) => status !== 'running');
        return over.length >= count ? over : undefined;
      }),
    history: async (session = MAIN) => {
      const {sessions} = await fixture.call('session.list', {});
      const known = sessions.find(({key}) => key === session);
      return known === undefined
        ? []
        : (await fixture.call('session.history', {session: known.key, limit: 200})).messages;
    },
    standing: async (session = MAIN) =>
      (await fixture.call('daemon.status', {})).idle?.sessions.find(one => one.session === session),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

export const MAIN = 'rooster:main';
export const BOB = keyOf('bob');

const USERS = inMode([
  {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', timezone: 'UTC', match: ['signal:bob-uuid']},
]);
const SETTLED_MS = 100;
const TURNS = 20;
const MOST_TRIES = 3_000;
