// The real daemon, killed with -9 around the due time of reminders: none is lost, repeated or early.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import type {ReminderId} from '../../src/shared/records/ids.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {instantOfIso, isoOf} from '../../src/shared/time/time.ts';
import {everyNth, ROUNDS} from '../support/crash-steps.ts';
import {lastText, startEchoModel} from '../support/echo-model.ts';
import {gapsIn} from '../support/event-checks.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {inject, whyNoStrace} from '../support/sudden-death.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

const NO_STRACE = whyNoStrace();

describe.concurrent('around its due time', () => {
  test(`all ${REMINDERS} reminders that are due around each of ${CYCLES} kills are delivered exactly once`, async () => {
    using home = tempDir();
    const random = seededRandom(200);
    const acknowledged = new Map<string, ReminderId>();
    const asked = new Map<string, string>();
    /**
     * On a busy machine the time may have passed before the request: then a later one is used. Without a response the reminder may have
     * been set, and the key belongs to that request, so it is repeated unchanged.
     */
    const setOne = async (daemon: RealDaemon, name: string): Promise<void> => {
      for (let leadMs = 150; leadMs < 20_000 && !daemon.isOver(); leadMs *= 2) {
        const at = asked.get(name) ?? isoOf(Date.now() + leadMs + Math.floor(random() * 250));
        asked.set(name, at);
        try {
          acknowledged.set(name, (await daemon.call('reminder.set', {at, message: name, key: name})).id);
          return;
        } catch (thrown) {
          const isRefused = thrown instanceof GatewayError && thrown.code !== 'unavailable';
          if (isRefused) asked.delete(name);
        }
      }
    };
    /** Repeats the unacknowledged requests, and some acknowledged ones: the same key is the same reminder. */
    const setAll = async (daemon: RealDaemon, names: readonly string[]): Promise<void> => {
      const repeated = [...acknowledged.keys()].slice(-20);
      const missing = names.filter(name => !acknowledged.has(name));
      await Promise.all([...missing, ...repeated].map(name => setOne(daemon, name)));
    };
    const wanted: string[] = [];
    let since = 0;
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      wanted.push(...Array.from({length: REMINDERS}, (_, index) => `r-${cycle}-${index}`));
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.follow(since);
      const setting = setAll(daemon, wanted);
      // Sometimes before all are set, mostly while they are delivered.
      const enough = Math.floor(random() * 150);
      const told = () => daemon.events.filter(({type}) => type === 'reminder.fired').length;
      await until(`${enough} are told`, () => told() >= enough && acknowledged.size >= 100 * cycle);
      await daemon.kill('SIGKILL');
      await setting;
      since = daemon.events.at(-1)?.seq ?? since;
    }
    await using last = await startRealDaemon({home: home.path});
    await last.follow(0);
    while (acknowledged.size < wanted.length) await setAll(last, wanted);
    const trace = last.events;
    const unsettled = new Set(acknowledged.values());
    let read = 0;
    // Each event is checked once: scanning all of them every millisecond leaves no time to read new ones.
    const settle = (): boolean => {
      for (const event of trace.slice(read)) if (event.type === 'reminder.settled') unsettled.delete(event.reminder.id);
      read = trace.length;
      return unsettled.size === 0;
    };
    await until('every reminder is settled', settle);
    expect(gapsIn(trace)).toEqual([]);
    expect(await last.call('reminder.list', {})).toEqual({reminders: []});

    const kept = setIn(trace);
    expect([...acknowledged].filter(([name, id]) => kept.get(id) !== name)).toEqual([]);
    expect(new Set(kept.values()).size).toBe(kept.size);
    for (const type of ['reminder.set', 'reminder.fired', 'reminder.settled'] as const) {
      expect(
        notOnce(
          [...kept.keys()],
          trace.flatMap(event => (event.type === type ? [event.reminder.id] : [])),
        ),
      ).toEqual([]);
    }
    for (const type of ['run.started', 'run.ended'] as const) {
      expect(
        notOnce(
          [...kept.keys()],
          trace.flatMap(event => (event.type === type ? [event.run.name] : [])),
        ),
      ).toEqual([]);
    }
    const names = [...kept.values()];
    expect(
      notOnce(
        names,
        trace.flatMap(event => (event.type === 'message.added' ? [event.message.text] : [])),
      ),
    ).toEqual([]);
    expect(
      notOnce(
        names,
        trace.flatMap(event => (event.type === 'delivery.sent' ? [event.delivery.text] : [])),
      ),
    ).toEqual([]);
    for (const event of trace) {
      if (event.type !== 'reminder.fired') continue;
      const {fireAt} = event.reminder;
      expect(instantOfIso(event.at)).toBeGreaterThanOrEqual(instantOfIso(fireAt) ?? Number.NaN);
    }
  });

  describe('a reminder for the agent', () => {
    test('is announced once after a kill during its turn', async () => {
      await using scene = await openScene(() => scene.model.requests.length === 1);
      await scene.set();
      await until('it is worked on', () => scene.model.requests.length === 1);
      const next = await scene.dieAndStart();
      const {run} = await next.event('run.ended');
      expect(run).toMatchObject({status: 'ran', attempt: 2, output: FOUND, late: false});
      expect(await scene.toldOnce()).toBe(TOLD);
      expect(scene.model.requests).toHaveLength(3);
    });

    test('is announced once after a kill during its announcement', async () => {
      await using scene = await openScene(() => scene.model.requests.length === 2);
      await scene.set();
      await until('it is announced', () => scene.model.requests.length === 2);
      const next = await scene.dieAndStart();
      const {run} = await next.event('run.ended');
      expect(run).toMatchObject({status: 'ran', output: FOUND});
      expect(await scene.toldOnce()).toBe(TOLD);
      // Only the announcement was repeated, not the run.
      expect(scene.model.requests).toHaveLength(3);
    });

    // Every second, each day the others of its commits: claimed, the prompt, the turn's beginning and end, the announcement, that turn's beginning and end, the end.
    test.skipIf(NO_STRACE !== undefined).each(everyNth([1, 2, 3, 4, 5, 6, 7, 8], 2))(
      `is announced once after a kill at its commit %i${NO_STRACE === undefined ? '' : ` (skipped: ${NO_STRACE})`}`,
      async k => {
        await using scene = await openScene(() => false);
        // The first one of all is the commit that sets it.
        await using _ = await inject(scene.daemon.pid, `fsync:signal=SIGKILL:when=${k + 1}`);
        await scene.set();
        expect(await scene.daemon.ended).toMatchObject({signal: 'SIGKILL'});
        const next = await scene.dieAndStart();
        await until('it is settled', () => next.events.some(({type}) => type === 'reminder.settled'));
        await scene.toldOnce();
      },
    );
  });
});

