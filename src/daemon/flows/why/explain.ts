// Explains a message, turn, run, reminder, alarm, delivery or cron job, from records only and never from a model's
// claims.
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {People} from '../../core.ts';
import {withWays} from '../../delivery/targets.ts';
import type {Store} from '../../ports/store.ts';
import {changesOfAlarm, stepOfAlarm} from './alarm-steps.ts';
import {becauseOf} from './because.ts';
import {stepOfPut, stepOfRequest, stepsOfTurn} from './conversation-steps.ts';
import {stepsOfDelivery} from './delivery-steps.ts';
import {endOfEscalation, stepsOfWays} from './escalation-steps.ts';
import type {Called} from './format-trace.ts';
import {gatherTrace} from './gather-trace.ts';
import {changesOf, changesOfJob, runBegins, runEnds, stepOfJob, stepOfSetting} from './job-steps.ts';

type WhyDeps = {
  readonly store: Store;
  readonly now: () => EpochMs;
  /** The cron job with this name, if there is one. */
  readonly cronJob: (name: string) => CronJob | undefined;
  readonly called: Called;
  readonly people: Pick<People, 'person' | 'addressesOf'>;
};

/**
 * Steps in order of time; steps of one instant in order of cause. `because`: the trace as one sentence, where there is
 * a cause. Rejects with `not_found`.
 */
export const explain = async (
  {store, now, cronJob, called, people}: WhyDeps,
  id: string,
): Promise<{readonly because?: string; readonly steps: readonly TraceStep[]}> => {
  const trace = await gatherTrace(store, cronJob, people.addressesOf, id);
  const steps = [
    ...trace.origins.flatMap(turn => stepsOfTurn(turn, called)),
    // A ring of a reminder that goes on waiting was set by nobody.
    ...trace.reminders
      .filter(({event}) => event?.of === undefined)
      .map(reminder => stepOfSetting(withWays(people.person)(reminder), trace, called)),
    ...trace.alarms.map(alarm => stepOfAlarm(alarm, trace, called)),
    ...trace.runs.flatMap(run => runBegins(run, called)),
    ...trace.requests.map(stepOfRequest),
    ...trace.turns.flatMap(turn => stepsOfTurn(turn, called)),
    ...trace.puts.map(message => stepOfPut(message, trace.turns, called)),
    ...trace.escalations.flatMap(escalation => stepsOfWays(escalation, trace, called)),
    ...trace.deliveries.flatMap(delivery => stepsOfDelivery(delivery, trace.events, called)),
    ...trace.escalations.flatMap(escalation => endOfEscalation(escalation, called)),
    ...trace.runs.flatMap(runEnds),
    ...trace.reminders.flatMap(reminder => changesOf(reminder, trace, called)),
    ...trace.alarms.flatMap(alarm => changesOfAlarm(alarm, trace, called)),
    ...changesOfJob(trace),
    ...(trace.job === undefined ? [] : [stepOfJob(trace.job, now(), called)]),
  ];
  return {because: becauseOf(trace, called), steps: steps.toSorted((a, b) => a.at - b.at)};
};
