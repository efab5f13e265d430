// Channels to people, tested with a whole daemon.
import {expect, test} from 'vitest';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const users = [
  {name: 'alice', trust: 'full', match: ['terminal:default', 'ntfy:default', 'notify:default']},
  {name: 'bob', trust: 'familiar', match: ['ntfy:bob']},
];

const openScene = async () => {
  const dir = tempDir();
  const ntfy = fakeChannel('ntfy');
  const fixture = await openTestDaemon({home: dir.path, config: {users}, channels: [ntfy]});
  return {
    fixture,
    ntfy,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('every person has their addresses, each with the state of its channel', async () => {
  await using scene = await openScene();
  expect(await scene.fixture.call('reach.list', {})).toEqual({
    people: [
      {
        name: 'alice',
        isOwner: true,
        ways: [
          {address: 'terminal:default', channel: 'terminal', state: 'up'},
          {address: 'ntfy:default', channel: 'ntfy', state: 'up'},
          {
            address: 'notify:default',
            channel: 'notify',
            state: 'off',
            reason: `The notify command is not set up. Run: rooster config set notify.command '["PROGRAM"]'`,
          },
        ],
      },
      {name: 'bob', isOwner: false, ways: [{address: 'ntfy:bob', channel: 'ntfy', state: 'up'}]},
    ],
  });
});

test('the last message and the last answer are kept, also over a restart', async () => {
  await using scene = await openScene();
  const {fixture, ntfy} = scene;
  await fixture.call('outbox.send', {to: 'ntfy:bob', text: 'Test'});
  await fixture.whileTimePasses(fixture.event('delivery.sent'));
  expect(ntfy.texts).toEqual(['Test']);
  await fixture.call('reach.answer', {address: 'ntfy:bob', arrived: false});
  await fixture.call('reach.answer', {address: 'ntfy:bob', arrived: true});
  const again = await fixture.restart();
  const {people} = await again.call('reach.list', {});
  expect(people.find(({name}) => name === 'bob')?.ways).toMatchObject([
    {lastSentAt: expect.any(String), tested: {address: 'ntfy:bob', rang: true}},
  ]);
});

test("an answer about nobody's address is refused", async () => {
  await using scene = await openScene();
  await expect(scene.fixture.call('reach.answer', {address: 'ntfy:carol', arrived: true})).rejects.toThrow(
    'No person has the address "ntfy:carol". See: rooster reach',
  );
});

test('the status says who is at the terminal, and forgets it with the daemon', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const people = async () => (await fixture.call('daemon.status', {})).people;
  expect(await people()).toEqual([
    {name: 'alice', presence: 'away', reach: ['ntfy:default', 'notify:default']},
    {name: 'bob', presence: 'away', reach: ['ntfy:bob']},
  ]);
  await fixture.call('client.presence', {active: true, focused: true});
  expect(await people()).toMatchObject([
    {name: 'alice', presence: 'active', lastKeyAt: '2026-11-21T11:00:00.000Z'},
    {name: 'bob', presence: 'away'},
  ]);
  await fixture.call('client.presence', {active: false, focused: false});
  expect(await people()).toMatchObject([{presence: 'idle'}, {presence: 'away'}]);
  await using again = await fixture.restart();
  expect((await again.call('daemon.status', {})).people?.[0]).not.toHaveProperty('lastKeyAt');
});
