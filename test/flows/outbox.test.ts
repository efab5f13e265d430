import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type CronHouse, openCronHouse} from '../support/cron-house.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestHouse} from '../support/test-house.ts';

test('a dead delivery is listed with its reason, and retried by hand', async () => {
  await using house = await openCronHouse();
  house.signal.answer('never');
  await remind(house, 'tea');
  const dead = await house.sees('the dead letter', async () => deliveryIn(house, 'dead'));
  expect(dead).toMatchObject({text: 'tea', attempts: 1, lastError: 'signal:alice-uuid is not on signal.'});
  house.signal.answer('accept');
  expect(await house.now().call('outbox.retry', {id: dead.id})).toMatchObject({state: 'queued', attempts: 0});
  expect(await house.sent(1)).toEqual(['tea']);
  expect(await house.now().call('outbox.get', {id: dead.id})).toMatchObject({state: 'sent'});
  await expect(house.now().call('outbox.retry', {id: dead.id})).rejects.toThrow('nothing to retry');
});

test('a waiting delivery can be retried now or discarded', async () => {
  await using house = await openCronHouse();
  house.signal.answer('later');
  await remind(house, 'tea');
  const waiting = await house.sees('the first failure', async () => {
    const found = await deliveryIn(house, 'queued');
    return found?.attempts === 1 && found;
  });
  await house.now().call('outbox.retry', {id: waiting.id});
  await house.sees('the second try', async () => house.signal.attempts.length === 2);
  expect(await house.now().call('outbox.discard', {id: waiting.id})).toMatchObject({
    state: 'dead',
    discarded: true,
    lastError: waiting.lastError,
  });
  await house.now().clock.advance(HOUR);
  expect(house.signal.attempts).toHaveLength(2);
  expect(await house.now().call('outbox.discard', {id: waiting.id}), 'again').toMatchObject({discarded: true});
});

test("a discarded delivery isn't counted, keeps its reason, and can still be retried", async () => {
  await using house = await openCronHouse();
  house.signal.answer('never');
  await remind(house, 'tea');
  const dead = await house.sees('it given up', () => deliveryIn(house, 'dead'));
  expect(await house.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 0, dead: 1}});
  const put = await house.now().call('outbox.discard', {id: dead.id});
  expect(put).toMatchObject({state: 'dead', discarded: true, lastError: dead.lastError});
  expect(await house.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 0, dead: 0}});
  house.signal.answer('accept');
  expect(await house.now().call('outbox.retry', {id: dead.id})).not.toHaveProperty('discarded');
  expect(await house.sent(1)).toEqual(['tea']);
  await expect(house.now().call('outbox.discard', {id: dead.id})).rejects.toThrow("can't be discarded");
});

test('each waiting message says why, even one behind another or on a channel that is down', async () => {
  await using house = await openCronHouse();
  house.signal.answer('later');
  await remind(house, 'first');
  const head = await house.sees('the first failure', async () => {
    const found = await deliveryIn(house, 'queued');
    return found?.attempts === 1 && found;
  });
  const behind = await house.now().call('outbox.send', {to: head.address, text: 'second'});
  expect(await house.now().call('outbox.get', {id: head.id})).toMatchObject({waits: {reason: head.lastError}});
  expect(await house.now().call('outbox.get', {id: behind.id})).toMatchObject({
    waits: {reason: head.lastError, behind: head.id},
  });
  expect(await house.now().call('signal.status', {})).toMatchObject({
    held: [{address: head.address, messages: 2, sinceAt: head.createdAt, reason: head.lastError}],
  });
  house.signal.turn('down');
  const other = await house.now().call('outbox.send', {to: 'signal:+15555550199', text: 'third'});
  const {deliveries} = await house.now().call('outbox.list', {state: 'queued'});
  expect(deliveries.find(({id}) => id === other.id)?.waits).toEqual({reason: "signal can't send now."});
});

test('messages wait while a channel is down for an hour, then arrive in order, once each', async () => {
  await using house = await openCronHouse();
  house.signal.turn('down');
  for (const text of ['one', 'two', 'three']) {
    await remind(house, text);
    await house.now().clock.advance(20 * MINUTE);
  }
  expect(house.signal.attempts).toEqual([]);
  expect(await house.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 3, dead: 0}});
  house.signal.turn('up');
  expect(await house.sent(3)).toEqual(['one', 'two', 'three']);
  await house.now().clock.advance(HOUR);
  expect(house.signal.attempts).toHaveLength(3);
});

