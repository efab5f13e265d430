import {expect, test} from 'vitest';
import {type EventScene, eventScene, seqsOf} from '../../support/event-scene.ts';
import {until} from '../../support/until.ts';

const KIB = 1024;

const from = (first: number, last: number): readonly number[] =>
  Array.from({length: last - first + 1}, (_, index) => first + index);

/** Commits so many events, each in its own turn of the event loop. */
const commitOneByOne = async (scene: EventScene, count: number, bytes: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) {
    scene.source.commit(1, bytes);
    await new Promise<void>(resolve => setImmediate(resolve));
  }
};

test('a client that stops reading is disconnected, reads the reason, and resumes where it was', async () => {
  await using scene = await eventScene();
  await using healthy = await scene.follow();
  await using stuck = await scene.follow();
  stuck.socket.pause();
  await commitOneByOne(scene, 600, 10 * KIB);
  // 6 MB were published; the kernel holds some, and at most about 1 MiB waits here.
  const held = Math.max(...[...scene.connections].map(connection => connection.pending()));
  expect(held).toBeGreaterThan(1024 * KIB);
  expect(held).toBeLessThan(1300 * KIB);
  await healthy.hear(601);
  expect(seqsOf(healthy)).toEqual(from(1, 600));
  await scene.clock.advance(1_000);
  stuck.socket.resume();
  await stuck.heardEnd();
  expect(stuck.messages.at(-1)?.method).toBe('closing');
  const heard = seqsOf(stuck);
  expect(heard).toEqual(from(1, heard.length));
  expect(heard.length).toBeLessThan(600);
  await using again = await scene.follow(heard.length);
  await again.hear(1 + 600 - heard.length);
  expect(seqsOf(again)).toEqual(from(heard.length + 1, 600));
  await scene.clock.advance(5_000);
  expect(healthy.socket.closed).toBe(false);
});

test('a client that never reads again is destroyed 5 s after its disconnection', async () => {
  await using scene = await eventScene();
  await using stuck = await scene.follow();
  stuck.socket.pause();
  await commitOneByOne(scene, 300, 10 * KIB);
  await scene.clock.advance(1_000);
  await scene.clock.advance(4_999);
  expect(scene.connections.size).toBe(1);
  await scene.clock.advance(1);
  await until('the connection is gone', () => scene.connections.size === 0);
  expect(scene.clock.timers).toBe(0);
});

test('a slow client that keeps reading gets everything and is never disconnected', async () => {
  await using scene = await eventScene();
  await using slow = await scene.follow();
  const pump = {stop: false};
  const reading = (async () => {
    while (!pump.stop) {
      slow.socket.pause();
      await new Promise<void>(resolve => setTimeout(resolve, 2));
      slow.socket.resume();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
  })();
  await commitOneByOne(scene, 400, 20 * KIB);
  await slow.hear(401);
  pump.stop = true;
  await reading;
  expect(seqsOf(slow)).toEqual(from(1, 400));
});

test('a client killed while receiving events affects no other client', async () => {
  await using scene = await eventScene();
  await using healthy = await scene.follow();
  const victims = await Promise.all([scene.follow(), scene.follow(0), scene.follow()]);
  await commitOneByOne(scene, 50, KIB);
  for (const victim of victims) victim.socket.destroy();
  await commitOneByOne(scene, 50, KIB);
  await healthy.hear(101);
  expect(seqsOf(healthy)).toEqual(from(1, 100));
  await until('the victims are forgotten', () => scene.connections.size === 1);
  expect(scene.clock.timers).toBe(0);
});

test('a long replay and concurrent commits arrive as one sequence, for many clients', async () => {
  await using scene = await eventScene();
  scene.source.commit(3_000, 200);
  const clients = await Promise.all([0, 1, 1_500, 2_999, 3_000].map(since => scene.follow(since)));
  await commitOneByOne(scene, 200, 200);
  for (const [index, since] of [0, 1, 1_500, 2_999, 3_000].entries()) {
    const client = clients[index];
    if (client === undefined) throw new Error('no such client');
    await client.hear(1 + 3_200 - since);
    expect(seqsOf(client)).toEqual(from(since + 1, 3_200));
    await client[Symbol.asyncDispose]();
  }
});
