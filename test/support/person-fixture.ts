// A daemon for tests of one person in two places: Alice at the terminal and on a fake Signal, Bob on Signal; a scripted model.
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {Message} from '../../src/shared/records/message.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {type FakeChannel, fakeChannel} from './fake-channel.ts';
import {type ScriptedModel, type ScriptedTurn, scriptedModel} from './scripted-model.ts';
import {tempDir} from './temp-dir.ts';
import {openTestDaemon, type TestDaemon} from './test-daemon.ts';
import {until} from './until.ts';

export type PersonFixture = AsyncDisposable & {
  readonly home: string;
  readonly signal: FakeChannel;
  readonly model: ScriptedModel;
  readonly now: () => TestDaemon;
  readonly restart: (config: object, meanwhile?: () => void) => Promise<TestDaemon>;
  readonly history: (session?: SessionKey) => Promise<readonly Wire<Message>[]>;
  /** The spoken part of a conversation: role, channel and text. */
  readonly said: (session?: SessionKey) => Promise<readonly (readonly unknown[])[]>;
  readonly sent: (count: number) => Promise<readonly (readonly [to: string, text: string])[]>;
};

export const PEOPLE = [
  {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', timezone: 'UTC', match: ['signal:bob-uuid']},
] as const;

export const each = PEOPLE.map(user => ({...user, conversation: 'each'}));

export const openPersonFixture = async (
  answers: readonly ScriptedTurn[],
  config: object = {users: PEOPLE},
): Promise<PersonFixture> => {
  const home = tempDir();
  const signal = fakeChannel();
  const model = scriptedModel(answers);
  const options = {home: home.path, models: model.models, channels: [signal]};
  const more = {heartbeat: {enabled: false}, reflection: {enabled: false}, signal: {account: '+15550000001'}};
  let fixture = await openTestDaemon({...options, config: {...more, ...config}});
  const history: PersonFixture['history'] = async (session = 'rooster:main') =>
    (await fixture.call('session.history', {session, limit: 50})).messages;
  return {
    home: home.path,
    signal,
    model,
    now: () => fixture,
    restart: async (changed, meanwhile = () => {}) => {
      const {clock} = fixture;
      await fixture[Symbol.asyncDispose]();
      meanwhile();
      fixture = await openTestDaemon({...options, clock, config: {...more, ...changed}});
      return fixture;
    },
    history,
    said: async session =>
      (await history(session))
        .filter(({role, text}) => role !== 'tool' && text !== '')
        .map(({role, channel, text}) => [role, channel, text]),
    sent: async count => {
      await fixture.whileTimePasses(until(`${count} messages sent`, () => signal.sent.length >= count));
      return signal.sent.map(({to, text}) => [to, text]);
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};
