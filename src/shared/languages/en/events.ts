// The events that reminders wait for instead of a time, in English. They define the shape that every language fills.
import {happenedText, RUN_DID, waitingFor, wrote} from '../../record-text/waiting-for.ts';
import type {StartingEvent, StartsOn, Waiting} from '../../records/jobs/starting-event.ts';

export const ENGLISH_EVENTS = {
  /** `when alice writes`, `every time somebody mentions "launch"`, `when backup fails` */
  waits: (waiting: Waiting): string => waitingFor(waiting),
  /** The text of a reminder that was set without one. */
  text: (on: StartsOn): string => happenedText(on),
  /**
   * `alice wrote at 17:03`, `backup failed yesterday 17:03, and 2 times more since`. `time`: without the day if that is
   * today.
   */
  happened: (event: StartingEvent, time: string, isToday: boolean): string => {
    const {more = 0} = event;
    const since = more === 0 ? '' : `, and ${more === 1 ? 'once' : `${more} times`} more since`;
    const did = event.kind === 'run' ? RUN_DID[event.status] : wrote(event.words);
    return `${event.who} ${did} ${isToday ? `at ${time}` : time}${since}`;
  },
  /** `set`: a reminder that waits for an event. `about` is `: stretch.`, `where` is `, in the terminal`. */
  set: (waits: string, where: string, about: string): string => `I will remind you ${waits}${where}${about}`,
  /** The job or person that it waits for no longer exists. */
  gone: (name: string): string => `${name} no longer exists`,
  /** Of one that goes on waiting after it rang. */
  often: 'At most every 10 minutes; what comes between counts into the next.',
};
