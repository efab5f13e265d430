// What the schedule asks of the offline assistant, in the whole house: answered as if a person had asked it then.
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestHouse} from '../support/test-house.ts';

test.each([
  ['what time is it?', /^It is 12:01 CET, Saturday, 21 November\.$/u],
  ['what is next?', /^Next, (?:today at 15:00 CET|today 15:00 CET): call Bob\.$/u],
  ['What matters today?', /^(?:Today:\n1\. today 15:00: call Bob|You have .+\n1\. today 15:00: call Bob)$/u],
  ['list my reminders', /^You have one reminder:\n1\. today 15:00: call Bob$/u],
  ['what is the weather?', /needs a language model, which is not connected: “what is the weather\?”\.$/u],
])('a reminder for the agent that asks "%s" is answered', async (asked, told) => {
  using home = tempDir();
  await using house = await openTestHouse({home: home.path});
  await house.call('reminder.set', {when: 'today at 15:00', message: 'call Bob'});
  await house.call('reminder.set', {in: '1m', message: asked, mode: 'agent'});
  await house.clock.advance(MINUTE);
  const {run} = await house.event('run.ended');
  expect(run).toMatchObject({status: 'ran', output: expect.stringMatching(told)});
  const {deliveries} = await house.call('outbox.list', {});
  expect(deliveries.map(({text}) => text)).toEqual([run.output]);
});

test('a cron job of nobody’s is the operator’s: it sees their reminders', async () => {
  using home = tempDir();
  await using house = await openTestHouse({
    home: home.path,
    config: {cron: [{name: 'morning', cron: '1 12 * * *', message: 'What matters today?'}]},
  });
  await house.call('reminder.set', {when: 'today at 15:00', message: 'call Bob'});
  await jobsTold(house, house.clock);
  await house.clock.advance(MINUTE);
  const {run} = await house.event('run.ended');
  expect(run.output).toContain('today 15:00: call Bob');
});
