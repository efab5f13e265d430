import {expect, test} from 'vitest';
import {stoppedReason} from '../../../src/daemon/turns/interrupted.ts';

test('only a person at a terminal is asked to ask again, since other turns resume at the next start', () => {
  const again = 'Interrupted: the daemon stopped. Ask again if you still want an answer.';
  const alone = 'Interrupted: the daemon stopped.';
  expect(stoppedReason({session: 'rooster:main', fromPerson: true}, false)).toBe(again);
  expect(stoppedReason({session: 'rooster:dm:signal:bob-uuid', fromPerson: true}, false)).toBe(alone);
  expect(stoppedReason({session: 'rooster:main', fromPerson: false}, false)).toBe(alone);
  expect(stoppedReason({session: 'rooster:main', fromPerson: true}, true)).toBe(alone);
});
