// The real daemon on a disk that is full or fails. Writes that can't be stored are refused with a sentence and not acknowledged, running
// turns wait for space, and acknowledged data is there.
// @module-tag deep
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {connectTo, type DaemonClient} from '../support/daemon-client.ts';
import {startEchoModel} from '../support/echo-model.ts';
import {gapsIn, oddTurns} from '../support/event-checks.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {inject, whyNoStrace} from '../support/sudden-death.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

const NO_STRACE = whyNoStrace();
const reason = NO_STRACE === undefined ? '' : ` (skipped: ${NO_STRACE})`;

describe.concurrent('the daemon', () => {
  describe.skipIf(NO_STRACE !== undefined)(`on a bad disk${reason}`, () => {
    test('a full disk while it is idle: sending fails and can be retried, reading works', async () => {
      await using scene = await openScene();
      const {daemon} = scene;
      await daemon.say('before');
      {
        await using _ = await inject(daemon.pid, FULL);
        await expect(daemon.call('session.send', {text: 'now', key: 'k1'})).rejects.toThrow(TAKES_NO_MORE);
        await expect(daemon.call('reminder.set', {in: '5h', message: 'x', key: 'k2'})).rejects.toThrow(TAKES_NO_MORE);
        const {messages} = await daemon.call('session.history', {session: MAIN});
        expect(messages.map(({text}) => text)).toEqual(['before', 'You said: before']);
        expect((await daemon.call('daemon.status', {})).problems).toContainEqual(
          expect.objectContaining({
            key: 'disk',
            reason: expect.stringMatching(/^The disk is full: \S+ has no room left/u),
          }),
        );
      }
      expect((await daemon.call('daemon.status', {})).problems).toEqual([]);
      expect(await daemon.say('now', 'k1')).toMatchObject({outcome: 'replied'});
      expect(await daemon.call('reminder.list', {})).toEqual({reminders: []});
      await scene.isSound();
    });

    test('a full disk when an answer arrives: the answer is stored once there is space, and clients stay connected', async () => {
      await using scene = await openScene();
      const {daemon, model} = scene;
      const {turnId} = await daemon.call('session.send', {text: HELD});
      await until('the model is asked', () => model.asked.get(HELD) === 1);
      {
        await using _ = await inject(daemon.pid, FULL);
        scene.release();
        await until('clients get the answer', () =>
          daemon.deltas
            .map(({text}) => text)
            .join('')
            .includes(HELD),
        );
        await expect(daemon.call('session.send', {text: 'now'})).rejects.toThrow(TAKES_NO_MORE);
      }
      expect(await daemon.event('turn.ended', event => event.turnId === turnId)).toMatchObject({outcome: 'replied'});
      await scene.isSound();
    });

    test('a full disk when a reminder is due: the reminder is delivered once when there is space', async () => {
      await using scene = await openScene();
      const {daemon} = scene;
      const {id, fireAt} = await daemon.call('reminder.set', {in: '1s', message: 'stretch'});
      {
        await using _ = await inject(daemon.pid, FULL);
        const isDue = () => Date.now() > Date.parse(fireAt) + 200;
        await until('it is due', isDue);
      }
      await daemon.event('reminder.settled', ({reminder}) => reminder.id === id);
      const {messages} = await daemon.call('session.history', {session: MAIN});
      expect(messages.map(({text}) => text)).toEqual(['stretch']);
      await scene.isSound();
    });

    test('a full disk until it stops: it stops in time, and the next start reports interrupted turns', async () => {
      await using scene = await openScene();
      const {daemon, model} = scene;
      const {turnId} = await daemon.call('session.send', {text: HELD});
      await until('the model is asked', () => model.asked.get(HELD) === 1);
      {
        await using _ = await inject(daemon.pid, FULL);
        scene.release();
        await until('clients get the answer', () => daemon.deltas.length > 0);
        expect(await daemon.kill('SIGTERM')).toMatchObject({code: 0});
      }
      await using next = await startRealDaemon({home: scene.home});
      await next.follow(0);
      expect(next.events.filter(event => event.type === 'turn.ended')).toMatchObject([{turnId, outcome: 'aborted'}]);
    });

    test('a failed flush: it acknowledges nothing, stops with a sentence, and the next start continues', async () => {
      await using scene = await openScene();
      const {daemon} = scene;
      await daemon.say('before');
      {
        await using _ = await inject(daemon.pid, 'fsync:error=EIO');
        await expect(daemon.call('session.send', {text: 'now', key: 'k1'})).rejects.toThrow();
        expect(await daemon.ended).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^The disk that holds [^\n]+\n$/u),
        });
      }
      await using next = await startRealDaemon({home: scene.home});
      await next.follow(0);
      expect(await next.say('now', 'k1')).toMatchObject({outcome: 'replied'});
      const {messages} = await next.call('session.history', {session: MAIN});
      expect(messages.map(({text}) => text)).toEqual(['before', 'You said: before', 'now', 'You said: now']);
      expect(gapsIn(next.events)).toEqual([]);
    });

    test('a failed flush of a daemon in the background: it starts again once, rings what is due, and says what happened', async () => {
      await using scene = await openScene(['--restarts']);
      const {daemon, home} = scene;
      // The last one, whichever it is.
      using stack = new DisposableStack();
      stack.defer(() => killDaemonIn(home));
      const {id} = await daemon.call('reminder.set', {in: '4s', message: 'stretch'});
      {
        await using _ = await inject(daemon.pid, 'fsync:error=EIO');
        await expect(daemon.call('session.send', {text: 'now', key: 'k1'})).rejects.toThrow();
        await daemon.closed;
      }
      await using next = await successorOf(daemon);
      await next.follow(0);
      await next.event('reminder.settled', ({reminder}) => reminder.id === id);
      expect((await next.call('daemon.status', {})).problems).toEqual([
        {
          key: 'daemon',
          reason: expect.stringMatching(/^The last daemon reported a failure: The disk that holds \S+ failed/u),
          inForce: expect.stringContaining('is sound'),
        },
      ]);
      expect(gapsIn(next.events)).toEqual([]);
      expect(processesOf(home)).toEqual([String(next.hello.pid)]);
      {
        await using _ = await inject(next.hello.pid, 'fsync:error=EIO');
        await expect(next.call('session.send', {text: 'again', key: 'k2'})).rejects.toThrow();
        await next.closed;
      }
      // It would have started the next one before its end.
      await until('it has ended', () => !existsSync(`/proc/${next.hello.pid}`));
      expect(processesOf(home)).toEqual([]);
      await expect(connectTo(daemon.places.socket)).rejects.toThrow();
    });
  });
});

