// Whatever leaves the daemon waits for the gate: a whole daemon with a gate that the test opens by hand. Without one, it leaves at once.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, test, vi} from 'vitest';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {connectTo} from '../support/daemon-client.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {rest} from '../support/fake-clock.ts';
import {handGate} from '../support/hand-gate.ts';
import {openDoor} from '../support/http-door.ts';
import {NOTHING_ASKS} from '../support/nothing-asks.ts';
import {rawClient} from '../support/raw-client.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {startTargetServer} from '../support/target-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}];
const JOB = '---\nschedule: "0 0 1 1 *"\nannounce: none\nrun: echo ran >> ran.txt\n---\n';
const PATH = process.env['PATH'] ?? '';

const openScene = async (isGated: boolean, answers: readonly ScriptedTurn[] = []) => {
  const dir = tempDir();
  mkdirSync(`${dir.path}/workspace/cron`, {recursive: true});
  writeFileSync(`${dir.path}/workspace/cron/disk.md`, JOB);
  const gate = handGate();
  const signal = fakeChannel('signal');
  const model = scriptedModel(answers);
  const fixture = await openTestDaemon({
    home: dir.path,
    config: {users, policy: NOTHING_ASKS},
    channels: [signal],
    models: model.models,
    env: {PATH},
    gate: isGated ? gate : undefined,
  });
  return {
    dir: dir.path,
    gate,
    signal,
    model,
    fixture,
    /** Everything that may leave has left. */
    quiet: async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        await rest();
        await vi.dynamicImportSettled();
        await fixture.call('daemon.status', {});
      }
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

describe.each([
  ['a closed gate', true],
  ['no gate', false],
])('with %s', (_, isGated) => {
  /** Before the gate opens. */
  const atFirst = <T>(held: T, gone: T): T => (isGated ? held : gone);

  test('answers to clients and errors wait, in their order; hello and the status of the daemon do not', async () => {
    await using scene = await openScene(isGated);
    const {fixture, gate} = scene;
    const answered: string[] = [];
    gate.close();
    const set = fixture.call('reminder.set', {in: '1h', message: 'tea', user: 'alice'});
    const calls: Promise<unknown>[] = [set.then(() => answered.push('set'))];
    await scene.quiet();
    calls.push(fixture.call('reminder.get', {id: 'rem_none'}).catch(() => answered.push('refused')));
    await scene.quiet();
    calls.push(fixture.call('reminder.list', {}).then(({reminders}) => answered.push(`${reminders.length} listed`)));
    await scene.quiet();
    await using other = await connectTo(placesOf({ROOSTER_HOME: scene.dir}, scene.dir).socket);
    expect(other.hello.version).toBe('test');
    expect(answered).toEqual(atFirst([], ['set', 'refused', '1 listed']));
    gate.open();
    await Promise.all(calls);
    expect(answered).toEqual(['set', 'refused', '1 listed']);
  });

  test('events wait, and come once, without a gap, after the answer that they belong to', async () => {
    await using scene = await openScene(isGated);
    const {fixture, gate} = scene;
    await using wire = await rawClient(placesOf({ROOSTER_HOME: scene.dir}, scene.dir).socket);
    const ask = (id: number, method: string, params: object): void =>
      wire.write(`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`);
    ask(1, 'hello', {protocol: PROTOCOL, client: 'test'});
    ask(2, 'events.subscribe', {since: 0});
    await wire.hear(2 + fixture.events.length);
    const heard = wire.lines.length;
    gate.close();
    for (const [id, message] of ['tea', 'bread'].entries())
      ask(3 + id, 'reminder.set', {in: '1h', message, user: 'alice'});
    await scene.quiet();
    expect(wire.lines.length - heard).toBe(atFirst(0, 4));
    gate.open();
    await wire.hear(heard + 4);
    await scene.quiet();
    const said = wire.messages.slice(heard).map(({id, params}) => id ?? params?.['seq']);
    expect(said.slice(0, 2)).toEqual([3, 4]);
    expect(said.slice(2)).toEqual([fixture.events.length - 1, fixture.events.length]);
    expect(fixture.events.map(({seq}) => seq)).toEqual(fixture.events.map((_, index) => index + 1));
  });

  test('a client that subscribes meanwhile gets nothing, and then everything', async () => {
    await using scene = await openScene(isGated);
    const {fixture, gate} = scene;
    await using other = await connectTo(placesOf({ROOSTER_HOME: scene.dir}, scene.dir).socket);
    gate.close();
    const set = fixture.call('reminder.set', {in: '1h', message: 'tea', user: 'alice'});
    await scene.quiet();
    const following = other.follow(0);
    await scene.quiet();
    expect(other.events.some(({type}) => type === 'reminder.set')).toBe(atFirst(false, true));
    gate.open();
    await Promise.all([set, following]);
    expect(other.events.map(({seq}) => seq)).toEqual(fixture.events.map((_, index) => index + 1));
  });

  test('messages wait as long as it takes, and leave once, in their order, as a first attempt', async () => {
    await using scene = await openScene(isGated);
    const {fixture, gate, signal} = scene;
    for (const message of ['tea', 'bread', 'eggs'])
      await fixture.call('reminder.set', {in: '1m', message, to: 'signal:alice-uuid', urgent: false} as never);
    gate.close();
    await fixture.clock.advance(MINUTE);
    for (let minute = 0; minute < 10; minute += 1) await fixture.clock.advance(MINUTE);
    await scene.quiet();
    expect(signal.attempts.length > 0).toBe(atFirst(false, true));
    gate.open();
    await fixture.clock.advance(MINUTE);
    await scene.quiet();
    const texts = signal.attempts.map(({text}) => text);
    expect(texts.join('\n').match(/tea|bread|eggs/gu)).toEqual(['tea', 'bread', 'eggs']);
    expect(signal.attempts.map(({repeat}) => repeat)).toEqual(texts.map(() => false));
    const {deliveries} = await fixture.call('outbox.list', {});
    expect(deliveries.map(({state, attempts}) => [state, attempts])).toEqual(deliveries.map(() => ['sent', 1]));
  });

  test('a model is asked later, also after all its time limits, and its text follows', async () => {
    await using scene = await openScene(isGated, ['Good morning.']);
    const {fixture, gate, model} = scene;
    gate.close();
    void fixture.call('session.send', {text: 'hello'});
    await scene.quiet();
    expect(model.asked.length).toBe(atFirst(0, 1));
    expect(fixture.deltas.length > 0).toBe(atFirst(false, true));
    await fixture.clock.advance(20 * MINUTE);
    gate.open();
    const ended = await fixture.event('turn.ended');
    expect([ended.outcome, model.asked.length]).toEqual(['replied', 1]);
    expect(fixture.deltas.map(({text}) => text).join('')).toBe('Good morning.');
  });

  test('a tool runs later, once', async () => {
    const turns: ScriptedTurn[] = [
      () => {
        scene.gate.close();
        return {calls: [{name: 'write_file', input: {path: 'ran.txt', content: 'ran\n'}}]};
      },
      'Done.',
    ];
    await using scene = await openScene(isGated, turns);
    const {fixture, gate, model} = scene;
    const ran = `${scene.dir}/workspace/ran.txt`;
    void fixture.call('session.send', {text: 'run it'});
    await until('the call', () => model.asked.length === 1);
    await scene.quiet();
    expect(existsSync(ran)).toBe(atFirst(false, true));
    gate.open();
    await fixture.whileTimePasses(fixture.event('turn.ended'));
    expect([readFileSync(ran, 'utf8'), model.asked.length]).toEqual(['ran\n', 2]);
  });

  test("a job's command runs later, once", async () => {
    await using scene = await openScene(isGated);
    const {fixture, gate} = scene;
    const ran = `${scene.dir}/workspace/ran.txt`;
    gate.close();
    const started = fixture.call('cron.run', {name: 'disk'});
    if (isGated) await scene.quiet();
    else await until('the command', () => existsSync(ran));
    expect(existsSync(ran)).toBe(atFirst(false, true));
    gate.open();
    await started;
    await fixture.whileTimePasses(fixture.event('run.ended'));
    expect(readFileSync(ran, 'utf8')).toBe('ran\n');
  });

  test('an HTTP answer waits, but not those about the health of the daemon', async () => {
    const gate = handGate();
    await using door = await openDoor({answers: ['Noted.'], gate: isGated ? gate : undefined});
    gate.close();
    let status = 0;
    const posted = door.post('/hooks/ci', 'Build failed.', {'content-type': 'text/plain'}).then(response => {
      status = response.status;
    });
    for (const path of ['/health', '/ready', '/metrics', '/health', '/ready'])
      expect((await door.get(path)).status).toBe(200);
    expect(status).toBe(atFirst(0, 202));
    gate.open();
    await posted;
    expect(status).toBe(202);
    await door.fixture.event('turn.ended');
  });

  test('a ping to the watcher waits, and one leaves', async () => {
    await using watcher = await startTargetServer({status: 200});
    const gate = handGate();
    gate.close();
    using dir = tempDir();
    const opening = openTestDaemon({
      home: dir.path,
      config: {users, ping: {url: watcher.url, every: '2m'}},
      gate: isGated ? gate : undefined,
    });
    if (isGated) await rest();
    else await until('the ping', () => watcher.requests.length === 1);
    expect(watcher.requests.length).toBe(atFirst(0, 1));
    gate.open();
    await using fixture = await opening;
    await until('the ping', () => watcher.requests.length === 1);
    await rest();
    expect(watcher.requests.length).toBe(1);
    expect((await fixture.call('daemon.status', {})).problems).toEqual([]);
  });
});

test.each([1, 2, 3, 4])(
  'however often the gate closes, nothing leaves meanwhile, and all leaves once in the end (%i)',
  async seed => {
    const random = seededRandom(seed);
    await using scene = await openScene(true, Array<ScriptedTurn>(100).fill('Good morning.'));
    const {fixture, gate, signal, model} = scene;
    const answered: unknown[] = [];
    let asked = 0;
    let isClosed = false;
    const left = () => [signal.attempts.length, model.asked.length, fixture.events.length, answered.length];
    let atClose = left();
    for (let step = 0; step < 40; step += 1) {
      const dice = random();
      if (dice < 0.3) {
        asked += 1;
        void fixture
          .call('reminder.set', {in: '1m', message: `reminder ${asked}`, to: 'signal:alice-uuid'})
          .then(({message}) => answered.push(message));
      } else if (dice < 0.5) {
        void signal.says('alice-uuid', `hello ${step}`);
      } else if (dice < 0.75) {
        await fixture.clock.advance(30_000);
      } else if (isClosed) {
        gate.open();
        isClosed = false;
      } else {
        await scene.quiet();
        gate.close();
        isClosed = true;
        atClose = left();
      }
      await scene.quiet();
      if (isClosed) expect(left()).toEqual(atClose);
    }
    gate.open();
    for (let minute = 0; minute < 5; minute += 1) await fixture.clock.advance(MINUTE);
    await scene.quiet();
    expect(answered).toEqual(Array.from({length: asked}, (_, index) => `reminder ${index + 1}`));
    const reminders = signal.texts.flatMap(words => words.match(/reminder \d+/gu) ?? []);
    expect(reminders.toSorted()).toEqual([...(answered as string[])].toSorted());
    expect(signal.texts.filter(words => words === 'Good morning.')).toHaveLength(model.asked.length);
    expect(signal.attempts.filter(({repeat}) => repeat)).toEqual([]);
    expect(fixture.events.map(({seq}) => seq)).toEqual(fixture.events.map((_, index) => index + 1));
  },
);

test('a reminder that is answered while it waits is not sent any more', async () => {
  await using scene = await openScene(true);
  const {fixture, gate, signal} = scene;
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'tea', to: 'signal:alice-uuid'});
  await fixture.call('reminder.set', {in: '1m', message: 'bread', to: 'signal:alice-uuid'});
  gate.close();
  await fixture.clock.advance(2 * MINUTE);
  const done = fixture.call('reminder.done', {id});
  await scene.quiet();
  gate.open();
  await done;
  await fixture.clock.advance(MINUTE);
  await scene.quiet();
  expect(signal.texts).toEqual(['bread']);
});

