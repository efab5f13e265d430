import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {expect, test} from 'vitest';
import {stopIfRunning} from '../../../../src/tui/cli/admin/stop-daemon.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {commandWorld} from '../command-world.ts';

test('a hanging daemon is ended by a signal', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'ignore'});
  const ended = once(child, 'exit');
  const {world, clock} = await commandWorld({
    answers: {hello: () => new Promise(() => {})},
    ...(child.pid === undefined ? {} : {lockHolder: child.pid}),
  });
  let over = false;
  const stopped = stopIfRunning(world).finally(() => {
    over = true;
  });
  while (!over) {
    // The end of a process takes real time; until then only the test clock counts.
    if (clock.now() - fakeClock().now() > 11_000) await ended;
    await clock.advance(10);
  }
  expect(await stopped).toBe(child.pid);
  expect(await ended).toEqual([null, 'SIGTERM']);
});
