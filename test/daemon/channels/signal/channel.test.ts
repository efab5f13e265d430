// Signal as the daemon opens it, with the stand-in as its signal-cli: its status, and when it changes.
// @module-tag deep
import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {daemonWith, standInHome} from '../../../signal-stand-in/checks/start.ts';
import {cacheFolder} from '../../../signal-stand-in/program/data-dir.ts';
import {ALICE, GROUP_ID, OWN} from '../../../signal-stand-in/signal/samples.ts';
import {text} from '../../../support/signal-home.ts';
import {until} from '../../../support/until.ts';
import {channelFixture, type Waits} from './channel-fixture.ts';

const AT = 1_700_000_000_000;

test('a message that signal-cli handled during a power cut is reported as possibly lost', {
  tags: ['fast'],
}, async () => {
  using fixture = channelFixture();
  // Decrypted, and never passed on: signal-cli loses it silently.
  const file = join(cacheFolder(fixture.data, {...OWN, path: '100000'}), '15550000002', `1700000009999_${AT + 1}`);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, JSON.stringify(text('lost', 1)));
  fixture.server.markDecrypted(basename(file));
  await using signal = await fixture.open({waits: {[MINUTE + 10 * SECOND]: 500}});
  await until('the status reports the loss', () => signal.channel.status().lost !== undefined);
  expect(signal.channel.status().lost).toEqual([
    'A message sent to you at 2023-11-14T22:13:20.001Z may be lost because signal-cli crashed. Ask for it again.',
  ]);
  expect(fixture.statuses.at(-1)?.lost).toHaveLength(1);
});

test.each([
  ['D-Bus', {dbus: true}],
  ['an unknown key', {colour: 'green'}],
])("a person's own configuration of signal-cli with %s changes nothing here", async (_, config) => {
  using fixture = channelFixture();
  mkdirSync(join(fixture.path, 'signal-cli-config', 'signal-cli'), {recursive: true});
  vi.stubEnv('XDG_CONFIG_HOME', join(fixture.path, 'signal-cli-config'));
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(fixture.path, 'signal-cli-config', 'signal-cli', 'config.json'), JSON.stringify(config));
  await using signal = await fixture.open();
  await signal.isUp();
});

test("messages come from the socket, with a warning, when something swallows signal-cli's output", async () => {
  using fixture = channelFixture();
  fixture.swallowOutput();
  const waits: Waits = {};
  await using signal = await fixture.open({waits});
  await signal.isUp();
  // Not sooner: the greeting has the same time limit.
  waits[5 * SECOND] = 50;
  fixture.server.enqueue(text('over the socket', 1));
  await until('the message is handled', () => fixture.heard.length === 1);
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['over the socket']);
  await until('the status reports that nothing is replayed', () => fixture.statuses.at(-1)?.replays === false);
  expect(signal.channel.status().warnings).toEqual([
    expect.stringMatching(/^signal-cli's output does not reach Rooster/u),
  ]);
});

test('while the journal gets the output, messages come once, without a warning', async () => {
  using fixture = channelFixture();
  let sent = 0;
  // A busy machine must not be slower than the wait for the journal: it ends when all sent messages have arrived.
  const allHeard = (): Promise<void> => until('all were heard', () => fixture.heard.length >= sent);
  const waits: Waits = {};
  await using signal = await fixture.open({waits});
  await signal.isUp();
  // Not sooner: the greeting has the same time limit.
  waits[5 * SECOND] = allHeard;
  for (sent = 1; sent <= 20; sent += 1) fixture.server.enqueue(text(`message ${sent}`, sent));
  sent = 20;
  await allHeard();
  await until('somebody looked whether they are in the journal', () => fixture.fired(5 * SECOND) > 0);
  sent = 21;
  fixture.server.enqueue(text('one more', 21));
  await allHeard();
  await until('nobody is about to look', () => fixture.pending(5 * SECOND) === 0);
  expect(fixture.heard.map(inbound => inbound.text)).toEqual([
    ...Array.from({length: 20}, (_, index) => `message ${index + 1}`),
    'one more',
  ]);
  expect(fixture.statuses.flatMap(({warnings = []}) => warnings)).toEqual([]);
});

