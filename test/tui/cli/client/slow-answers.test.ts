import {expect, test} from 'vitest';
import type {Methods} from '../../../../src/ipc/method-table.ts';
import type {Handlers} from '../../../../src/ipc/wire/index.ts';
import {SECOND} from '../../../../src/shared/time/time.ts';
import {withReasons} from '../../../../src/tui/cli/client/slow-answers.ts';
import {commandWorld} from '../command-world.ts';

const HELD = 'Nothing is sent or confirmed until PostgreSQL answers. PostgreSQL at db: no answer.';

/** A daemon that begins to wait for PostgreSQL after five seconds, and answers a list `afterMs` later than it was asked. */
const aScene = async (afterMs: number, isHeld = true) => {
  const notes: string[] = [];
  const answers: Partial<Handlers<Methods>> = {
    'reminder.list': () => new Promise(resolve => made.clock.after(afterMs, () => resolve({reminders: []}))),
  };
  const made = await commandWorld({
    answers,
    held: () => (made.clock.now() - beganAt < 5 * SECOND || !isHeld ? undefined : HELD),
  });
  const beganAt = made.clock.now();
  const connect = withReasons(made.world.connect, {
    clock: made.clock,
    version: '0.1.0',
    note: text => notes.push(text),
  });
  const {client} = await connect();
  const asked = client.call('reminder.list', {}).catch((error: Error) => error.message);
  for (let seconds = 0; seconds < 31; seconds += 1) await made.clock.advance(SECOND);
  return {notes, answer: await asked};
};

test('a command says once why its answer takes long, and prints the answer when it comes', async () => {
  const {notes, answer} = await aScene(20 * SECOND);
  expect(notes).toEqual([HELD]);
  expect(answer).toEqual({reminders: []});
});

test('a command that gives up says that the request may still be carried out', async () => {
  expect((await aScene(60 * SECOND)).answer).toMatch(
    /^PostgreSQL did not answer in time\. .*look before you repeat it\.$/u,
  );
});

test('a daemon that is only slow is not said to wait for PostgreSQL', async () => {
  expect(await aScene(60 * SECOND, false)).toEqual({notes: [], answer: 'No answer to reminder.list within 30 s.'});
});