test('waiting messages survive a restart and are sent by the next daemon', async () => {
  await using house = await openCronHouse();
  house.signal.turn('down');
  await remind(house, 'tea');
  await house.restart();
  house.signal.turn('up');
  expect(await house.sent(1)).toEqual(['tea']);
  expect(house.signal.sent).toMatchObject([{repeat: false}]);
});

test('a message interrupted while sending is sent once more and says so', async () => {
  await using house = await openCronHouse();
  house.signal.answer('hang');
  await remind(house, 'tea');
  await house.sees('the attempt', async () => house.signal.attempts.length === 1);
  await house.restart(() => house.signal.answer('accept'));
  expect(await house.sent(1)).toEqual(['tea']);
  expect(house.signal.sent).toMatchObject([{repeat: true}]);
  const {deliveries} = await house.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{state: 'sent', repeat: true, attempts: 2}]);
  await house.restart();
  await house.now().clock.advance(HOUR);
  expect(house.signal.attempts).toHaveLength(2);
});

test('why traces a delivery from its due time to its acceptance', async () => {
  await using house = await openCronHouse();
  const {id} = await remind(house, 'tea');
  await house.sent(1);
  const sent = await house.sees('the delivery', async () => deliveryIn(house, 'sent'));
  const {steps} = await house.now().call('why', {id: sent.id});
  const words = steps.map(({what}) => what).join('\n');
  expect(words).toMatch(
    /reminder set in[\s\S]*was due[\s\S]*fired in[\s\S]*put in the outbox[\s\S]*accepted for alice on signal/u,
  );
  expect(steps.map(step => step.id)).toContain(id);
});

test('a message for an unconfigured channel waits, says why, and fails after a week', async () => {
  using home = tempDir();
  await using house = await openTestHouse({
    home: home.path,
    models: scriptedModel([]).models,
    config: {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]},
  });
  await house.call('reminder.set', {in: '1s', message: 'tea'});
  await house.clock.advance(SECOND);
  await house.event('delivery.failed');
  const reason = 'Signal is not set up (rooster signal link).';
  expect(await house.call('outbox.list', {})).toMatchObject({
    deliveries: [{state: 'queued', attempts: 0, lastError: reason, address: 'signal:alice-uuid'}],
  });
  const {steps} = await house.call('why', {id: (await house.call('outbox.list', {})).deliveries[0]?.id ?? ''});
  expect(steps.map(({what}) => what)).toContain(`it waits: ${reason}`);
  expect((await house.call('daemon.status', {})).problems).toMatchObject([
    {key: 'signal', reason: expect.stringMatching(/^1 delivery waits for signal, which is not set up/u)},
  ]);
  expect(await house.call('config.check', {})).toEqual({problems: []});
  await house.clock.advance(6 * DAY);
  expect(house.events.filter(({type}) => type === 'delivery.failed')).toHaveLength(1);
  await house.clock.advance(DAY + MINUTE);
  await house.event('delivery.dead');
  expect(await house.call('outbox.list', {})).toMatchObject({
    deliveries: [{state: 'dead', lastError: `${reason} The delivery waited for a week.`}],
  });
  expect((await house.call('daemon.status', {})).problems).toEqual([]);
});

test('a message that waited for a channel is sent when the channel is configured', async () => {
  using home = tempDir();
  const options = {home: home.path, models: scriptedModel([]).models};
  const house = await openTestHouse({
    ...options,
    config: {users: [{name: 'alice', trust: 'full', match: ['signal:alice-uuid', 'terminal:default']}]},
  });
  await house.call('reminder.set', {in: '1s', message: 'tea'});
  await house.clock.advance(SECOND);
  await house.event('delivery.failed');
  const signal = fakeChannel();
  await using later = await house.restart({channels: [signal]});
  await later.clock.advance(MINUTE);
  await later.event('delivery.sent');
  expect(signal.texts).toEqual(['tea']);
  const {deliveries} = await later.call('outbox.list', {});
  expect(deliveries[0]?.lastError).toBeUndefined();
});

const remind = async (house: CronHouse, message: string) => {
  const reminder = await house.now().call('reminder.set', {in: '1s', message, user: 'alice'});
  await house.now().clock.advance(SECOND);
  return reminder;
};
const deliveryIn = async (house: CronHouse, state: 'dead' | 'queued' | 'sent') =>
  (await house.now().call('outbox.list', {state})).deliveries[0];
