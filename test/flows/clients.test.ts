import {expect, test} from 'vitest';
import {daemonClient} from '../../src/ipc/protocol.ts';
import {dial} from '../../src/ipc/socket/dial.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

test("a client can watch the number of followers; a client that only asks a question isn't counted", async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  const counts: number[] = [];
  const connect = async () =>
    daemonClient({
      transport: await dial(placesOf({ROOSTER_HOME: home.path}, home.path).socket),
      clock: systemClock(),
      onNotice: ({method, params}) => {
        if (method === 'clients') counts.push(params.count);
      },
    });
  await using watching = await connect();
  await watching.call('events.subscribe', {clients: true});
  await until('the first count', () => counts.length === 1);
  await using asking = await connect();
  await asking.call('session.list', {});
  const other = await connect();
  await other.call('events.subscribe', {});
  await until('another one', () => counts.length === 2);
  await other[Symbol.asyncDispose]();
  await until('it left', () => counts.length === 3);
  // The test's own client follows, too.
  expect(counts).toEqual([2, 3, 2]);
  expect(fixture.events.length).toBeGreaterThan(0);
});
