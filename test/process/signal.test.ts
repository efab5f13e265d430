// Signal from end to end: the real daemon, and the stand-in for signal-cli as the process it starts.
// @module-tag deep

import {expect, test} from 'vitest';
import {nameOfSource} from '../../src/shared/records/message.ts';
import {ALICE, OWN} from '../signal-stand-in/signal/samples.ts';
import {signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';

const SESSION = 'rooster:main';

test("a message on Signal is answered on Signal, in the owner's conversation", {tags: ['fast']}, async () => {
  await using home = await signalHome();
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up' && status.outbound === 'up');
  home.server.enqueue(text('good morning', 1));
  const sent = await daemon.event('delivery.sent');
  expect(sent.delivery).toMatchObject({address: `signal:${ALICE.uuid}`, text: 'You said: good morning'});
  expect(home.sends()).toEqual([{recipient: ALICE.uuid, message: 'You said: good morning'}]);
  const {messages} = await daemon.call('session.history', {session: SESSION});
  expect(messages.map(({role, text, source}) => [role, text, nameOfSource(source)])).toEqual([
    ['user', 'good morning', 'alice'],
    ['assistant', 'You said: good morning', undefined],
  ]);
  expect((await daemon.call('daemon.status', {})).channels).toEqual([
    expect.objectContaining({channel: 'signal', inbound: 'up', outbound: 'up', account: OWN.number, version: '0.14.6'}),
  ]);
});

test('a message is answered once, even when the daemon is killed and the message arrives again', async () => {
  await using home = await signalHome();
  {
    await using daemon = await home.start();
    await daemon.follow(0);
    home.server.enqueue(text('first', 1), text('first', 1));
    await daemon.event('delivery.sent');
    await daemon.kill('SIGKILL');
  }
  home.server.enqueue(text('first', 1), text('second', 2));
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: second');
  await until('all is sent', () => home.sends().length >= 2);
  expect(home.sends().map(({message}) => message)).toEqual(['You said: first', 'You said: second']);
  expect([...home.model.asked]).toEqual([
    ['first', 1],
    ['second', 1],
  ]);
});

test('Signal starts and stops with its configuration', async () => {
  await using home = await signalHome();
  home.configure({signal: undefined});
  await using daemon = await home.start();
  await daemon.follow(0);
  expect((await daemon.call('daemon.status', {})).channels).toEqual([]);
  home.configure();
  await daemon.event('channel.status', status => status.inbound === 'up');
  home.configure({signal: undefined});
  await daemon.event('channel.status', status => status.inbound === 'off');
  expect((await daemon.call('daemon.status', {})).channels).toEqual([]);
});
