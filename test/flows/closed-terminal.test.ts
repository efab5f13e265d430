// A turn that began at the desk and ends after the terminal was closed.

import {expect, test} from 'vitest';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {daemonClient} from '../../src/ipc/protocol.ts';
import {dial} from '../../src/ipc/socket/dial.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};

test.each([
  ['closed', ['terminal', 'signal'], ['Done.']],
  ['closed', undefined, []],
  ['open', ['terminal', 'signal'], []],
] as const)(
  'with a terminal that is %s at the end and the ways %j, the phone gets %j',
  async (end, reach, expected) => {
    using home = tempDir();
    const signal = fakeChannel('signal');
    const answer = Promise.withResolvers<string>();
    using model = scriptedModel([() => answer.promise]);
    const users = [{...ALICE, ...(reach && {reach})}];
    await using fixture = await openTestDaemon({
      home: home.path,
      config: {users},
      channels: [signal],
      models: model.models,
    });
    const terminal = daemonClient({
      transport: await dial(placesOf({ROOSTER_HOME: home.path}, home.path).socket),
      clock: systemClock(),
      onNotice: () => {},
    });
    await terminal.call('hello', {protocol: PROTOCOL, client: 'test'});
    await terminal.call('client.presence', {active: true, focused: true});
    await terminal.call('session.send', {text: 'work on it'});
    await fixture.event('turn.started');
    const presence = async () => (await fixture.call('daemon.status', {})).people?.[0]?.presence;
    if (end === 'closed') {
      await terminal[Symbol.asyncDispose]();
      await expect.poll(presence).toBe('away');
    }
    answer.resolve('Done.');
    await fixture.event('turn.ended');
    await fixture.clock.advance(1_000);
    if (expected.length > 0) await until('the phone has it', () => signal.texts.length > 0);
    expect(signal.texts).toEqual(expected);
    if (end === 'open') await terminal[Symbol.asyncDispose]();
  },
);