test('a daemon that is told to stop at a closed gate says so', async () => {
  await using scene = await openScene(true);
  const {fixture, gate} = scene;
  await fixture.call('reminder.set', {in: '1h', message: 'tea', user: 'alice'});
  gate.close();
  expect(await fixture.call('daemon.stop', {})).toEqual({});
  expect(await fixture.call('daemon.restart', {})).toEqual({});
  gate.open();
});

test('a daemon that stops at a closed gate sends nothing, and the next one sends it once, as a first attempt', async () => {
  const scene = await openScene(true);
  const {fixture, gate, signal, model} = scene;
  await fixture.call('reminder.set', {in: '1m', message: 'tea', to: 'signal:alice-uuid'});
  gate.close();
  await fixture.clock.advance(MINUTE);
  const refused = expect(fixture.call('session.send', {text: 'hello'})).rejects.toThrow();
  await scene.quiet();
  const events = fixture.events.length;
  const startedAt = fixture.clock.now();
  const open = handGate();
  await using next = await fixture.restart({gate: open});
  await refused;
  expect(fixture.clock.now() - startedAt).toBeLessThan(MINUTE);
  expect([fixture.events.length, model.asked.length]).toEqual([events, 0]);
  await next.whileTimePasses(next.event('delivery.sent'));
  gate.open();
  await rest();
  expect(signal.attempts.map(({repeat}) => repeat)).toEqual([false]);
});
