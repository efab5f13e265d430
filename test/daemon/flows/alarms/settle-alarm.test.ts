import {expect, test} from 'vitest';
import {endWoken} from '../../../../src/daemon/flows/alarms/settle-alarm.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {anAlarm, aRun, MAIN, openTestStore} from '../../store/store-fixture.ts';

test.each([
  ['its own run', 'run_1', 0],
  ['a later run, which goes on', 'run_2', 2],
] as const)('the end of a turn clears the failures of %s', (_, runId, failures) => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  const run = aRun('1', {kind: 'alarm', name: 'alm_1', session: MAIN});
  store.transact(emit => {
    store.runs.claim(run);
    store.alarms.add(anAlarm('1', {runId, failures: 2, retryAt: clock.now()}), '');
    endWoken(
      {
        ...testCore({
          store,
          clock,
          ids: countingIds(),
          log: memoryLog(),
          agent: () => 'rooster',
          closing: new AbortController().signal,
          people: {current: key => key, addressesOf: () => []},
        }),
        announcer: {aim: () => [], putNotice: () => {}, putDirectly: () => {}},
        removeTurn: () => {},
        jitter: () => 0,
      },
      run,
      {kind: 'silent'},
      emit,
    );
  });
  expect(store.alarms.get('alm_1')?.failures).toBe(failures);
});