/** A daemon whose model answers one text only after its release. */
const openScene = async (args: readonly string[] = []) => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir()).path;
  const held = Promise.withResolvers<void>();
  const model = stack.use(
    await startEchoModel(async words => {
      if (words === HELD) await held.promise;
      return undefined;
    }),
  );
  writeConfig(home, modelAt(model.baseUrl));
  const daemon: RealDaemon = stack.use(await startRealDaemon({home, args}));
  await daemon.follow(0);
  const owned = stack.move();
  return {
    home,
    model,
    daemon,
    release: held.resolve,
    /** The same daemon continues, and its events have no gap. */
    isSound: async (): Promise<void> => {
      expect(await daemon.say('still there?')).toMatchObject({outcome: 'replied'});
      expect((await daemon.call('hello', {protocol: 1})).bootId).toBe(daemon.hello.bootId);
      expect(gapsIn(daemon.events)).toEqual([]);
      expect(oddTurns(daemon.events)).toEqual([]);
      expect([...model.asked].filter(([, times]) => times !== 1)).toEqual([]);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** The daemon that follows the one that ended. */
const successorOf = ({places}: RealDaemon): Promise<DaemonClient> =>
  untilGiven('another daemon answers', () => connectTo(places.socket).catch(() => undefined));

/** The processes that work on this home. */
const processesOf = (home: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`ROOSTER_HOME=${home}\0`);
    } catch {
      // It isn't a process, or it has ended meanwhile.
      return false;
    }
  });

const killDaemonIn = (home: string): void => {
  try {
    process.kill(Number.parseInt(readFileSync(join(home, 'rooster.db.pid'), 'utf8'), 10), 'SIGKILL');
  } catch {
    // None is left.
  }
};

const FULL = 'pwrite64:error=ENOSPC';
const TAKES_NO_MORE = /is full: nothing was saved; free some space and try again/u;
const HELD = 'take your time';
const MAIN = 'rooster:main';
