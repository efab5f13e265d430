// The cost of idle conversations has limits: each test is a way in which it could grow without end.
import {expect, test} from 'vitest';
import {DAY, HOUR} from '../../src/shared/time/time.ts';
import {MAIN, openIdleHouse} from '../support/idle-house.ts';

test('an agent that always continues runs for a day, then waits for new messages', async () => {
  const beats = 48;
  await using house = await openIdleHouse({
    answers: ['Hello.', ...Array.from({length: beats}, () => 'HEARTBEAT_CONTINUE')],
  });
  await house.now().say('hello');
  await house.minutes(3 * 24 * 60, 15);
  expect(await house.runs()).toHaveLength(beats);
  expect(await house.standing()).toBeUndefined();
});

test('restarts, rewritten settings and clock jumps by hours cause no second run', async () => {
  const config = {reflection: {enabled: true, idleMinutes: 4}};
  await using house = await openIdleHouse({answers: ['Hello.', 'HEARTBEAT_OK', 'Note.'], config});
  await house.now().say('hello');
  await house.minutes(6);
  expect(await house.runs('heartbeat')).toHaveLength(1);
  expect(await house.runs('reflection')).toHaveLength(1);
  for (let time = 0; time < 10; time += 1) {
    await house.restart();
    await house.minutes(1);
  }
  for (let time = 0; time < 5; time += 1) {
    await house.configure({...config, heartbeat: {idleMinutes: 1 + (time % 2)}});
    await house.minutes(3);
  }
  const now = house.clock.now();
  for (const jump of [5 * HOUR, -9 * HOUR, 3 * HOUR, 2 * DAY, -DAY]) {
    house.clock.set(now + jump);
    await house.minutes(40, 5);
  }
  expect(house.model.asked).toHaveLength(3);
  expect((await house.now().call('run.list', {})).runs).toHaveLength(2);
  expect(await house.history(MAIN)).toHaveLength(2);
});

test('a heartbeat that sets an alarm, which sets the next, causes no further heartbeat or reflection', async () => {
  const alarm = {calls: [{name: 'alarm', input: {action: 'set', when: 'in 10 minutes', message: 'Look again.'}}]};
  await using house = await openIdleHouse({
    answers: ['Hello.', alarm, 'HEARTBEAT_OK', 'Note.', alarm, 'Looked.', alarm, 'Looked.', 'Looked.'],
    config: {reflection: {enabled: true}},
  });
  await house.now().say('hello');
  await house.minutes(120, 5);
  expect(await house.runs('heartbeat')).toHaveLength(1);
  expect(await house.runs('reflection')).toHaveLength(1);
  expect(await house.runs('alarm')).toHaveLength(3);
});
