// An answer to a reminder withdraws what hasn't left yet, and its undo brings that back. Both run in the transaction of
// the change.
import {callOf} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {waitsForAnswer} from '../../delivery/outbound.ts';
import {announcementsOf, requeueWithdrawn, withdrawUnsent} from '../../delivery/withdraw-unsent.ts';
import type {Emit, Store} from '../../ports/store.ts';
import {isSeries} from '../../schedule/series/advance.ts';

type AnswerStore = Pick<Store, 'deliveries' | 'escalations' | 'runs'>;

/** Does nothing if the reminder waited for no answer, or still waits for one. */
export const withdrawAnswered = (store: AnswerStore, before: Reminder, after: Reminder, emit: Emit): void => {
  if (!waitsForAnswer(before) || (after.runId === before.runId && waitsForAnswer(after))) return;
  for (const runId of answeredRuns(store, before, after)) {
    withdrawUnsent(store, announcementsOf(store, runId), ANSWERED, emit);
  }
};

/** The person knows of earlier occurrences too, unless they want each of them. */
const answeredRuns = ({runs}: AnswerStore, before: Reminder, after: Reminder): readonly RunId[] => {
  const {id: name, runId, missed} = before;
  if (isSeries(before) && (missed !== 'each' || after.state === 'cancelled'))
    return runs.list({kind: 'reminder', name, limit: MOST_RUNS}).map(({id}) => id);
  return runId === undefined ? [] : [runId];
};

/**
 * `reminder`: the restored one. Its held message waits again, its next way follows, and copies that hadn't left are
 * queued.
 */
export const bringBackAnswered = (store: AnswerStore, reminder: Reminder, now: EpochMs, emit: Emit): void => {
  const {runId} = reminder;
  if (runId === undefined || !waitsForAnswer(reminder)) return;
  for (const escalation of store.escalations.ofRun(runId)) {
    if (escalation.outcome === 'answered') store.escalations.update(reopened(escalation, now));
  }
  // A copy stays withdrawn if the person has seen the reminder on another way.
  const isWanted = (call: string): boolean => store.escalations.get(call)?.state !== 'over';
  const copies = announcementsOf(store, runId).filter(copy => isWanted(callOf(copy)));
  requeueWithdrawn(store, copies, emit);
};

const reopened = (escalation: Escalation, now: EpochMs): Escalation => ({
  ...escalation,
  outcome: undefined,
  endedAt: undefined,
  state: escalation.tried.length === 0 ? 'held' : 'open',
  nextAt: now,
  tried: escalation.tried.map(way => (way.stale?.state === 'due' ? {...way, stale: undefined} : way)),
});

const ANSWERED = 'The reminder no longer waits for an answer.';
const MOST_RUNS = 20;
