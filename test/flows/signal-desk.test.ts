// The operator's Signal commands, over the socket of a whole daemon: send, needs-reply, allow.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const CAROL = 'signal:33333333-3333-4333-8333-333333333333';
const ALICE = 'signal:22222222-2222-4222-8222-222222222222';
const users = [{name: 'alice', trust: 'full', match: ['terminal:default', ALICE, 'signal:+15555550100']}];

const startDaemon = async (config: unknown = {users}) => {
  const dir = tempDir();
  const channel = fakeChannel();
  const fixture = await openTestDaemon({home: dir.path, config, channels: [channel]});
  return {
    fixture,
    channel,
    written: () => JSON.parse(readFileSync(join(dir.path, 'config.json'), 'utf8')) as unknown,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

describe('outbox.send', () => {
  test('a message goes out on its channel, and the same key is the same message', async () => {
    await using place = await startDaemon();
    const {fixture, channel} = place;
    const first = await fixture.call('outbox.send', {to: 'alice', text: 'Call me.', key: 'k'});
    expect(first).toMatchObject({address: ALICE, text: 'Call me.', session: 'rooster:main'});
    await fixture.whileTimePasses(fixture.event('delivery.sent'));
    expect(await fixture.call('ledger.get', {contact: 'alice'})).toMatchObject({
      addresses: [ALICE, 'signal:+15555550100'],
      owed: false,
      newestOut: {id: first.id, at: expect.any(String)},
    });
    const again = await fixture.call('outbox.send', {to: ALICE, text: 'Call me.', key: 'k'});
    expect(again.id).toBe(first.id);
    await expect(fixture.call('outbox.send', {to: ALICE, text: 'Or write.', key: 'k'})).rejects.toMatchObject({
      code: 'conflict',
      message: `The key "k" belongs to delivery ${first.id}, which has other content.`,
    });
    const other = await fixture.call('outbox.send', {to: CAROL, text: 'Call me.', key: 'k'});
    expect(other, 'the same key for somebody else').toMatchObject({address: CAROL});
    expect(other.id).not.toBe(first.id);
    await fixture.whileTimePasses(fixture.event('delivery.sent', ({delivery}) => delivery.id === other.id));
    await fixture.call('outbox.send', {to: '+1 555 555-0200', text: 'Hello.'});
    await fixture.whileTimePasses(
      fixture.event('delivery.sent', ({delivery}) => delivery.address === 'signal:+15555550200'),
    );
    expect(channel.sent.map(({to, text}) => [to, text])).toEqual([
      [ALICE, 'Call me.'],
      [CAROL, 'Call me.'],
      ['signal:+15555550200', 'Hello.'],
    ]);
  });

  test.for([
    ['nobody', /Unknown contact "nobody"/u],
    ['terminal:default', /can't be sent to the terminal/u],
    ['telegram:7', /Unknown channel "telegram"/u],
  ] as const)('sending to %s is refused with a sentence', async ([to, sentence]) => {
    await using place = await startDaemon();
    await expect(place.fixture.call('outbox.send', {to, text: 'x'})).rejects.toThrow(sentence);
  });
});

test('the answer whether the phone rang survives a restart, and the newest one counts', async () => {
  await using place = await startDaemon();
  expect(await place.fixture.call('signal.status', {})).not.toHaveProperty('rings');
  await place.fixture.call('signal.rang', {address: 'alice', rang: false});
  await place.fixture.call('signal.rang', {address: ALICE, rang: true});
  const again = await place.fixture.restart();
  expect(await again.call('signal.status', {})).toMatchObject({rings: {address: ALICE, rang: true}});
});

describe('signal.allow', () => {
  test('a stranger becomes a user with little trust', async () => {
    await using place = await startDaemon();
    const allowed = await place.fixture.call('signal.allow', {address: CAROL, user: 'carol'});
    expect(allowed).toEqual({address: CAROL, user: 'carol', trust: 'familiar', added: true});
    // Connected clients know the name from then on.
    expect((await place.fixture.event('config.changed')).names).toMatchObject({[CAROL]: 'carol'});
    expect(place.written()).toEqual({users: [...users, {name: 'carol', trust: 'familiar', match: [CAROL]}]});
    expect(await place.fixture.call('signal.allow', {address: CAROL})).toMatchObject({user: 'carol', added: false});
  });

  test('another address of a user is added to them', async () => {
    await using place = await startDaemon();
    await place.fixture.call('signal.allow', {address: '+15555550300', user: 'alice'});
    expect(place.written()).toMatchObject({
      users: [{match: ['terminal:default', ALICE, 'signal:+15555550100', 'signal:+15555550300']}],
    });
  });

  test("a terminal user who isn't in the file stays at the terminal", async () => {
    await using place = await startDaemon({});
    await place.fixture.call('signal.allow', {address: '+15555550100', user: 'owner'});
    expect(place.written()).toEqual({
      users: [{name: 'owner', trust: 'full', match: ['terminal:default', 'signal:+15555550100']}],
    });
  });

  test('a group is allowed from then on', async () => {
    await using place = await startDaemon();
    expect(
      await place.fixture.call('signal.allow', {address: 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}),
    ).toEqual({
      address: 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      added: true,
    });
    expect(place.written()).toMatchObject({signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']}});
  });

  test.for([
    [{address: CAROL}, /Say who signal:3333.* is/u],
    [{address: ALICE, user: 'bob'}, /already belongs to alice/u],
    [{address: CAROL, user: 'alice', trust: 'inner'}, /alice has trust full/u],
    [{address: 'terminal:default', user: 'bob'}, /isn't a Signal or mail address/u],
    [{address: CAROL, user: 'a:b'}, /Couldn't write the configuration/u],
  ] as const)('%j is refused with a sentence, and nothing is written', async ([request, sentence]) => {
    await using place = await startDaemon();
    await expect(place.fixture.call('signal.allow', request)).rejects.toThrow(sentence);
    expect(place.written()).toEqual({users});
  });
});

test('without Signal its status says what to do', async () => {
  await using dir = tempDirAsync();
  await using fixture = await openTestDaemon({home: dir.path});
  expect(await fixture.call('signal.status', {})).toEqual({
    channel: 'signal',
    inbound: 'off',
    outbound: 'off',
    detail: 'Signal is not set up. Run: rooster signal link',
  });
  await expect(fixture.call('outbox.send', {to: '+15555550100', text: 'x'})).rejects.toThrow('rooster signal link');
});

const tempDirAsync = () => {
  const dir = tempDir();
  return {path: dir.path, [Symbol.asyncDispose]: async () => dir[Symbol.dispose]()};
};

test('a mistake in the configuration of Signal is the reason in its status', async () => {
  using dir = tempDir();
  const account = '22222222-2222-4222-8222-222222222222';
  await using fixture = await openTestDaemon({home: dir.path, config: {users, signal: {account}}});
  expect(await fixture.call('signal.status', {})).toMatchObject({
    outbound: 'off',
    detail: expect.stringMatching(
      /^Signal is off, because of signal\.account in config\.json: It must be a phone number/u,
    ),
  });
});
