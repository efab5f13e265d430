// Signal as the daemon opens it, with the stand-in as its signal-cli: its status, and when it changes.
import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {daemonWith, standInHome} from '../../../signal-stand-in/checks/start.ts';
import {cacheFolder} from '../../../signal-stand-in/program/data-dir.ts';
import {ALICE, GROUP_ID, OWN} from '../../../signal-stand-in/signal/samples.ts';
import {text} from '../../../support/signal-home.ts';
import {until} from '../../../support/until.ts';
import {channelHouse, type Waits} from './channel-house.ts';

const AT = 1_700_000_000_000;

test('a message that signal-cli handled during a power cut is reported as possibly lost', async () => {
  using house = channelHouse();
  // Decrypted, and never passed on: signal-cli loses it silently.
  const file = join(cacheFolder(house.data, {...OWN, path: '100000'}), '15550000002', `1700000009999_${AT + 1}`);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, JSON.stringify(text('lost', 1)));
  house.server.markDecrypted(basename(file));
  await using signal = await house.open({waits: {[MINUTE + 10 * SECOND]: 500}});
  await until('the loss is told', () => signal.channel.status().lost !== undefined);
  expect(signal.channel.status().lost).toEqual([
    'A message that was sent to you at 2023-11-14T22:13:20.001Z may be lost: signal-cli died with it.',
  ]);
  expect(house.statuses.at(-1)?.lost).toHaveLength(1);
});

