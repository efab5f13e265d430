// The real daemon, killed with -9 at any point of a turn, and the next one: no acknowledged message is lost or answered twice, and an
// interrupted turn is reported as such.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {everyNth} from '../support/crash-steps.ts';
import {type EchoModel, startEchoModel} from '../support/echo-model.ts';
import {gapsIn, oddTurns} from '../support/event-checks.ts';
import type {Reply} from '../support/loopback-http.ts';
import {rawClient} from '../support/raw-client.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {openAiFaults} from '../support/strict-provider.ts';
import {type Injection, inject, under, whyNoStrace} from '../support/sudden-death.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

const NO_STRACE = whyNoStrace();

describe.concurrent('a killed daemon', () => {
  test("reports a turn killed while streaming as interrupted and doesn't answer it again", {
    tags: ['fast'],
  }, async () => {
    await using scene = await openScene(words =>
      words.endsWith('story') ? {kind: 'hang', chunks: ['Once ', 'upon']} : undefined,
    );
    const {daemon, model} = scene;
    const {turnId} = await daemon.call('session.send', {text: 'tell me a story'});
    await until('the beginning of the answer', () => told(daemon) === 'Once upon');
    const next = await scene.dieAndStart();
    expect(ending(next, turnId)).toMatchObject({outcome: 'aborted', error: INTERRUPTED});
    expect(next.events.find(event => event.type === 'daemon.started')).toMatchObject({
      interrupted: 1,
      downSinceAt: expect.any(String),
    });
    expect(await scene.texts()).toEqual(['tell me a story']);
    expect(model.asked.get('tell me a story')).toBe(1);
    await scene.goesOn();
  });

  test("ends the processes of a tool, doesn't run it again, and the turn goes on: the model learns that the outcome is unknown", async () => {
    await using scene = await openScene((words, asked) =>
      words === 'sleep' && asked === 1
        ? tools('bash', {command: 'echo done > effect; echo $$ > pid; exec sleep 600'})
        : undefined,
    );
    const {turnId} = await scene.daemon.call('session.send', {text: 'sleep'});
    const pidFile = join(scene.home, 'workspace/pid');
    await until('the command runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
    const next = await scene.dieAndStart();
    await until('the command is gone', () => !isAlive(Number(readFileSync(pidFile, 'utf8'))));
    expect(await next.event('turn.ended', event => event.turnId === turnId)).toMatchObject({outcome: 'replied'});
    expect(readFileSync(join(scene.home, 'workspace/effect'), 'utf8')).toBe('done\n');
    expect(JSON.stringify(scene.model.requests.at(-1)?.body)).toContain("isn't known whether it was carried out");
    await scene.goesOn();
  });

  test("answers a turn that hadn't begun once, after the interrupted turn", async () => {
    await using scene = await openScene(words => (words === 'first' ? {kind: 'hang', chunks: []} : undefined));
    const {daemon, model} = scene;
    const first = await daemon.call('session.send', {text: 'first'});
    await until('the model is asked', () => model.asked.get('first') === 1);
    const second = await daemon.call('session.send', {text: 'second'});
    const third = await daemon.call('session.send', {text: 'third'});
    const next = await scene.dieAndStart();
    await next.event('turn.ended', ({turnId}) => turnId === third.turnId);
    expect(ending(next, first.turnId)).toMatchObject({outcome: 'aborted', error: INTERRUPTED});
    expect(ending(next, second.turnId)).toMatchObject({outcome: 'replied'});
    expect(await scene.texts()).toEqual(['first', 'second', 'third', 'You said: second', 'You said: third']);
    expect(Object.fromEntries(model.asked)).toEqual({first: 1, second: 1, third: 1});
    await scene.goesOn();
  });

  test('reports nothing but its restart when it died between two turns', async () => {
    await using scene = await openScene();
    await scene.daemon.say('hello');
    const seq = scene.daemon.events.at(-1)?.seq ?? 0;
    const next = await scene.dieAndStart();
    expect(next.events.filter(event => event.seq > seq)).toMatchObject([{type: 'daemon.started', interrupted: 0}]);
    await scene.goesOn();
  });

  test('keeps an answer stored just before, and updates the readable copy with the next message', async () => {
    await using scene = await openScene();
    expect(await scene.daemon.say('hello')).toMatchObject({outcome: 'replied'});
    const next = await scene.dieAndStart();
    expect(next.events.filter(event => event.type === 'turn.ended' || event.type === 'turn.started')).toEqual([]);
    expect(await scene.texts()).toEqual(['hello', 'You said: hello']);
    await scene.goesOn();
  });

  test('has the message of a client that disconnected before the response', async () => {
    await using scene = await openScene(words => (words === 'hello' ? {kind: 'hang', chunks: []} : undefined));
    const client = await rawClient(scene.daemon.places.socket);
    client.write(
      `${JSON.stringify({jsonrpc: '2.0', id: 1, method: 'session.send', params: {text: 'hello', key: 'k1'}})}\n`,
    );
    client.socket.end();
    await scene.daemon.event('turn.started');
    const next = await scene.dieAndStart();
    await client[Symbol.asyncDispose]();
    const again = await next.call('session.send', {text: 'hello', key: 'k1'});
    expect(ending(next, again.turnId)).toMatchObject({outcome: 'aborted'});
    expect(await scene.texts()).toEqual(['hello']);
    await scene.goesOn();
  });

  describe.skipIf(NO_STRACE !== undefined)(`killed at a system call${reason(NO_STRACE)}`, () => {
    // The seven commits of a turn with one tool: the message, its beginning, the call, the tool's beginning, its effect, its
    // answer, the end. One day every second of these calls, the next day the others. At the flush a commit is written and not acknowledged; at a write before it, it is half written.
    const CALLS = [
      ...[1, 2, 3, 4, 5, 6, 7].map(k => ['fsync', k] as const),
      ...[1, 12, 29, 40, 51, 60, 75, 95].map(k => ['pwrite64', k] as const),
    ];
    test.each(everyNth(CALLS, 2))(
      '%s %i: the message is answered or marked as interrupted, and its effect happens once',
      async (call, k) => {
        await using scene = await openScene((words, asked) =>
          words === 'please' && asked === 1
            ? tools('reminder', {action: 'set', when: 'in 5 hours', message: 'stretch', mode: 'verbatim'})
            : undefined,
        );
        const {daemon} = scene;
        const acknowledged: string[] = [];
        const tracing = await inject(daemon.pid, `${call}:signal=SIGKILL:when=${k}`);
        void daemon.call('session.send', {text: 'please', key: 'k1'}).then(
          ({turnId}) => acknowledged.push(turnId),
          () => undefined,
        );
        expect(await daemon.ended).toMatchObject({signal: 'SIGKILL'});
        await tracing[Symbol.asyncDispose]();

        const next = await scene.start();
        // At the flush the message is stored already, acknowledged or not.
        if (call === 'fsync') expect(await scene.texts()).toContain('please');
        // A client without a response sends again.
        const {turnId} = await next.call('session.send', {text: 'please', key: 'k1'});
        expect(acknowledged.length === 0 || acknowledged[0] === turnId).toBe(true);
        const {outcome} = await next.event('turn.ended', event => event.turnId === turnId);
        expect(['replied', 'aborted']).toContain(outcome);
        const texts = await scene.texts();
        expect(texts.filter(text => text === 'please')).toHaveLength(1);
        expect(texts.filter(text => text.startsWith('You said'))).toHaveLength(outcome === 'replied' ? 1 : 0);
        const {reminders} = await next.call('reminder.list', {});
        expect(reminders.length).toBeLessThanOrEqual(1);
        if (outcome === 'replied') expect(reminders).toHaveLength(1);
        expect(scene.model.requests.length).toBeLessThanOrEqual(3);
        await scene.goesOn();
      },
    );

    test('ends in the same state after repeated kills during recovery', async () => {
      await using scene = await openScene(words => (words === 'first' ? {kind: 'hang', chunks: []} : undefined));
      const first = await scene.daemon.call('session.send', {text: 'first'});
      await until('the model is asked', () => scene.model.asked.get('first') === 1);
      const second = await scene.daemon.call('session.send', {text: 'second'});
      await scene.daemon.kill('SIGKILL');
      let deaths = 0;
      for (const injection of RECOVERY) {
        try {
          await using daemon = await startRealDaemon({home: scene.home, through: under(injection)});
          await daemon.kill('SIGKILL');
        } catch (error) {
          expect(String(error)).toContain('the daemon ended (SIGKILL)');
          deaths += 1;
        }
      }
      expect(deaths).toBeGreaterThan(3);
      const next = await scene.start();
      await next.event('turn.ended', ({turnId}) => turnId === second.turnId);
      expect(ending(next, first.turnId)).toMatchObject({outcome: 'aborted'});
      expect(scene.model.asked.get('first')).toBe(1);
      expect((await scene.texts()).filter(text => text === 'You said: second').length).toBeLessThanOrEqual(1);
      await scene.goesOn();
    });
  });
});

const RECOVERY: readonly Injection[] = [
  'pwrite64:signal=SIGKILL:when=1',
  'pwrite64:signal=SIGKILL:when=3',
  'pwrite64:signal=SIGKILL:when=8',
  'pwrite64:signal=SIGKILL:when=14',
  'fsync:signal=SIGKILL:when=1',
  'fsync:signal=SIGKILL:when=2',
  'fsync:signal=SIGKILL:when=3',
  'unlink:signal=SIGKILL:when=1',
];

type Scene = AsyncDisposable & {
  readonly home: string;
  readonly model: EchoModel;
  /** The first one. */
  readonly daemon: RealDaemon;
  readonly start: () => Promise<RealDaemon>;
  /** Kills the daemon, starts the next one and follows it from the first client's last event. */
  readonly dieAndStart: () => Promise<RealDaemon>;
  /** The messages of the conversation. */
  readonly texts: () => Promise<readonly string[]>;
  /** The next turn works, every request was valid, the events are complete, and the copy equals the conversation. */
  readonly goesOn: () => Promise<void>;
};

/** A daemon whose model echoes, unless another reply is scripted for the n-th call with this text. */
const openScene = async (
  instead: (words: string, asked: number) => Reply | undefined = () => undefined,
): Promise<Scene> => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir()).path;
  const model: EchoModel = stack.use(await startEchoModel((words, _) => instead(words, model.requests.length)));
  writeConfig(home, modelAt(model.baseUrl));
  const daemon = stack.use(await startRealDaemon({home}));
  await daemon.follow(0);
  const owned = stack.move();
  const history: GatewayEvent[] = [];
  let current = daemon;
  const texts = async (): Promise<readonly string[]> =>
    (await current.call('session.history', {session: MAIN, limit: 1_000})).messages.map(({text}) => text);

  const start = async (): Promise<RealDaemon> => {
    const seen = current.events;
    history.push(...seen);
    const since = seen.at(-1)?.seq ?? 0;
    current = owned.use(await startRealDaemon({home}));
    expect(await current.follow(since)).not.toHaveProperty('snapshot', expect.anything());
    return current;
  };
  return {
    home,
    model,
    daemon,
    texts,
    start,
    dieAndStart: async () => {
      await current.kill('SIGKILL');
      return start();
    },
    goesOn: async () => {
      expect(await current.say('still there?')).toMatchObject({outcome: 'replied'});
      expect((await texts()).at(-1)).toBe('You said: still there?');
      expect(model.requests.flatMap(openAiFaults)).toEqual([]);
      const whole = await current.connect();
      await whole.follow(0);
      const followed = [...history, ...current.events];
      expect(gapsIn(followed)).toEqual([]);
      expect(whole.events.slice(0, followed.length)).toEqual(followed);
      expect(oddTurns(followed)).toEqual([]);
      const {messages} = await current.call('session.history', {session: MAIN, limit: 1_000});
      const ids = messages.map(({id}) => id);
      await until('the readable copy', () => idsInCopy(home).join() === ids.join());
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

const idsInCopy = (home: string): readonly string[] => {
  const path = join(home, 'workspace/sessions/rooster_main.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.slice(0, -1).map(line => JSON.parse(line).id);
};

const ending = (daemon: RealDaemon, turnId: string): GatewayEvent | undefined => {
  const ends = daemon.events.filter(event => event.type === 'turn.ended' && event.turnId === turnId);
  return ends.length === 1 ? ends[0] : undefined;
};

const told = (daemon: RealDaemon): string => daemon.deltas.map(({text}) => text).join('');

const tools = (name: string, input: unknown): Reply => ({
  kind: 'tools',
  calls: [{id: 'call_1', name, arguments: [JSON.stringify(input)]}],
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function reason(why: string | undefined): string {
  return why === undefined ? '' : ` (skipped: ${why})`;
}

const MAIN = 'rooster:main';
const INTERRUPTED = expect.stringMatching(/^Interrupted: the daemon stopped\. Ask again[^\n]+\.$/u);
