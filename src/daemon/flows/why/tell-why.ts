// Why: the story behind a message, turn, run, reminder, alarm, delivery or cron job, from what was recorded when it happened, never
// from what a model says about it.
import type {CronJob} from '../../../shared/cron-job.ts';
import type {StoryStep} from '../../../shared/story.ts';
import type {EpochMs} from '../../../shared/time.ts';
import type {Store} from '../../ports.ts';
import {changesOfAlarm, stepOfAlarm} from './alarm-steps.ts';
import {stepsOfDelivery} from './delivery-steps.ts';
import {gatherStory} from './gather-story.ts';
import {changesOf, runBegins, runEnds, stepOfJob, stepOfSetting} from './job-steps.ts';
import type {Called} from './story-words.ts';
import {stepOfPut, stepsOfTurn} from './talk-steps.ts';

type WhyDeps = {
  readonly store: Store;
  readonly now: () => EpochMs;
  /** The cron job of that name, if there is one. */
  readonly cronJob: (name: string) => CronJob | undefined;
  readonly called: Called;
};

/** The steps in the order they happened; of one instant, in the order they lead to each other. Throws `not_found`. */
export const tellWhy = ({store, now, cronJob, called}: WhyDeps, id: string): readonly StoryStep[] => {
  const story = gatherStory(store, cronJob, id);
  const steps = [
    ...story.origins.flatMap(turn => stepsOfTurn(turn, called)),
    ...story.reminders.map(reminder => stepOfSetting(reminder, story, called)),
    ...story.alarms.map(alarm => stepOfAlarm(alarm, story, called)),
    ...story.runs.flatMap(run => runBegins(run, called)),
    ...story.turns.flatMap(turn => stepsOfTurn(turn, called)),
    ...story.puts.map(message => stepOfPut(message, story.turns, called)),
    ...story.deliveries.flatMap(delivery => stepsOfDelivery(delivery, story.events, called)),
    ...story.runs.flatMap(runEnds),
    ...story.reminders.flatMap(reminder => changesOf(reminder, story)),
    ...story.alarms.flatMap(alarm => changesOfAlarm(alarm, story)),
    ...(story.job === undefined ? [] : [stepOfJob(story.job, now(), called)]),
  ];
  return steps.toSorted((a, b) => a.at - b.at);
};
