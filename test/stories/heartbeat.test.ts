// The heartbeat of a quiet conversation, in the whole house: the clock moved by hand, the model scripted. The checklist that the
// titles answer to is ticked off in docs/seeds.md.
import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../src/shared/time.ts';
import {MAIN, openIdleHouse} from '../support/idle-house.ts';

test('after four minutes without activity a heartbeat runs; one second earlier it does not', async () => {
  await using idle = await openIdleHouse({answers: ['Hello.', 'HEARTBEAT_OK']});
  await idle.now().say('hello');
  await idle.clock.advance(4 * MINUTE - SECOND);
  expect(await idle.runs()).toEqual([]);
  await idle.clock.advance(SECOND);
  const [run] = await idle.ended(1);
  expect(run).toMatchObject({
    kind: 'heartbeat',
    name: MAIN,
    session: 'rooster:cron:heartbeat-rooster_main',
    status: 'suppressed',
  });
  expect(await idle.history()).toHaveLength(2);
});
