// The real daemon under load, killed with -9 at random moments; the senders retry with the same keys. At the end every acknowledged message
// is there once, and was answered once or reported as interrupted.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import {startEchoModel} from '../support/echo-model.ts';
import {gapsIn, oddTurns} from '../support/event-checks.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

test('a daemon killed repeatedly under load loses no acknowledged message and answers none twice', async () => {
  using home = tempDir();
  await using model = await startEchoModel();
  writeConfig(home.path, modelAt(model.baseUrl));
  const random = seededRandom(25);
  const load = startLoad();
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await using daemon = await startRealDaemon({home: home.path});
    await load.meet(daemon);
    const enough = load.acknowledged.size + Math.floor(random() * 12);
    await until('some messages', () => load.acknowledged.size > enough);
    await daemon.kill('SIGKILL');
  }
  await using last = await startRealDaemon({home: home.path});
  await load.meet(last);
  await load.end();
  await until('every turn has ended', () => load.open() === 0);

  // The events are the same for a client that followed all the time and one that connects late.
  const late = await last.connect();
  await late.follow(0);
  const trace = late.events;
  expect(gapsIn(trace)).toEqual([]);
  expect(load.events()).toEqual(trace.slice(0, load.events().length));
  expect(oddTurns(trace)).toEqual([]);

  // Each message once; one end per turn; one answer and one model call each.
  const messages = trace.flatMap(event => (event.type === 'message.added' ? [event.message] : []));
  const said = messages.filter(({role}) => role === 'user');
  expect(new Set(said.map(({text}) => keyIn(text))).size).toBe(said.length);
  const turnOf = new Map(said.map(({text, turnId}) => [keyIn(text), turnId]));
  expect([...load.acknowledged].filter(([key, turnId]) => turnOf.get(key) !== turnId)).toEqual([]);
  const outcomes = new Set<string>();
  for (const [key, turnId] of turnOf) {
    const end = trace.find(event => event.type === 'turn.ended' && event.turnId === turnId);
    if (end?.type !== 'turn.ended') throw new Error(`the turn of ${key} has no end`);
    outcomes.add(end.outcome);
    const answers = messages.filter(message => message.turnId === turnId && message.role === 'assistant');
    expect(answers.map(({text}) => text)).toEqual(
      end.outcome === 'replied' ? [expect.stringMatching(`^You said: [^]*${key}$`)] : [],
    );
    if (end.outcome === 'aborted') expect(end.error).toMatch(/^Interrupted/u);
  }
  expect([...outcomes].toSorted()).toEqual(['aborted', 'replied']);
  expect([...model.asked].filter(([, times]) => times > 1)).toEqual([]);
  expect(load.acknowledged.size).toBeGreaterThan(CYCLES);

  // The readable copies catch up with the next message, and the database is sound.
  expect(await last.say('one more')).toMatchObject({outcome: 'replied'});
  const {messages: newest} = await last.call('session.history', {session: MAIN, limit: 200});
  const copy = join(home.path, 'workspace/sessions/rooster_main.jsonl');
  const ids = newest.map(({id}) => id);
  await until('the readable copy', () => idsIn(copy).slice(-ids.length).join() === ids.join());
  await last.kill('SIGTERM');
  using database = new DatabaseSync(last.places.database);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{integrity_check: 'ok'}]);
});

/** People who send one message after the other, each retried with its key until it is acknowledged, to the current daemon. */
const startLoad = () => {
  const acknowledged = new Map<string, string>();
  const past: GatewayEvent[] = [];
  const ended = new Set<string>();
  let daemon: RealDaemon | undefined;
  let heard = 0;
  let ending = false;

  const events = (): readonly GatewayEvent[] => [...past, ...(daemon?.events ?? [])];
  const open = (of = ''): number => {
    for (const event of daemon?.events.slice(heard) ?? []) if (event.type === 'turn.ended') ended.add(event.turnId);
    heard = daemon?.events.length ?? 0;
    return [...acknowledged].filter(([key, turnId]) => key.startsWith(of) && !ended.has(turnId)).length;
  };

  const sender = async (name: string, session: SessionKey): Promise<void> => {
    for (let count = 0; !ending; count += 1) {
      const key = `${name}-${count}`;
      while (!acknowledged.has(key)) {
        const answer = await send(daemon, session, key).catch(() => undefined);
        if (answer !== undefined) acknowledged.set(key, answer.turnId);
        // At most a hundred messages wait for their answers.
        do await new Promise<void>(resolve => setTimeout(resolve, 1));
        while (open(`${name}-`) > 3);
      }
    }
  };
  const senders = Promise.all([
    sender('alice', MAIN),
    sender('again', MAIN),
    sender('bob', 'rooster:dm:signal:bob-uuid'),
    sender('carol', 'rooster:dm:signal:carol-uuid'),
  ]);
  return {
    acknowledged,
    events,
    open,
    /** From now on this is the daemon: it is followed from the last event of the previous one. */
    meet: async (next: RealDaemon): Promise<void> => {
      open();
      past.push(...(daemon?.events ?? []));
      daemon = next;
      heard = 0;
      await next.follow(past.at(-1)?.seq ?? 0);
    },
    end: async (): Promise<void> => {
      ending = true;
      await senders;
    },
  };
};

const send = async (daemon: RealDaemon | undefined, session: SessionKey, key: string) =>
  session === MAIN
    ? daemon?.call('session.send', {text: key, key})
    : daemon?.call('session.inject', {session, text: key, key});

const keyIn = (text: string): string => /[a-z]+-\d+$/u.exec(text)?.[0] ?? text;

const idsIn = (copy: string): readonly string[] =>
  existsSync(copy)
    ? readFileSync(copy, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line).id)
    : [];

const MAIN = 'rooster:main';
const CYCLES = 10 * ROUNDS;
