import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};

const startDaemon = async (home: string) => {
  const signal = fakeChannel();
  const fixture = await openTestDaemon({home, models: scriptedModel([]).models, config: ALICE, channels: [signal]});
  return {fixture, signal};
};
const remind = (fixture: TestDaemon, nag: string) =>
  fixture.call('reminder.set', {in: '5m', message: 'take **the** pill', user: 'alice', nag});

test('a nagging reminder repeats, word for word, until it is done', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  const {id} = await remind(fixture, '15m');
  await fixture.clock.advance(36 * MINUTE);
  expect(signal.texts).toEqual(['take **the** pill', 'take **the** pill', 'take **the** pill']);
  expect(signal.sent.every(({plain}) => plain === true)).toBe(true);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'fired', nagMs: 15 * MINUTE, nags: 2});
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(DAY);
  expect(signal.texts).toHaveLength(3);
});

test('nagging stops after eight times, with a last note', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  const {id} = await remind(fixture, '15m');
  await fixture.clock.advance(DAY);
  expect(signal.texts).toHaveLength(9);
  expect(signal.texts.at(-1)).toBe('take **the** pill\n\n(Last repeat for this reminder.)');
  expect((await fixture.event('reminder.nagged', ({last}) => last)).reminder).toMatchObject({id, nags: 8});
});

test('nagging stops after a day, however rarely it repeats', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  await remind(fixture, '10 hours');
  await fixture.clock.advance(3 * DAY);
  expect(signal.texts).toHaveLength(3);
  expect(signal.texts.at(-1)).toContain('(Last repeat for this reminder.)');
});

test.each([
  ['snoozed', 'reminder.snooze'],
  ['cancelled', 'reminder.cancel'],
] as const)("a reminder that is %s doesn't nag", async (_, method) => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using __ = fixture;
  const {id} = await remind(fixture, '15m');
  await fixture.clock.advance(21 * MINUTE);
  expect(signal.texts).toHaveLength(2);
  if (method === 'reminder.snooze') await fixture.call(method, {id, in: '5h'});
  else await fixture.call(method, {id});
  await fixture.clock.advance(4 * HOUR);
  expect(signal.texts).toHaveLength(2);
});

test('a snoozed reminder nags again from its new time', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  const {id} = await remind(fixture, '15m');
  await fixture.clock.advance(21 * MINUTE);
  await fixture.call('reminder.snooze', {id, in: '1h'});
  await fixture.clock.advance(61 * MINUTE);
  expect(await fixture.call('reminder.get', {id})).not.toHaveProperty('nags');
  await fixture.clock.advance(15 * MINUTE);
  expect(signal.texts).toHaveLength(4);
});

test("repeats don't pile up while the channel is down", async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  await remind(fixture, '15m');
  signal.turn('down');
  await fixture.clock.advance(5 * HOUR);
  signal.turn('up');
  await fixture.clock.advance(MINUTE);
  expect(signal.texts).toHaveLength(1);
  await fixture.clock.advance(16 * MINUTE);
  expect(signal.texts).toHaveLength(2);
});

test('a repeat that was due while the daemon was down comes once, then continues from there', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await remind(fixture, '15m');
  await fixture.clock.advance(6 * MINUTE);
  fixture.clock.set(fixture.clock.now() + 3 * HOUR);
  await using again = await fixture.restart();
  await again.clock.advance(MINUTE);
  expect(signal.texts).toHaveLength(2);
  await again.clock.advance(15 * MINUTE);
  expect(signal.texts).toHaveLength(3);
});

test.each([
  ['soon', "isn't a valid nag interval"],
  ['tomorrow', "isn't a valid nag interval"],
  ['5s', 'between 1 minute'],
  ['2 days', '12 hours'],
])('nagging every "%s" is refused with a sentence', async (nag, says) => {
  using home = tempDir();
  const {fixture} = await startDaemon(home.path);
  await using _ = fixture;
  await expect(remind(fixture, nag)).rejects.toThrow(says);
});

test('a reminder rings every five minutes until it is answered, at most twelve times', async () => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await using _ = fixture;
  expect(await remind(fixture, 'until answered')).toMatchObject({nagMs: 5 * MINUTE, untilAnswered: true});
  await fixture.clock.advance(6 * MINUTE + HOUR);
  expect(signal.texts).toHaveLength(13);
  expect(signal.texts.at(-1)).toContain('(Last repeat for this reminder.)');
  await fixture.clock.advance(DAY);
  expect(signal.texts).toHaveLength(13);
});

test.each(['on my way', 'done', 'snooze 2h'])('the reply "%s" ends the ringing, over a restart', async reply => {
  using home = tempDir();
  const {fixture, signal} = await startDaemon(home.path);
  await remind(fixture, '2m until answered');
  await fixture.clock.advance(8 * MINUTE);
  expect(signal.texts).toHaveLength(2);
  await signal.says('alice-uuid', reply, undefined, {at: fixture.clock.now()});
  await fixture.clock.advance(1_000);
  await using again = await fixture.restart();
  await again.clock.advance(HOUR);
  expect(signal.texts.filter(text => text === 'take **the** pill')).toHaveLength(2);
});

test.each([
  ['take the pill, ring until I answer', 5],
  ['take the pill until I answer', 5],
  ['take the pill, nag me every 3 minutes until I reply', 3],
  ['Tablette nehmen, klingle bis ich antworte', 5],
  ['Tablette nehmen bis ich antworte', 5],
  ['Tablette nehmen, erinnere mich alle 3 Minuten bis ich antworte', 3],
])('the words "%s" ring every %i minutes until an answer', async (message, minutes) => {
  using home = tempDir();
  const {fixture} = await startDaemon(home.path);
  await using _ = fixture;
  const set = await fixture.call('reminder.set', {in: '5m', message});
  expect(set).toMatchObject({nagMs: minutes * MINUTE, untilAnswered: true});
  expect(set.message).toMatch(/^(?:take the pill|Tablette nehmen)$/u);
});

test('an edit makes a reminder ring until it is answered, and a plain interval ends that', async () => {
  using home = tempDir();
  const {fixture} = await startDaemon(home.path);
  await using _ = fixture;
  const {id} = await remind(fixture, '15m');
  expect(await fixture.call('reminder.edit', {id, nag: 'bis ich antworte'})).toMatchObject({untilAnswered: true});
  expect(await fixture.call('reminder.edit', {id, nag: '15m'})).not.toHaveProperty('untilAnswered');
});
