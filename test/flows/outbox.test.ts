import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type CronFixture, openCronFixture} from '../support/cron-fixture.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a dead delivery is listed with its reason, and retried by hand', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('never');
  await remind(fixture, 'tea');
  const dead = await fixture.sees('the dead letter', async () => deliveryIn(fixture, 'dead'));
  expect(dead).toMatchObject({text: 'tea', attempts: 1, lastError: 'signal:alice-uuid is not on signal.'});
  fixture.signal.answer('accept');
  expect(await fixture.now().call('outbox.retry', {id: dead.id})).toMatchObject({state: 'queued', attempts: 0});
  expect(await fixture.sent(1)).toEqual(['tea']);
  expect(await fixture.now().call('outbox.get', {id: dead.id})).toMatchObject({state: 'sent'});
  await expect(fixture.now().call('outbox.retry', {id: dead.id})).rejects.toThrow('nothing to retry');
});

test('a waiting delivery can be retried now or discarded', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('later');
  await remind(fixture, 'tea');
  const waiting = await fixture.sees('the first failure', async () => {
    const found = await deliveryIn(fixture, 'queued');
    return found?.attempts === 1 && found;
  });
  await fixture.now().call('outbox.retry', {id: waiting.id});
  await fixture.sees('the second try', async () => fixture.signal.attempts.length === 2);
  expect(await fixture.now().call('outbox.discard', {id: waiting.id})).toMatchObject({
    state: 'dead',
    discarded: true,
    lastError: waiting.lastError,
  });
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(2);
  expect(await fixture.now().call('outbox.discard', {id: waiting.id}), 'again').toMatchObject({discarded: true});
});

test('a held delivery is not sent before its release, even after a restart, and holds up nothing behind it', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('later');
  await remind(fixture, 'tea');
  const waiting = await fixture.sees('the first failure', async () => {
    const found = await deliveryIn(fixture, 'queued');
    return found?.attempts === 1 && found;
  });
  expect(await fixture.now().call('outbox.hold', {id: waiting.id})).toMatchObject({state: 'queued', onHold: true});
  expect(await fixture.now().call('outbox.hold', {id: waiting.id}), 'again').toMatchObject({
    state: 'queued',
    onHold: true,
  });
  await expect(fixture.now().call('outbox.retry', {id: waiting.id})).rejects.toThrow('is held');
  fixture.signal.answer('accept');
  const before = fixture.signal.attempts.length;
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(before);
  await remind(fixture, 'rent');
  expect(await fixture.sent(1)).toEqual(['rent']);
  await fixture.restart();
  await fixture.now().clock.advance(HOUR);
  expect((await fixture.now().call('outbox.list', {state: 'queued'})).deliveries).toMatchObject([
    {waits: {reason: 'It is held back until somebody releases it.'}},
  ]);
  expect(await fixture.now().call('outbox.get', {id: waiting.id})).toMatchObject({state: 'queued', onHold: true});
  await fixture.now().call('outbox.release', {id: waiting.id});
  await fixture.sees('the text sent', async () => (await deliveryIn(fixture, 'sent')) !== undefined);
  expect(fixture.signal.texts.filter(text => text === 'tea')).toHaveLength(1);
  await expect(fixture.now().call('outbox.release', {id: waiting.id})).rejects.toThrow('nothing to release');
  await expect(fixture.now().call('outbox.hold', {id: waiting.id})).rejects.toThrow("can't be held back");
});

test("a discarded delivery isn't counted, keeps its reason, and can still be retried", async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('never');
  await remind(fixture, 'tea');
  const dead = await fixture.sees('it given up', () => deliveryIn(fixture, 'dead'));
  expect(await fixture.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 0, dead: 1}});
  const put = await fixture.now().call('outbox.discard', {id: dead.id});
  expect(put).toMatchObject({state: 'dead', discarded: true, lastError: dead.lastError});
  expect(await fixture.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 0, dead: 0}});
  fixture.signal.answer('accept');
  expect(await fixture.now().call('outbox.retry', {id: dead.id})).not.toHaveProperty('discarded');
  expect(await fixture.sent(1)).toEqual(['tea']);
  await expect(fixture.now().call('outbox.discard', {id: dead.id})).rejects.toThrow("can't be discarded");
});

test('each waiting message says why, even one behind another or on a channel that is down', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('later');
  await remind(fixture, 'first');
  const head = await fixture.sees('the first failure', async () => {
    const found = await deliveryIn(fixture, 'queued');
    return found?.attempts === 1 && found;
  });
  const behind = await fixture.now().call('outbox.send', {to: head.address, text: 'second'});
  expect(await fixture.now().call('outbox.get', {id: head.id})).toMatchObject({waits: {reason: head.lastError}});
  expect(await fixture.now().call('outbox.get', {id: behind.id})).toMatchObject({
    waits: {reason: head.lastError, behind: head.id},
  });
  expect(await fixture.now().call('signal.status', {})).toMatchObject({
    held: [{address: head.address, messages: 2, sinceAt: head.createdAt, reason: head.lastError}],
  });
  fixture.signal.turn('down');
  const other = await fixture.now().call('outbox.send', {to: 'signal:+15555550199', text: 'third'});
  const {deliveries} = await fixture.now().call('outbox.list', {state: 'queued'});
  expect(deliveries.find(({id}) => id === other.id)?.waits).toEqual({reason: "signal can't send now."});
});

