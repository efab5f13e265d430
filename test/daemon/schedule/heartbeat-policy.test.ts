import {expect, test} from 'vitest';
import {HEARTBEAT_RUNS, planHeartbeat} from '../../../src/daemon/schedule/idle/heartbeat-policy.ts';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';

const idleSince = Date.UTC(2026, 10, 21, 12);
const rules = {enabled: true, idleMinutes: 4, continueMinutes: 30};
const due = idleSince + 4 * MINUTE;
const endedAt = due + MINUTE;
const aRun = (over: Partial<Run> = {}): Run => ({
  id: 'run_1',
  kind: 'heartbeat',
  name: 'rooster:main',
  session: 'rooster:cron:heartbeat-rooster_main',
  status: 'suppressed',
  scheduledFor: due,
  startedAt: due,
  endedAt,
  attempt: 1,
  late: false,
  output: 'HEARTBEAT_OK',
  ...over,
});

test('a heartbeat is due after the minutes of a new idle period, whatever ran before', () => {
  const earlier = aRun({scheduledFor: idleSince - 1});
  expect(planHeartbeat(rules, idleSince, [earlier])).toEqual({kind: 'at', at: due, because: 'idle for 4 minutes'});
  expect(planHeartbeat({...rules, idleMinutes: 1}, idleSince, [])).toMatchObject({at: idleSince + MINUTE});
});

test.each([
  [aRun(), 'Done; nobody has written since.'],
  [aRun({status: 'ran', output: 'Call Bob.'}), 'Done; nobody has written since.'],
  [aRun({status: 'running'}), 'Running now.'],
  [aRun({status: 'skipped', error: 'HEARTBEAT.md asks for nothing.'}), 'HEARTBEAT.md asks for nothing.'],
])('a run that is %j is enough for this idle period', (run, why) => {
  expect(planHeartbeat(rules, idleSince, [run])).toEqual({kind: 'none', why});
});

test('CONTINUE alone returns after its minutes, counted from the end of the run', () => {
  const run = aRun({output: '**HEARTBEAT_CONTINUE**'});
  expect(planHeartbeat(rules, idleSince, [run])).toMatchObject({kind: 'at', at: endedAt + 30 * MINUTE});
  expect(planHeartbeat({...rules, continueMinutes: 10}, idleSince, [run])).toMatchObject({at: endedAt + 10 * MINUTE});
});

test('failures are retried with growing waits, five in a row at most', () => {
  const failed = aRun({status: 'failed', error: 'No.'});
  const plans = [1, 2, 3, 4, 5].map(count =>
    planHeartbeat(
      rules,
      idleSince,
      Array.from({length: count}, () => failed),
    ),
  );
  expect(plans.slice(0, 4).map(plan => (plan.kind === 'at' ? (plan.at - endedAt) / MINUTE : plan))).toEqual([
    5, 15, 45, 120,
  ]);
  expect(plans[4]).toEqual({kind: 'none', why: 'It failed 5 times in a row, the last time so: No.'});
  expect(HEARTBEAT_RUNS).toBe(5);
});

test('a disabled heartbeat has that as its reason', () => {
  expect(planHeartbeat({...rules, enabled: false}, idleSince, [])).toEqual({
    kind: 'none',
    why: 'Off (heartbeat.enabled is false).',
  });
});
