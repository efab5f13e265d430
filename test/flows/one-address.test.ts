// A person has one address on Signal: their number, their ACI and their username lead to it, for every command, tool and door.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createPeople} from '../../src/daemon/channels/signal/people/people.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const ACI = '22222222-2222-4222-8222-222222222222';
const NUMBER = '+15555550100';
const NAMES = [NUMBER, '+1 555 555-0100', ACI, ACI.toUpperCase(), `signal:${NUMBER}`, `signal:${ACI}`, 'u:alice.42'];

describe.each([
  ['ACI', `signal:${ACI}`],
  ['number', `signal:${NUMBER}`],
] as const)('only the %s is configured', (_, address) => {
  const start = async (config: object = {}, files: Readonly<Record<string, string>> = {}) => {
    const dir = tempDir();
    mkdirSync(join(dir.path, 'workspace/cron'), {recursive: true});
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir.path, 'workspace/cron', name), text);
    const store = openTestStore({path: join(dir.path, 'rooster.db')});
    // Signal has reported that the three belong together.
    const people = createPeople({users: () => [], cursors: store.cursors});
    store.transact(() => people.learn({uuid: ACI, number: NUMBER, username: 'alice.42'}));
    store[Symbol.dispose]();
    const users = [{name: 'alice', trust: 'full', match: ['terminal:default', address]}];
    const signal = fakeChannel();
    const fixture = await openTestDaemon({home: dir.path, config: {...config, users}, channels: [signal]});
    onTestFinished(async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    });
    return {fixture, signal};
  };

  test.each(['alice', ...NAMES])('%s: a message settles what is owed, and leaves no second address', async contact => {
    const {fixture, signal} = await start();
    await signal.says(address.slice('signal:'.length), 'hello', undefined, {context: true});
    const sent = await fixture.call('outbox.send', {to: contact, text: 'Call me.'});
    expect(sent).toMatchObject({address, session: 'rooster:main'});
    await fixture.whileTimePasses(fixture.event('delivery.sent'));
    for (const name of ['alice', ...NAMES]) {
      expect(await fixture.call('ledger.get', {contact: name}), name).toMatchObject({newestOut: {id: sent.id}});
    }
  });

  test.each(NAMES)('%s is allowed already, and a test message there counts', async contact => {
    const {fixture} = await start();
    expect(await fixture.call('signal.allow', {address: contact})).toMatchObject({
      address,
      user: 'alice',
      added: false,
    });
    await fixture.call('signal.rang', {address: contact, rang: true});
    const [ways] = (await fixture.call('reach.list', {})).people;
    expect(ways?.ways.find(way => way.address === address)).toMatchObject({tested: {rang: true}});
  });

  test.each([`signal:${NUMBER}`, `signal:${ACI}`, 'signal:u:alice.42'] as const)(
    '%s as the target of a job in the configuration, of a job file and of a hook',
    async alias => {
      const job = {name: 'configured', cron: '1 12 * * *', timezone: 'UTC', announce: 'direct', run: 'echo one'};
      const config = {
        cron: [{...job, deliver: [alias, address]}],
        hooks: {ci: {target: `rooster:dm:${alias}`, secret: 'a secret of enough bytes'}},
      };
      const file = `---\nschedule: "1 12 * * *"\ntimezone: UTC\nannounce: direct\nrun: echo two\ndeliver: ${alias}\n---\n`;
      const {fixture} = await start(config, {'written.md': file});
      expect(await fixture.call('config.check', {})).toEqual({problems: []});
      const {jobs, invalid} = await fixture.call('cron.list', {});
      expect(invalid).toEqual([]);
      expect(jobs.map(({name, deliver}) => [name, deliver])).toEqual([
        ['configured', [address]],
        ['written', [address]],
      ]);
    },
  );

  test.each([`signal:${NUMBER}`, `signal:${ACI}`] as const)('%s in a key, a reminder and an injection', async alias => {
    const {fixture} = await start();
    await fixture.call('reminder.set', {in: '1m', message: 'stretch', to: alias});
    await fixture.clock.advance(60_000);
    await fixture.event('delivery.queued', ({delivery}) => delivery.address === address);
    const {session} = await fixture.call('session.inject', {
      session: `rooster:dm:${alias}`,
      text: 'note',
      replyTo: alias,
    });
    expect(session).toBe('rooster:main');
  });
});