test("messages come from the socket, with a warning, when something swallows signal-cli's output", async () => {
  using house = channelHouse();
  house.swallowOutput();
  const waits: Waits = {};
  await using signal = await house.open({waits});
  await signal.isUp();
  // Not sooner: the greeting has the same time limit.
  waits[5 * SECOND] = 50;
  house.server.enqueue(text('over the socket', 1));
  await until('it was heard', () => house.heard.length === 1);
  expect(house.heard.map(inbound => inbound.text)).toEqual(['over the socket']);
  await until('it is said', () => house.statuses.at(-1)?.replays === false);
  expect(signal.channel.status().warnings).toEqual([
    expect.stringMatching(/^signal-cli's output does not reach Rooster/u),
  ]);
});

test('while the journal gets the output, messages come once, without a warning', async () => {
  using house = channelHouse();
  let sent = 0;
  // A busy machine must not be slower than the wait for the journal: it ends when all sent messages have arrived.
  const allHeard = (): Promise<void> => until('all were heard', () => house.heard.length >= sent);
  const waits: Waits = {};
  await using signal = await house.open({waits});
  await signal.isUp();
  // Not sooner: the greeting has the same time limit.
  waits[5 * SECOND] = allHeard;
  for (sent = 1; sent <= 20; sent += 1) house.server.enqueue(text(`message ${sent}`, sent));
  sent = 20;
  await allHeard();
  await until('somebody looked whether they are in the journal', () => house.fired(5 * SECOND) > 0);
  sent = 21;
  house.server.enqueue(text('one more', 21));
  await allHeard();
  await until('nobody is about to look', () => house.pending(5 * SECOND) === 0);
  expect(house.heard.map(inbound => inbound.text)).toEqual([
    ...Array.from({length: 20}, (_, index) => `message ${index + 1}`),
    'one more',
  ]);
  expect(house.statuses.flatMap(({warnings = []}) => warnings)).toEqual([]);
});

test('a message deleted by its author soon leaves the journal', async () => {
  using house = channelHouse();
  const waits: Waits = {};
  await using signal = await house.open({waits});
  await signal.isUp();
  waits[10 * SECOND] = 100;
  waits[MINUTE] = 100;
  house.server.enqueue(text('a secret', 1));
  await until('it was heard', () => house.heard.length === 1);
  expect(house.journal()).toContain('a secret');
  house.server.enqueue(text('', 2, ALICE, {message: null, remoteDelete: {timestamp: AT + 1}}));
  await until('the journal is empty', () => house.journal() === '');
  house.server.enqueue(text('and then', 3));
  await until('the next was heard', () => house.heard.length === 2);
  expect(signal.channel.status().inbound).toBe('up');
});

test('an expired message soon leaves the journal', async () => {
  using house = channelHouse();
  const waits: Waits = {};
  await using signal = await house.open({waits});
  await signal.isUp();
  waits[10 * SECOND] = 100;
  house.server.enqueue(text('a secret', 1, ALICE, {expiresInSeconds: 1}));
  await until('it was heard', () => house.heard.length === 1);
  await until('the journal is empty', () => house.journal() === '');
});

test('the journal is emptied every day while idle', async () => {
  using house = channelHouse();
  let days = 0;
  await using _ = await house.open({waits: {[10 * MINUTE]: 100}, days: () => days});
  house.server.enqueue(text('one', 1));
  await until('it was heard', () => house.heard.length === 1);
  await until('somebody looked twice', () => house.fired(10 * MINUTE) >= 2);
  expect(house.journal()).toContain('"one"');
  days = 1;
  await until('the journal is empty', () => house.journal() === '');
  house.server.enqueue(text('two', 2));
  await until('it was heard', () => house.heard.length === 2);
  expect(house.journal()).toContain('"two"');
  days = 2.5;
  await until('the journal is empty again', () => house.journal() === '');
});

test('an attached single-account signal-cli reveals our account', async () => {
  using house = channelHouse();
  using home = standInHome();
  const {client} = await daemonWith(home);
  client[Symbol.dispose]();
  await using signal = await house.open({config: {account: undefined, endpoint: `unix:${home.socket}`}});
  await signal.isUp();
  home.server.enqueue(text('hello', 1));
  await until('the account is known', () => signal.channel.status().account === OWN.number);
  expect(signal.channel.own()).toMatchObject({number: OWN.number});
});

test("without a connection to Signal the channel isn't up, even if signal-cli answers; status shows the last proof", async () => {
  using house = channelHouse();
  let days = 0;
  await using signal = await house.open({waits: {[30 * SECOND]: 300}, days: () => days});
  await signal.isUp();
  days = 0.01;
  await until('the way is proven', () => signal.channel.status().provenAt !== undefined);
  house.server.set('network', 'down');
  days = 0.02;
  await until('it is shown as down', () => signal.channel.status().outbound === 'down');
  expect(signal.channel.status()).toMatchObject({
    inbound: 'down',
    trouble: 'offline',
    life: 'up',
    detail:
      'signal-cli runs, but it cannot reach Signal (Failed to get linked devices: Connection closed!). Is there a network? It is tried again.',
  });
  house.server.set('network', 'up');
  await until('it is shown as up', () => signal.channel.status().outbound === 'up');
  expect(house.statuses.at(-1)).toMatchObject({inbound: 'up', outbound: 'up'});
});

test('configured groups have their names from signal-cli before anybody writes in them', async () => {
  using house = channelHouse();
  house.server.set('groups', [
    {id: GROUP_ID, name: 'Allotment', isMember: true, members: []},
    {id: 'c3RyYW5nZXJz', name: 'Spam', isMember: true, members: []},
  ]);
  await using signal = await house.open();
  await signal.isUp();
  await until('the group has a name', () => house.names.size > 0);
  expect([...house.names]).toEqual([[`signal:group:${GROUP_ID}`, 'Allotment']]);
});

test('an unconfigured recipient has the name from the contacts', async () => {
  using house = channelHouse();
  house.nameless.push('signal:+15555550142');
  house.server.set('contacts', [{number: '+15555550142', uuid: null, username: null, name: 'Zoe', isBlocked: false}]);
  await using signal = await house.open();
  await signal.isUp();
  await until('the contact has a name', () => house.names.has('signal:+15555550142'));
  expect(house.names.get('signal:+15555550142')).toBe('Zoe');
});
