// Pings to a watcher outside, and the expected calls of hooks, in a whole daemon.
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {rest} from '../support/fake-clock.ts';
import {type DoorOptions, openDoor, SECRET} from '../support/http-door.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const expecting = (expect: string, more: object = {}): DoorOptions['config'] => ({
  hooks: {backup: {secret: SECRET, expect, ...more}},
});

const owner = [{name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:+1']}];

const open = (config: object = {}, channels: DoorOptions['channels'] = []) =>
  openDoor({config: {users: owner, ...expecting('26h'), ...config}, channels});

type Door = Awaited<ReturnType<typeof open>>;

const notices = ({fixture}: Door): readonly string[] =>
  fixture.events.flatMap(event =>
    event.type === 'message.added' && event.message.source.kind === 'system' ? [event.message.text] : [],
  );

const expectedOf = async ({fixture}: Door) => (await fixture.call('daemon.status', {})).expected?.[0];

/** As time passes for a running daemon: in steps of its tick. */
const pass = async ({fixture}: Door, ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= MINUTE) await fixture.clock.advance(Math.min(left, MINUTE));
};

describe('an expected call', () => {
  test('is noted, starts no turn, and names the time of the next one', async () => {
    await using door = await open();
    const answer = await door.post('/hooks/backup', '');
    expect(answer.status).toBe(200);
    const {expectedBy} = (await answer.json()) as {expectedBy: string};
    expect(Date.parse(expectedBy)).toBe(door.fixture.clock.now() + 26 * HOUR);
    expect(await expectedOf(door)).toMatchObject({hook: 'backup', dueAt: expectedBy});
    expect(door.fixture.events.filter(({type}) => type === 'turn.started' || type === 'message.added')).toEqual([]);
    const wrong = await door.post('/hooks/backup', '', {authorization: 'Bearer wrong'});
    expect(wrong.status).toBe(401);
  });

  test('that does not come is told once, on the ways of the person, and once when it comes again', async () => {
    const signal = fakeChannel();
    await using door = await open({}, [signal]);
    await door.post('/hooks/backup', '');
    await pass(door, 26 * HOUR - MINUTE);
    expect(notices(door)).toEqual([]);
    await pass(door, 2 * MINUTE);
    await until('the phone has it', () => signal.texts.length > 0);
    const [told] = notices(door);
    expect(told).toMatch(/^No ping from backup for 1 day 2 hours: the last one came .* One is expected within 1 day/u);
    expect(told).not.toContain('not listening');
    await pass(door, 30 * HOUR);
    expect(signal.texts).toEqual([told]);
    const {problems} = await door.fixture.call('daemon.status', {});
    expect(problems).toContainEqual(expect.objectContaining({key: 'hooks.backup.expect'}));
    await door.post('/hooks/backup', '');
    await pass(door, MINUTE);
    await until('the phone has the second one', () => signal.texts.length > 1);
    expect(signal.texts[1]).toMatch(/^backup pings again, since .*, after 2 days 8 hours without\.$/u);
    await door.post('/hooks/backup', '');
    await pass(door, MINUTE);
    expect(signal.texts).toHaveLength(2);
    const over = await door.fixture.call('daemon.status', {});
    expect(over.problems.filter(({key}) => key === 'hooks.backup.expect')).toEqual([]);
  });

  test('is told once across a restart, and why explains the notice', async () => {
    await using door = await open();
    await door.post('/hooks/backup', '');
    await pass(door, 27 * HOUR);
    expect(notices(door)).toHaveLength(1);
    await door.restart();
    await pass(door, 27 * HOUR);
    expect(notices(door)).toHaveLength(1);
    const {deliveries} = await door.fixture.call('outbox.list', {limit: 5});
    const {because, steps} = await door.fixture.call('why', {id: deliveries[0]?.id ?? ''});
    expect(because).toContain('Rooster watches who pings its hooks, and said');
    expect(steps.map(({what}) => what).join('\n')).toContain('No ping from backup');
    await door.post('/hooks/backup', '');
    await until('it is told that it came again', () => notices(door).length === 2);
  });

  test('is told once, although the notice could not be stored at first: without it there is no mark either', async () => {
    await using door = await open();
    await door.post('/hooks/backup', '');
    using database = new DatabaseSync(`${door.dir}/rooster.db`);
    database.exec("CREATE TRIGGER refuse BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ABORT, 'no'); END");
    await pass(door, 27 * HOUR);
    expect((await expectedOf(door))?.overdueAt).toBeUndefined();
    expect(notices(door)).toEqual([]);
    database.exec('DROP TRIGGER refuse');
    await pass(door, 2 * MINUTE);
    await until('it is told', () => notices(door).length === 1);
    await pass(door, HOUR);
    expect(notices(door)).toHaveLength(1);
  });

  test('that may have come while Rooster was down is awaited again, and told with that span', async () => {
    await using door = await open();
    await door.post('/hooks/backup', '');
    await pass(door, 20 * HOUR);
    const {clock} = door.fixture;
    await door.fixture[Symbol.asyncDispose]();
    await clock.advance(10 * HOUR);
    await door.restart();
    await pass(door, 59 * MINUTE);
    expect(notices(door)).toEqual([]);
    await pass(door, 2 * MINUTE);
    expect(notices(door)).toEqual([
      expect.stringMatching(/Rooster was not listening from .* to .*, so a ping may have been missed\.$/u),
    ]);
  });

  test('that may have come while the machine slept is awaited again, too', async () => {
    await using door = await open({...expecting('10m')});
    await door.post('/hooks/backup', '');
    door.fixture.clock.set(door.fixture.clock.now() + 8 * HOUR);
    await door.fixture.clock.advance(MINUTE);
    expect(notices(door)).toEqual([]);
    await door.post('/hooks/backup', '');
    await pass(door, 9 * MINUTE);
    expect(notices(door)).toEqual([]);
    await pass(door, 2 * MINUTE);
    expect(notices(door)).toHaveLength(1);
  });

  test('keeps its time when the clock is set back', async () => {
    await using door = await open({...expecting('2h')});
    await door.post('/hooks/backup', '');
    door.fixture.clock.set(door.fixture.clock.now() - 10 * HOUR);
    await pass(door, 119 * MINUTE);
    expect(notices(door)).toEqual([]);
    await pass(door, 3 * MINUTE);
    expect(notices(door)).toHaveLength(1);
  });

  test('of a hook with a conversation is noted beside its message', async () => {
    await using door = await openDoor({
      config: {hooks: {ci: {secret: SECRET, target: 'rooster:main', reply: 'note', expect: '2h'}}},
    });
    expect((await door.post('/hooks/ci', '{"a":1}')).status).toBe(202);
    await pass(door, HOUR);
    expect(await expectedOf(door)).toMatchObject({hook: 'ci'});
    await pass(door, 62 * MINUTE);
    expect(notices(door)).toHaveLength(1);
  });

  test('waits for the end of quiet hours, except with urgent', async () => {
    const quiet = [{...owner[0], quiet: {until: '2040-01-01T00:00:00Z'}}];
    const signal = fakeChannel();
    await using silent = await open({users: quiet, ...expecting('1h')}, [signal]);
    await pass(silent, 2 * HOUR);
    expect(signal.texts).toEqual([]);
    await using loud = await open({users: quiet, ...expecting('1h', {urgent: true})}, [signal]);
    await pass(loud, 2 * HOUR);
    await until('the phone has it', () => signal.texts.length > 0);
  });
});

const startWatcher = async (answer: () => {status: number; text?: string} = () => ({status: 200, text: 'OK'})) => {
  const pings: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    pings.push(request);
    request.resume();
    const {status, text = ''} = answer();
    response.writeHead(status, {location: '/elsewhere'}).end(text);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a-secret-uuid`;
  return {
    pings,
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

const openPinging = async (ping: object, more: object = {}, channels: DoorOptions['channels'] = []) => {
  const dir = tempDir();
  const fixture = await openTestDaemon({home: dir.path, config: {users: owner, ping, ...more}, channels});
  const tick = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      await fixture.clock.advance(MINUTE / 2);
      // The answer comes over a real socket.
      await new Promise(resolve => setTimeout(resolve, 20));
      await rest();
    }
  };
  return {
    fixture,
    tick,
    status: async () => await fixture.call('daemon.status', {}),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

describe('a ping', () => {
  test('is a POST at the start, and then as often as configured', async () => {
    await using watcher = await startWatcher();
    await using scene = await openPinging({url: watcher.url, every: '2m', secret: 'token'});
    await until('the first ping came', () => watcher.pings.length === 1);
    expect(watcher.pings[0]).toMatchObject({method: 'POST', url: '/a-secret-uuid'});
    expect(watcher.pings[0]?.headers.authorization).toBe('Bearer token');
    await scene.tick(12);
    expect(watcher.pings).toHaveLength(4);
    const {ping, problems} = await scene.status();
    expect(ping).toMatchObject({host: new URL(watcher.url).host, everyMs: 2 * MINUTE, lastAt: expect.anything()});
    expect(problems).toEqual([]);
  });

  test('that fails is a problem, said once in the log, and tried again; the rest of its address is shown nowhere', async () => {
    let status = 302;
    await using watcher = await startWatcher(() => ({status}));
    await using scene = await openPinging({url: watcher.url, every: '5m'});
    await scene.tick(10);
    const {problems, ping} = await scene.status();
    expect(problems).toMatchObject([{key: 'ping', reason: expect.stringContaining('302')}]);
    const {log} = scene.fixture;
    expect(log.lines.filter(({sentence}) => sentence.includes('No ping'))).toHaveLength(1);
    expect(watcher.pings.length).toBeGreaterThan(2);
    expect(watcher.pings.every(({url}) => url === '/a-secret-uuid')).toBe(true);
    const shown = JSON.stringify([problems, ping, log.lines, await scene.fixture.call('config.get', {})]);
    expect(shown).not.toContain('a-secret-uuid');
    status = 200;
    await scene.tick(20);
    expect((await scene.status()).problems).toEqual([]);
  });

  test('that the watcher does not know is not taken for a success', async () => {
    await using watcher = await startWatcher(() => ({status: 200, text: 'OK (not found)'}));
    await using scene = await openPinging({url: watcher.url, every: '5m'});
    await until('the first ping came', () => watcher.pings.length === 1);
    await scene.tick(1);
    expect((await scene.status()).problems).toMatchObject([{key: 'ping'}]);
  });

  test('is not sent while Signal is configured and was not proven lately', async () => {
    const signal = fakeChannel();
    let provenAt: number | undefined;
    const proving = {...signal, status: () => ({...signal.status(), provenAt})};
    await using watcher = await startWatcher();
    const config = {signal: {account: '+49123', endpoint: 'http://127.0.0.1:1'}};
    await using scene = await openPinging({url: watcher.url, every: '1m'}, config, [proving]);
    await scene.tick(4);
    expect(watcher.pings).toHaveLength(0);
    expect((await scene.status()).ping).toMatchObject({why: 'Signal is not verified yet.'});
    provenAt = scene.fixture.clock.now();
    await scene.tick(6);
    const heard = watcher.pings.length;
    expect(heard).toBeGreaterThan(0);
    await scene.tick(60);
    const last = watcher.pings.length;
    await scene.tick(20);
    expect(watcher.pings).toHaveLength(last);
    signal.turn('down');
    provenAt = scene.fixture.clock.now();
    await scene.tick(4);
    expect(watcher.pings).toHaveLength(last);
  });
});