/** A reminder for the agent that is due soon. The model answers, but hangs on request. */
const openScene = async (hangs: () => boolean) => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir()).path;
  const model = stack.use(
    await startEchoModel((_, request) => {
      if (hangs()) return {kind: 'hang', chunks: ['Well, ']};
      return {kind: 'text', chunks: [lastText(request).startsWith('⟦This is a scheduled reminder') ? FOUND : TOLD]};
    }),
  );
  writeConfig(home, modelAt(model.baseUrl));
  const daemon: RealDaemon = stack.use(await startRealDaemon({home}));
  const owned = stack.move();
  let current = daemon;
  return {
    model,
    daemon,
    set: () =>
      // Counted by the daemon at the request: on a busy machine an earlier instant could be past by then.
      daemon.call('reminder.set', {in: '1s', message: 'tell me the weather', mode: 'agent'}),
    dieAndStart: async (): Promise<RealDaemon> => {
      await current.kill('SIGKILL');
      current = owned.use(await startRealDaemon({home}));
      await current.follow(0);
      return current;
    },
    /** The person has one message and one delivery of it; returns its text. */
    toldOnce: async (): Promise<string> => {
      const {messages} = await current.call('session.history', {session: 'rooster:main'});
      const told = messages.filter(({role}) => role === 'assistant').map(({text}) => text);
      expect([[FOUND], [TOLD]]).toContainEqual(told);
      const {deliveries} = await current.call('outbox.list', {});
      expect(deliveries).toMatchObject([{text: told[0], state: 'sent'}]);
      const {runs} = await current.call('run.list', {});
      expect(runs).toMatchObject([{kind: 'reminder', status: 'ran'}]);
      expect(gapsIn(current.events)).toEqual([]);
      return told.join();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** The created reminders, by id. */
const setIn = (trace: readonly GatewayEvent[]): ReadonlyMap<string, string> =>
  new Map(trace.flatMap(event => (event.type === 'reminder.set' ? [[event.reminder.id, event.reminder.message]] : [])));

/** Those that occur more or less often than once, or were never expected. */
const notOnce = (expected: readonly string[], found: readonly string[]): readonly string[] => {
  const counts = new Map(expected.map(name => [name, 0]));
  for (const name of found) counts.set(name, (counts.get(name) ?? 1) + 1);
  return [...counts].filter(([, count]) => count !== 1).map(([name, count]) => `${name} ${count} times`);
};

const FOUND = 'It is 21 degrees.';
const TOLD = 'By the way: 21 degrees outside.';
const CYCLES = ROUNDS > 1 ? 15 : 5;
const REMINDERS = 200;
