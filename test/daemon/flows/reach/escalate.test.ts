import {expect, test} from 'vitest';
import {createEscalationService} from '../../../../src/daemon/flows/reach/escalate.ts';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {startScheduler} from '../../../support/start-scheduler.ts';
import {testCore} from '../../../support/test-core.ts';
import {noon, openTestStore} from '../../store/store-fixture.ts';

test('a message whose next step fails is tried again every few seconds, not in a loop, and is logged', async () => {
  const [clock, log] = [fakeClock(), memoryLog()];
  using store = openTestStore({clock});
  store.transact(() =>
    store.escalations.add({
      id: 'run_1',
      person: 'alice',
      kind: 'announce',
      about: 'run_1',
      key: 'run_1',
      source: {kind: 'cron', name: 'news'},
      ways: ['signal:alice-uuid'],
      afterMs: 3 * MINUTE,
      tried: [],
      state: 'held',
      nextAt: noon,
      createdAt: noon,
      text: 'Rain.',
    }),
  );
  let tries = 0;
  const source = createEscalationService({
    ...testCore({
      store,
      clock,
      log,
      ids: countingIds(),
      reach: {
        around: () => ({seen: undefined, serves: () => true}),
        waysTo: () => [],
        quietUntil: () => undefined,
        digestAt: () => {
          tries += 1;
          if (tries > 100) throw new RangeError('It is tried in a loop.');
          throw new Error('The disk is on fire.');
        },
      },
      reschedule: () => {},
      people: {zoneOf: () => 'UTC', owner: () => 'alice'},
    }),
    announcer: {putDirectly: () => {}, sendNotice: () => {}},
    channelNamed: () => undefined,
  });
  using _ = startScheduler({clock, log, sources: [source]});
  await clock.advance(MINUTE);
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(20);
  expect(log.lines.map(({sentence}) => sentence)).toContain('The reach schedule failed: The disk is on fire.');
});
