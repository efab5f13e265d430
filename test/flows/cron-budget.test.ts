// Use and limits of jobs. The scripted model reads 10 tokens and writes 5 each time it is asked.
import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {aJob, type CronFixture, openCronFixture} from '../support/cron-fixture.ts';

const PRICES = {'test/scripted': {input: 1_000, output: 2_000, currency: 'EUR'}};
const quiet = (over: object = {}) =>
  aJob({cron: '0 * * * *', timezone: 'UTC', announce: 'none', retry: 'never', ...over});
const looks = {calls: [{name: 'list_files', input: {}}]};

test('a run says how many tokens it used, with those of its announcement, and what they cost', async () => {
  await using fixture = await openCronFixture({
    jobs: [quiet({announce: 'rephrase', deliver: 'signal:alice-uuid'})],
    answers: [looks, 'Two meetings.', 'You have two meetings.'],
    config: {prices: PRICES},
  });
  await fixture.now().clock.advance(HOUR);
  const run = await fixture.ended();
  expect(run.tokens).toEqual({input: 30, output: 15});
  expect(run.cost?.currency).toBe('EUR');
  expect(run.cost?.amount).toBeCloseTo(0.06, 9);
  expect((await fixture.now().call('cron.get', {name: 'standup'})).today).toMatchObject({tokens: 45});
  expect((await fixture.now().call('daemon.status', {})).jobs).toEqual({
    today: {tokens: 45, costs: [{amount: expect.closeTo(0.06, 9), currency: 'EUR'}]},
  });
});

test('a model without a known price is counted in tokens alone', async () => {
  await using fixture = await openCronFixture({jobs: [quiet()], answers: ['one']});
  await fixture.now().clock.advance(HOUR);
  const run = await fixture.ended();
  expect(run.tokens).toEqual({input: 10, output: 5});
  expect(run).not.toHaveProperty('cost');
});

test('a job over its token limit skips its run with the reason, and its person is notified once', async () => {
  await using fixture = await openCronFixture({
    jobs: [quiet({limits: {tokensPerDay: 30}, announce: 'direct', deliver: 'signal:alice-uuid'})],
    answers: ['one', 'two', 'three'],
  });
  for (let count = 1; count <= 4; count += 1) {
    await fixture.now().clock.advance(HOUR);
    await fixture.sees(`run ${count}`, async () => (await ended(fixture)).length >= count);
  }
  expect((await ended(fixture)).map(({status, error}) => `${status} ${error ?? ''}`)).toEqual([
    'skipped standup has used its 30 tokens for today.',
    'skipped standup has used its 30 tokens for today.',
    'ran ',
    'ran ',
  ]);
  expect(await fixture.sent(3)).toEqual([
    'one',
    'two',
    'standup has used its 30 tokens for today. It stops until tomorrow, or run it by hand: rooster cron run standup --force',
  ]);
  for (let count = 5; count <= 13; count += 1) {
    await fixture.now().clock.advance(HOUR);
    await fixture.sees(`run ${count}`, async () => (await ended(fixture)).length >= count);
  }
  expect(await fixture.sent(4)).toEqual([expect.anything(), expect.anything(), expect.anything(), 'three']);
});

test('a run that reaches the limit is stopped before its next call', async () => {
  await using fixture = await openCronFixture({jobs: [quiet({limits: {tokensPerDay: 25}})], answers: [looks, looks]});
  const over = fixture.ended();
  await fixture.now().clock.advance(HOUR);
  expect(await over).toMatchObject({
    status: 'failed',
    error: 'standup has used its 25 tokens for today.',
    tokens: {input: 20, output: 10},
  });
});

test.each([
  [15, ['Two meetings.'], 15],
  [16, ['Two meetings.', 'You have two meetings.'], 30],
])('with a limit of %i tokens the model is asked for %j', async (tokensPerDay, answers, tokens) => {
  await using fixture = await openCronFixture({
    jobs: [quiet({announce: 'rephrase', deliver: 'signal:alice-uuid', limits: {tokensPerDay}})],
    answers,
  });
  await fixture.now().clock.advance(HOUR);
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  expect(await fixture.sent(1)).toEqual(answers.slice(-1));
  expect((await fixture.now().call('cron.get', {name: 'standup'})).today).toMatchObject({tokens});
});

test('a limit in money stops the job, and needs a price', async () => {
  await using fixture = await openCronFixture({
    jobs: [quiet({limits: {moneyPerDay: 0.02}}), quiet({name: 'unpriced', model: 'local/x', limits: {moneyPerDay: 1}})],
    answers: ['one'],
    config: {
      agent: {model: 'test/scripted'},
      providers: {
        local: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1'},
        test: {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1'},
      },
      prices: PRICES,
    },
  });
  await fixture.now().clock.advance(HOUR);
  await fixture.ended(({name, status}) => name === 'standup' && status === 'ran');
  await fixture.now().clock.advance(HOUR);
  const over = await fixture.ended(({name, status}) => name === 'standup' && status === 'skipped');
  expect(over.error).toBe('standup has used its €0.020 for today.');
  const unpriced = await fixture.ended(({name}) => name === 'unpriced');
  expect(unpriced).toMatchObject({
    status: 'skipped',
    error: expect.stringContaining("the price of local/x isn't known"),
  });
});

test('a limit refuses runs by hand too, unless forced; the usage survives a restart', async () => {
  await using fixture = await openCronFixture({jobs: [quiet({limits: {tokensPerDay: 10}})], answers: ['one', 'two']});
  await fixture.now().clock.advance(HOUR);
  await fixture.ended();
  await fixture.restart();
  await expect(fixture.now().call('cron.run', {name: 'standup'})).rejects.toThrow(
    'standup has used its 10 tokens for today. Run it all the same: rooster cron run standup --force',
  );
  expect(await fixture.now().call('cron.run', {name: 'standup', dry: true})).toMatchObject({
    dry: {prompt: 'What matters today?', overLimit: 'standup has used its 10 tokens for today.'},
  });
  await fixture.now().call('cron.run', {name: 'standup', force: true});
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended(({output}) => output === 'two')).toMatchObject({status: 'ran'});
});

test('a forced run that was cut off stays forced: after a restart it runs over the limit', async () => {
  await using fixture = await openCronFixture({
    jobs: [quiet({limits: {tokensPerDay: 10}})],
    answers: ['one', {hang: true}, 'two'],
  });
  await fixture.now().clock.advance(HOUR);
  await fixture.ended();
  const started = await fixture.now().call('cron.run', {name: 'standup', force: true});
  const {runId} = started as Extract<typeof started, {runId: unknown}>;
  await fixture.sees('the second call', async () => fixture.model.asked.length === 2);
  await fixture.restart();
  expect(await fixture.ended(({id, status}) => id === runId && status !== 'running')).toMatchObject({
    status: 'ran',
    output: 'two',
    forced: true,
    attempt: 2,
  });
});

const ended = async (fixture: CronFixture) =>
  (await fixture.now().call('run.list', {})).runs.filter(({status}) => status !== 'running');
