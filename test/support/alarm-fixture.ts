// A daemon for tests of alarms: Alice at the terminal and on a fake Signal, Bob and Carol on Signal; a scripted model, and a clock moved by
// hand.
import type {LanguageModelV4CallOptions} from '@ai-sdk/provider';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {Alarm} from '../../src/shared/records/jobs/alarm.ts';
import {inMode, keyOf} from './conversation-mode.ts';
import {type FakeChannel, fakeChannel} from './fake-channel.ts';
import {type FakeClock, fakeClock} from './fake-clock.ts';
import {type ScriptedModel, type ScriptedTurn, scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon} from './test-daemon.ts';
import {untilGiven} from './until.ts';

export type AlarmFixture = AsyncDisposable & {
  readonly home: string;
  readonly clock: FakeClock;
  readonly model: ScriptedModel;
  readonly signal: FakeChannel;
  /** The daemon that runs now. */
  readonly now: () => TestDaemon;
  readonly restart: (meanwhile?: () => void) => Promise<TestDaemon>;
  readonly alarm: (id: Wire<Alarm>['id']) => Promise<Wire<Alarm>>;
  /** Waits until the alarm has the expected state. */
  readonly becomes: (id: Wire<Alarm>['id'], fits: (alarm: Wire<Alarm>) => boolean) => Promise<Wire<Alarm>>;
};

export type AlarmFixtureOptions = {
  readonly answers?: readonly ScriptedTurn[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly clock?: FakeClock;
};

export const openAlarmFixture = async ({
  answers = [],
  config = {},
  clock = fakeClock(),
}: AlarmFixtureOptions = {}): Promise<AlarmFixture> => {
  const home = tempDir();
  const model = scriptedModel(answers);
  const signal = fakeChannel();
  const options = {home: home.path, models: model.models, channels: [signal], clock};
  let fixture = await openTestDaemon({...options, config: {users: USERS, ...config}});
  const alarm: AlarmFixture['alarm'] = id => fixture.call('alarm.get', {id});
  return {
    home: home.path,
    clock,
    model,
    signal,
    now: () => fixture,
    restart: async (meanwhile = () => {}) => {
      await fixture[Symbol.asyncDispose]();
      meanwhile();
      fixture = await openTestDaemon(options);
      return fixture;
    },
    alarm,
    becomes: (id, fits) =>
      untilGiven(`alarm ${id} is as it should be`, async () => {
        const now = await alarm(id);
        return fits(now) ? now : undefined;
      }),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

/** The last text on the person's side of a prompt. */
export const lastSaid = ({prompt}: LanguageModelV4CallOptions): string => {
  const last = prompt.findLast(({role}) => role === 'user');
  return last?.role === 'user'
    ? (last.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).at(-1) ?? '')
    : '';
};

export const MAIN = 'rooster:main';
export const ALICE = keyOf('alice');
export const BOB = keyOf('bob');

export const USERS = inMode([
  {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', timezone: 'America/New_York', match: ['signal:bob-uuid']},
  {name: 'carol', trust: 'familiar', timezone: 'UTC', match: ['signal:carol-uuid']},
]);
