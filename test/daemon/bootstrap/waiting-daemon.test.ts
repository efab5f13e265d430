// A daemon that waits, on its real socket.
import {expect, test, vi} from 'vitest';
import {startWaitingDaemon} from '../../../src/daemon/bootstrap/waiting-daemon.ts';
import {placesOf} from '../../../src/shared/records/places.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {connectTo} from '../../support/daemon-client.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('says who it is and how it is, stops and starts again, and refuses the rest with the reason of its kind', async () => {
  using dir = tempDir();
  const onStop = vi.fn();
  await using daemon = await startWaitingDaemon({
    ...{places: placesOf({ROOSTER_HOME: dir.path}, dir.path), env: {}, clock: fakeClock(), log: memoryLog()},
    ...{version: '9.9.9', onStop},
    greeting: () => ({seq: 7}),
    status: () => ({reminders: {pending: 3}, problems: [{key: 'cell', reason: 'Stands by.', inForce: 'Waits.'}]}),
    refusal: method => new GatewayError('unavailable', `Nobody holds the cell, so there is no ${method}.`),
  });
  await using client = await connectTo(`${dir.path}/run/rooster.sock`);
  expect(client.hello).toMatchObject({version: '9.9.9', pid: process.pid, seq: 7});
  expect(await client.call('daemon.status', {})).toMatchObject({
    ...{running: true, version: '9.9.9', bootId: client.hello.bootId, clients: 1, seq: 7},
    ...{reminders: {pending: 3}, alarms: {active: 0}, sessions: {total: 0}},
    problems: [{key: 'cell'}],
  });
  await expect(client.call('reminder.list', {})).rejects.toMatchObject({
    ...{code: 'unavailable', message: 'Nobody holds the cell, so there is no reminder.list.'},
  });
  await client.call('daemon.stop', {});
  await client.call('daemon.restart', {});
  expect(onStop.mock.calls).toEqual([['stop'], ['restart']]);
  await daemon[Symbol.asyncDispose]();
  expect(await client.closed).toEqual({kind: 'announced', message: 'The daemon is stopping.'});
});