test('messages wait while a channel is down for an hour, then arrive in order, once each', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.turn('down');
  for (const text of ['one', 'two', 'three']) {
    await remind(fixture, text);
    await fixture.now().clock.advance(20 * MINUTE);
  }
  expect(fixture.signal.attempts).toEqual([]);
  expect(await fixture.now().call('daemon.status', {})).toMatchObject({outbox: {waiting: 3, dead: 0}});
  fixture.signal.turn('up');
  expect(await fixture.sent(3)).toEqual(['one', 'two', 'three']);
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(3);
});

test('waiting messages survive a restart and are sent by the next daemon', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.turn('down');
  await remind(fixture, 'tea');
  await fixture.restart();
  fixture.signal.turn('up');
  expect(await fixture.sent(1)).toEqual(['tea']);
  expect(fixture.signal.sent).toMatchObject([{repeat: false}]);
});

test('a message interrupted while sending is sent once more, marked as a repeat', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('hang');
  await remind(fixture, 'tea');
  await fixture.sees('the attempt', async () => fixture.signal.attempts.length === 1);
  await fixture.restart(() => fixture.signal.answer('accept'));
  expect(await fixture.sent(1)).toEqual(['tea']);
  expect(fixture.signal.sent).toMatchObject([{repeat: true}]);
  const {deliveries} = await fixture.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{state: 'sent', repeat: true, attempts: 2}]);
  await fixture.restart();
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(2);
});

test('why traces a delivery from its due time to its acceptance', async () => {
  await using fixture = await openCronFixture();
  const {id} = await remind(fixture, 'tea');
  await fixture.sent(1);
  const sent = await fixture.sees('the delivery', async () => deliveryIn(fixture, 'sent'));
  const {steps} = await fixture.now().call('why', {id: sent.id});
  const words = steps.map(({what}) => what).join('\n');
  expect(words).toMatch(
    /reminder set in[\s\S]*was due[\s\S]*started in[\s\S]*queued for[\s\S]*accepted for alice on signal/u,
  );
  expect(steps.map(step => step.id)).toContain(id);
});

test('a message for an unconfigured channel waits, says why, and fails after a week', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({
    home: home.path,
    models: scriptedModel([]).models,
    config: {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]},
  });
  await fixture.call('reminder.set', {in: '1s', message: 'tea'});
  await fixture.clock.advance(SECOND);
  await fixture.event('delivery.failed');
  const reason = 'Signal is not set up (rooster signal link).';
  expect(await fixture.call('outbox.list', {})).toMatchObject({
    deliveries: [{state: 'queued', attempts: 0, lastError: reason, address: 'signal:alice-uuid'}],
  });
  const {steps} = await fixture.call('why', {id: (await fixture.call('outbox.list', {})).deliveries[0]?.id ?? ''});
  expect(steps.map(({what}) => what)).toContain(`waits: ${reason}`);
  expect((await fixture.call('daemon.status', {})).problems).toMatchObject([
    {key: 'signal', reason: expect.stringMatching(/^1 delivery waits for signal, which is not set up/u)},
  ]);
  expect(await fixture.call('config.check', {})).toEqual({problems: []});
  await fixture.clock.advance(6 * DAY);
  expect(fixture.events.filter(({type}) => type === 'delivery.failed')).toHaveLength(1);
  await fixture.clock.advance(DAY + MINUTE);
  await fixture.event('delivery.dead');
  expect(await fixture.call('outbox.list', {})).toMatchObject({
    deliveries: [{state: 'dead', lastError: `${reason} The delivery waited for a week.`}],
  });
  expect((await fixture.call('daemon.status', {})).problems).toEqual([]);
});

test('a message that waited for a channel is sent when the channel is configured', async () => {
  using home = tempDir();
  const options = {home: home.path, models: scriptedModel([]).models};
  const fixture = await openTestDaemon({
    ...options,
    config: {users: [{name: 'alice', trust: 'full', match: ['signal:alice-uuid', 'terminal:default']}]},
  });
  await fixture.call('reminder.set', {in: '1s', message: 'tea'});
  await fixture.clock.advance(SECOND);
  await fixture.event('delivery.failed');
  const signal = fakeChannel();
  await using later = await fixture.restart({channels: [signal]});
  await later.clock.advance(MINUTE);
  await later.event('delivery.sent');
  expect(signal.texts).toEqual(['tea']);
  const {deliveries} = await later.call('outbox.list', {});
  expect(deliveries[0]?.lastError).toBeUndefined();
});

const remind = async (fixture: CronFixture, message: string) => {
  const reminder = await fixture.now().call('reminder.set', {in: '1s', message, user: 'alice'});
  await fixture.now().clock.advance(SECOND);
  return reminder;
};
const deliveryIn = async (fixture: CronFixture, state: 'dead' | 'queued' | 'sent') =>
  (await fixture.now().call('outbox.list', {state})).deliveries[0];
