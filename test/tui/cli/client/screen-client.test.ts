import {expect, test} from 'vitest';
import {connectForScreen, type NamedNotice} from '../../../../src/tui/cli/client/screen-client.ts';
import {commandWorld} from '../command-world.ts';

const {signal} = new AbortController();

const source = {kind: 'operator'} as const;
const happening = {type: 'turn.ended', session: 'a:main', turnId: 'turn_1', outcome: 'silent', source} as const;

test('notices from before the first listener are not missed', async () => {
  const {world, daemon, clock} = await commandWorld();
  await using client = await connectForScreen(world.connect)(signal);
  await client.call('events.subscribe', {});
  daemon.emit(happening);
  await clock.advance(10);
  const heard: NamedNotice[] = [];
  client.onNotice((...notice) => heard.push(notice));
  daemon.emit(happening);
  await clock.advance(10);
  expect(heard.map(([name, params]) => [name, 'seq' in params ? params.seq : undefined])).toEqual([
    ['event', 1],
    ['event', 2],
  ]);
});

test('the first connection starts a daemon, and so does a later one after it died', async () => {
  const {world, daemon, clock, starts} = await commandWorld({running: false});
  const connect = connectForScreen(world.connect);
  const first = connect(signal);
  await clock.advance(100);
  await using client = await first;
  daemon.kill();
  await client.closed;
  const second = connect(signal);
  await clock.advance(100);
  await using _ = await second;
  expect(starts()).toBe(2);
});

test("an open screen doesn't restart a daemon that was stopped", async () => {
  const {world, daemon, clock, starts} = await commandWorld();
  const connect = connectForScreen(world.connect);
  await using client = await connect(signal);
  daemon.stop('The daemon was told to stop.');
  await client.closed;
  const refused = connect(signal).catch((thrown: unknown) => thrown);
  await clock.advance(100);
  expect(await refused).toMatchObject({message: expect.stringContaining('rooster daemon start')});
  expect(starts()).toBe(0);
  daemon.start();
  await using again = await connect(signal);
  expect(again.closed).toBeInstanceOf(Promise);
});

test('a screen that only watches starts no daemon', async () => {
  const {world, clock, starts} = await commandWorld({running: false});
  const refused = connectForScreen(world.connect, {starts: false})(signal).catch((thrown: unknown) => thrown);
  await clock.advance(100);
  expect(await refused).toMatchObject({message: expect.stringContaining('rooster daemon start')});
  expect(starts()).toBe(0);
});
