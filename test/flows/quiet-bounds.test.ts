// The cost of idle conversations has limits: each test is a way in which it could grow without end.
import {expect, test} from 'vitest';
import {DAY, HOUR} from '../../src/shared/time/time.ts';
import {MAIN, openIdleFixture} from '../support/idle-fixture.ts';

test('an agent that always continues runs for a day, then waits for new messages', {tags: ['deep']}, async () => {
  const beats = 48;
  await using fixture = await openIdleFixture({
    answers: ['Hello.', ...Array.from({length: beats}, () => 'HEARTBEAT_CONTINUE')],
  });
  await fixture.now().say('hello');
  await fixture.minutes(3 * 24 * 60, 15);
  expect(await fixture.runs()).toHaveLength(beats);
  expect(await fixture.standing()).toBeUndefined();
});

test('restarts, rewritten settings and clock jumps by hours cause no second run', async () => {
  const config = {reflection: {enabled: true, idleMinutes: 4}};
  await using fixture = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK', 'Note.'], config});
  await fixture.now().say('hello');
  await fixture.minutes(6);
  expect(await fixture.runs('heartbeat')).toHaveLength(1);
  expect(await fixture.runs('reflection')).toHaveLength(1);
  for (let time = 0; time < 10; time += 1) {
    await fixture.restart();
    await fixture.minutes(1);
  }
  for (let time = 0; time < 5; time += 1) {
    await fixture.configure({...config, heartbeat: {idleMinutes: 1 + (time % 2)}});
    await fixture.minutes(3);
  }
  const now = fixture.clock.now();
  for (const jump of [5 * HOUR, -9 * HOUR, 3 * HOUR, 2 * DAY, -DAY]) {
    fixture.clock.set(now + jump);
    await fixture.minutes(40, 5);
  }
  expect(fixture.model.asked).toHaveLength(3);
  expect((await fixture.now().call('run.list', {})).runs).toHaveLength(2);
  expect(await fixture.history(MAIN)).toHaveLength(2);
});

test('a heartbeat that sets an alarm, which sets the next, causes no further heartbeat or reflection', async () => {
  const alarm = {calls: [{name: 'alarm', input: {action: 'set', when: 'in 10 minutes', message: 'Look again.'}}]};
  await using fixture = await openIdleFixture({
    answers: ['Hello.', alarm, 'HEARTBEAT_OK', 'Note.', alarm, 'Looked.', alarm, 'Looked.', 'Looked.'],
    config: {reflection: {enabled: true}},
  });
  await fixture.now().say('hello');
  await fixture.minutes(120, 5);
  expect(await fixture.runs('heartbeat')).toHaveLength(1);
  expect(await fixture.runs('reflection')).toHaveLength(1);
  expect(await fixture.runs('alarm')).toHaveLength(3);
});
