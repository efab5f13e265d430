import {expect, test} from 'vitest';
import {type EventDesk, eventDesk, seqsOf} from '../../support/event-desk.ts';
import {until} from '../../support/until.ts';

const KIB = 1024;

const from = (first: number, last: number): readonly number[] =>
  Array.from({length: last - first + 1}, (_, index) => first + index);

/** Commits so many events, each in its own turn of the event loop. */
const commitOneByOne = async (desk: EventDesk, count: number, bytes: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) {
    desk.source.commit(1, bytes);
    await new Promise<void>(resolve => setImmediate(resolve));
  }
};

test('a client that stops reading is disconnected, reads the reason, and resumes where it was', async () => {
  await using desk = await eventDesk();
  await using healthy = await desk.follow();
  await using stuck = await desk.follow();
  stuck.socket.pause();
  await commitOneByOne(desk, 600, 10 * KIB);
  // 6 MB were published; the kernel holds some, and at most about 1 MiB waits here.
  const held = Math.max(...[...desk.connections].map(connection => connection.pending()));
  expect(held).toBeGreaterThan(1024 * KIB);
  expect(held).toBeLessThan(1300 * KIB);
  await healthy.hear(601);
  expect(seqsOf(healthy)).toEqual(from(1, 600));
  await desk.clock.advance(1_000);
  stuck.socket.resume();
  await stuck.heardEnd();
  expect(stuck.messages.at(-1)?.method).toBe('closing');
  const heard = seqsOf(stuck);
  expect(heard).toEqual(from(1, heard.length));
  expect(heard.length).toBeLessThan(600);
  await using again = await desk.follow(heard.length);
  await again.hear(1 + 600 - heard.length);
  expect(seqsOf(again)).toEqual(from(heard.length + 1, 600));
  await desk.clock.advance(5_000);
  expect(healthy.socket.closed).toBe(false);
});

test('a client that never reads again is destroyed 5 s after its disconnection', async () => {
  await using desk = await eventDesk();
  await using stuck = await desk.follow();
  stuck.socket.pause();
  await commitOneByOne(desk, 300, 10 * KIB);
  await desk.clock.advance(1_000);
  await desk.clock.advance(4_999);
  expect(desk.connections.size).toBe(1);
  await desk.clock.advance(1);
  await until('the connection is gone', () => desk.connections.size === 0);
  expect(desk.clock.timers).toBe(0);
});

test('a slow client that keeps reading gets everything and is never disconnected', async () => {
  await using desk = await eventDesk();
  await using slow = await desk.follow();
  const pump = {stop: false};
  const reading = (async () => {
    while (!pump.stop) {
      slow.socket.pause();
      await new Promise<void>(resolve => setTimeout(resolve, 2));
      slow.socket.resume();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
  })();
  await commitOneByOne(desk, 400, 20 * KIB);
  await slow.hear(401);
  pump.stop = true;
  await reading;
  expect(seqsOf(slow)).toEqual(from(1, 400));
});

test('a client killed while receiving events affects no other client', async () => {
  await using desk = await eventDesk();
  await using healthy = await desk.follow();
  const victims = await Promise.all([desk.follow(), desk.follow(0), desk.follow()]);
  await commitOneByOne(desk, 50, KIB);
  for (const victim of victims) victim.socket.destroy();
  await commitOneByOne(desk, 50, KIB);
  await healthy.hear(101);
  expect(seqsOf(healthy)).toEqual(from(1, 100));
  await until('the victims are forgotten', () => desk.connections.size === 1);
  expect(desk.clock.timers).toBe(0);
});

test('a long replay and concurrent commits arrive as one sequence, for many clients', async () => {
  await using desk = await eventDesk();
  desk.source.commit(3_000, 200);
  const clients = await Promise.all([0, 1, 1_500, 2_999, 3_000].map(since => desk.follow(since)));
  await commitOneByOne(desk, 200, 200);
  for (const [index, since] of [0, 1, 1_500, 2_999, 3_000].entries()) {
    const client = clients[index];
    if (client === undefined) throw new Error('no such client');
    await client.hear(1 + 3_200 - since);
    expect(seqsOf(client)).toEqual(from(since + 1, 3_200));
    await client[Symbol.asyncDispose]();
  }
});