test('a message deleted by its author soon leaves the journal', async () => {
  using fixture = channelFixture();
  const waits: Waits = {};
  await using signal = await fixture.open({waits});
  await signal.isUp();
  waits[10 * SECOND] = 100;
  waits[MINUTE] = 100;
  fixture.server.enqueue(text('a secret', 1));
  await until('the message is handled', () => fixture.heard.length === 1);
  expect(fixture.journal()).toContain('a secret');
  fixture.server.enqueue(text('', 2, ALICE, {message: null, remoteDelete: {timestamp: AT + 1}}));
  await until('the journal is empty', () => fixture.journal() === '');
  fixture.server.enqueue(text('and then', 3));
  await until('the next was heard', () => fixture.heard.length === 2);
  await signal.isUp();
});

test('an expired message soon leaves the journal', async () => {
  using fixture = channelFixture();
  const waits: Waits = {};
  await using signal = await fixture.open({waits});
  await signal.isUp();
  waits[10 * SECOND] = 100;
  fixture.server.enqueue(text('a secret', 1, ALICE, {expiresInSeconds: 1}));
  await until('the message is handled', () => fixture.heard.length === 1);
  await until('the journal is empty', () => fixture.journal() === '');
});

test('the journal is emptied every day while idle', async () => {
  using fixture = channelFixture();
  let days = 0;
  await using _ = await fixture.open({waits: {[10 * MINUTE]: 100}, days: () => days});
  fixture.server.enqueue(text('one', 1));
  await until('the message is handled', () => fixture.heard.length === 1);
  await until('somebody looked twice', () => fixture.fired(10 * MINUTE) >= 2);
  expect(fixture.journal()).toContain('"one"');
  days = 1;
  await until('the journal is empty', () => fixture.journal() === '');
  fixture.server.enqueue(text('two', 2));
  await until('the message is handled', () => fixture.heard.length === 2);
  expect(fixture.journal()).toContain('"two"');
  days = 2.5;
  await until('the journal is empty again', () => fixture.journal() === '');
});

test('an attached single-account signal-cli reveals our account', async () => {
  using fixture = channelFixture();
  using home = standInHome();
  const {client} = await daemonWith(home);
  client[Symbol.dispose]();
  await using signal = await fixture.open({config: {account: undefined, endpoint: `unix:${home.socket}`}});
  await signal.isUp();
  home.server.enqueue(text('hello', 1));
  await until('the account is known', () => signal.channel.status().account === OWN.number);
  expect(signal.channel.own()).toMatchObject({number: OWN.number});
});

test("without a connection to Signal the channel isn't up, even if signal-cli answers; status shows the last proof", async () => {
  using fixture = channelFixture();
  let days = 0;
  await using signal = await fixture.open({waits: {[30 * SECOND]: 300}, days: () => days});
  await signal.isUp();
  days = 0.01;
  await until('the way is proven', () => signal.channel.status().provenAt !== undefined);
  fixture.server.set('network', 'down');
  days = 0.02;
  await until('it is shown as down', () => signal.channel.status().outbound === 'down');
  expect(signal.channel.status()).toMatchObject({
    inbound: 'down',
    trouble: 'offline',
    life: 'up',
    detail:
      'signal-cli runs, but it cannot reach Signal (Failed to get linked devices: Connection closed!). Check the network; Rooster retries.',
  });
  fixture.server.set('network', 'up');
  await until('it is shown as up', () => signal.channel.status().outbound === 'up');
  expect(fixture.statuses.at(-1)).toMatchObject({inbound: 'up', outbound: 'up'});
});

test('configured groups have their names from signal-cli before anybody writes in them', async () => {
  using fixture = channelFixture();
  fixture.server.set('groups', [
    {id: GROUP_ID, name: 'Allotment', isMember: true, members: []},
    {id: 'c3RyYW5nZXJz', name: 'Spam', isMember: true, members: []},
  ]);
  await using signal = await fixture.open();
  await signal.isUp();
  await until('the group has a name', () => fixture.names.size > 0);
  expect([...fixture.names]).toEqual([[`signal:group:${GROUP_ID}`, 'Allotment']]);
});

test('an unconfigured recipient has the name from the contacts', async () => {
  using fixture = channelFixture();
  fixture.nameless.push('signal:+15555550142');
  fixture.server.set('contacts', [{number: '+15555550142', uuid: null, username: null, name: 'Zoe', isBlocked: false}]);
  await using signal = await fixture.open();
  await signal.isUp();
  await until('the contact has a name', () => fixture.names.has('signal:+15555550142'));
  expect(fixture.names.get('signal:+15555550142')).toBe('Zoe');
});
