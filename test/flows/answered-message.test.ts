// The message of a reminder that rang shows the person's answer, from wherever it came.
import {expect, onTestFinished, test} from 'vitest';
import type {RingAnswer} from '../../src/shared/records/message-details.ts';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const USER = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};

const rang = async (request: object = {in: '1m'}) => {
  const signal = fakeChannel('signal');
  const home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: {users: [USER]}, channels: [signal]});
  onTestFinished(() => home[Symbol.dispose]());
  const {id} = await fixture.call('reminder.set', {message: 'pills', user: 'alice', ...request});
  await fixture.clock.advance(MINUTE);
  const answers = async (): Promise<readonly (RingAnswer['kind'] | undefined)[]> => {
    const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
    return messages
      .filter(({role, source}) => role === 'assistant' && source.kind === 'reminder')
      .map(({details}) => details?.answer?.kind);
  };
  const newest = async () => {
    const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
    return messages.findLast(({source}) => source.kind === 'reminder')?.details;
  };
  return {fixture, signal, id, answers, newest};
};

test('done at the terminal is on the message, once, and an undo takes it away', async () => {
  const {fixture, id, answers, newest} = await rang();
  await using _ = fixture;
  expect(await answers()).toEqual([undefined]);
  await fixture.call('reminder.done', {id});
  expect(await newest()).toMatchObject({exact: true, answer: {kind: 'done', channel: 'terminal'}});
  expect(await fixture.call('reminder.undo', {})).toMatchObject({undone: 'done', state: 'fired'});
  expect(await fixture.call('reminder.get', {id})).not.toHaveProperty('undone');
  expect(await answers()).toEqual([undefined]);
  expect(await newest()).toEqual({exact: true});
});

test('an answer on the phone says so', async () => {
  const {fixture, signal, newest} = await rang();
  await using _ = fixture;
  await signal.says('alice-uuid', 'done');
  await fixture.clock.advance(0);
  expect(await newest()).toMatchObject({answer: {kind: 'done', channel: 'signal'}});
});

test('a snooze says until when, also after it was moved again; the next ring is a message of its own', async () => {
  const {fixture, id, answers, newest} = await rang();
  await using _ = fixture;
  const first = await fixture.call('reminder.snooze', {id, in: '10m'});
  expect(await newest()).toMatchObject({answer: {kind: 'snoozed', snoozedUntil: first.fireAt}});
  const second = await fixture.call('reminder.snooze', {id, in: '1h'});
  expect(await newest()).toMatchObject({answer: {kind: 'snoozed', snoozedUntil: second.fireAt}});
  await fixture.call('reminder.undo', {});
  expect(await newest()).toMatchObject({answer: {kind: 'snoozed', snoozedUntil: first.fireAt}});
  await fixture.clock.advance(HOUR);
  expect(await answers()).toEqual(['snoozed', undefined]);
  await fixture.call('reminder.done', {id});
  expect(await answers()).toEqual(['snoozed', 'done']);
});

test('of a series, the occurrence that rang has the answer', async () => {
  const {fixture, id, answers} = await rang({when: 'every hour'});
  await using _ = fixture;
  await fixture.clock.advance(HOUR);
  await fixture.call('reminder.done', {id});
  await fixture.clock.advance(HOUR);
  expect(await answers()).toEqual(['done', undefined]);
  await fixture.call('reminder.skip', {id});
  await fixture.call('reminder.snooze', {id, in: '20m'});
  expect((await answers())[0]).toBe('done');
});

test('editing or pausing is no answer', async () => {
  const {fixture, id, answers} = await rang({when: 'every hour'});
  await using _ = fixture;
  await fixture.clock.advance(HOUR);
  await fixture.call('reminder.edit', {id, message: 'vitamins'});
  await fixture.call('reminder.pause', {id});
  expect(await answers()).toEqual([undefined]);
});
