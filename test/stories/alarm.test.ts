// Alarms, from the front door to the model: the numbers are those of the checklist drawn from the wake seed (docs/seeds.md).
import {expect, test} from 'vitest';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time.ts';
import {BOB, lastSaid, MAIN, openAlarmHouse} from '../support/alarm-house.ts';

test('CH-01, CH-11, CH-14: a due alarm wakes its conversation with a turn, and is fired', async () => {
  await using house = await openAlarmHouse({answers: ['Going on with 241.']});
  const {call, event} = house.now();
  const set = await call('alarm.set', {in: '10m', message: 'Resume the airdrop at 241.'});
  expect(set).toMatchObject({
    kind: 'once',
    state: 'active',
    nextAt: isoOf(house.clock.now() + 10 * MINUTE),
    session: MAIN,
    user: 'alice',
  });
  await house.clock.advance(10 * MINUTE - 1);
  expect(house.model.asked).toEqual([]);
  await house.clock.advance(1);
  expect(await event('turn.ended')).toMatchObject({outcome: 'replied', source: {kind: 'alarm', name: set.id}});
  const fired = await house.alarm(set.id);
  expect(fired).toMatchObject({state: 'fired', lastFiredAt: set.nextAt, failures: 0});
  expect(fired).not.toHaveProperty('nextAt');
  expect(await call('run.list', {})).toMatchObject({
    runs: [{kind: 'alarm', name: set.id, session: MAIN, status: 'ran', scheduledFor: set.nextAt, late: false}],
  });
  await house.clock.advance(DAY);
  expect(house.model.asked).toHaveLength(1);
});

test('CH-26, CH-28: message and payload arrive byte for byte, in the store, in the message and at the model', async () => {
  await using house = await openAlarmHouse({answers: ['Done.']});
  const {call, event} = house.now();
  const message = `  \n\t"quotes" and 'these', 🌍 ünïcode\r\n${'word '.repeat(2_000)}\n\n  `;
  const payload = '{ "z":1.0, "a" : 12345678901234567890123, "n":[ [1e400, -0.0], "\\u0041é🌍" ],\n "a":null }\n ';
  expect(message.length).toBeGreaterThan(10_000);
  const {id} = await call('alarm.set', {in: '1m', message, payload});
  expect(await house.alarm(id)).toMatchObject({message, payload});
  await house.clock.advance(MINUTE);
  await event('turn.ended');
  const {messages} = await call('session.history', {session: MAIN});
  expect(messages[0]).toMatchObject({role: 'user', text: message, payload});
  const [asked] = house.model.asked;
  const said = asked === undefined ? '' : lastSaid(asked);
  expect(said).toContain(`]\n\n${message}\n\n[Payload of ${id},`);
  expect(said).toContain(`]\n${payload}\n[End of the payload of ${id}]`);
});

test('CH-12, CH-30: the agent resumes that conversation with what was said in it before', async () => {
  await using house = await openAlarmHouse({answers: ['I will look again later.', 'It is through.']});
  const {call, say, event} = house.now();
  await say('Watch the build 4711.');
  const {id} = await call('alarm.set', {in: '1h', message: 'Look at the build.'});
  await house.clock.advance(HOUR);
  await event('turn.ended', ({source}) => source.name === id);
  const told = JSON.stringify(house.model.asked[1]?.prompt);
  for (const words of ['Watch the build 4711.', 'I will look again later.', 'Look at the build.'])
    expect(told).toContain(words);
});

test('CH-18, CH-31, CH-32: the turn says that a timer woke it, by which alarm, and that nobody typed it', async () => {
  await using house = await openAlarmHouse({answers: ['Good.']});
  const {call, event} = house.now();
  const {id} = await call('alarm.set', {in: '1h', message: 'Look at the build.'});
  await house.clock.advance(HOUR);
  await event('turn.ended');
  const {messages} = await call('session.history', {session: MAIN});
  expect(messages[0]).toMatchObject({text: 'Look at the build.', source: {kind: 'alarm', name: id}});
  const [asked] = house.model.asked;
  const said = asked === undefined ? '' : lastSaid(asked);
  expect(said).toContain(`Alarm ${id} has woken you: a timer did, and nobody typed this.`);
  expect(said).toContain('It was due 2026-11-21 13:00 CET.');
  expect(JSON.stringify(asked?.prompt[0])).toContain(`A wake-up \\"${id}\\"`);
});

test('the answer of a woken turn goes to the address of its conversation, as any reply', async () => {
  await using house = await openAlarmHouse({answers: ['The build is through, Bob.']});
  const {call, event, whileTimePasses} = house.now();
  await call('alarm.set', {in: '1h', message: 'Look at the build.', session: BOB});
  await house.clock.advance(HOUR);
  await event('turn.ended');
  await whileTimePasses(event('delivery.sent'));
  expect(house.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: 'The build is through, Bob.'}]);
});

test('CH-41, CH-48: one that came due while the daemon was down wakes on start, and says how late it is', async () => {
  await using house = await openAlarmHouse({answers: ['Late, but done.']});
  const {id} = await house.now().call('alarm.set', {in: '10m', message: 'Look.'});
  await house.restart(() => house.clock.set(house.clock.now() + 3 * HOUR));
  await house.clock.advance(SECOND);
  await house.now().event('turn.ended');
  expect(await house.now().event('alarm.fired')).toMatchObject({late: true});
  expect(await house.now().call('run.list', {})).toMatchObject({runs: [{name: id, late: true, status: 'ran'}]});
  const [asked] = house.model.asked;
  expect(asked && lastSaid(asked)).toMatch(
    /It was due 2026-11-21 12:10 CET and comes late, by 2 hours 50 minutes: it is 2026-11-21 15:00(?::\d\d)? CET now/u,
  );
});
