// Actions of the offline assistant, each stored as a tool call. The calls show a later model which actions ran.

import type {JobMethod, JobOrder} from '../../../shared/languages/answers.ts';
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {type CronJob, formatSchedule, type JobChanger} from '../../../shared/records/jobs/cron-job.ts';
import type {CronChange, NewCronJob} from '../../../shared/records/jobs/cron-request.ts';
import type {EditScope, Reminder, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {momentWithZone} from '../../../shared/time/format-time.ts';
import {DAY, type EpochMs, instantOfIso, isoOf} from '../../../shared/time/time.ts';
import {formatWall} from '../../../shared/time/wall-text.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import {type Actor, changerOf} from '../../routing/actor.ts';
import type {Action, ActionResult, OfflineTurn} from '../../turns/offline-turn.ts';
import type {ReminderService} from '../reminders/reminder-actions.ts';
import {type Conversation, REMINDER} from './conversation.ts';
import type {Change, Memory, Moment, Order} from './intent.ts';
import type {IsProgram} from './scheduled.ts';
import {actionOf} from './sentences.ts';
import type {TimeReader} from './times.ts';

/** The parts that an answer is made from. */
export type Answering = {
  readonly times: TimeReader;
  readonly conversation: Conversation;
  readonly actions: Actions;
  readonly isProgram: IsProgram;
};

/** The answer, and the memory for the next message. */
export type OfflineAnswer = {readonly text: string} & Omit<Memory, 'turnId' | 'language'>;

export type ActionDeps = Core & {
  readonly reminderService: ReminderService;
  readonly jobs: (user: string | undefined) => Promise<readonly CronJob[]>;
  readonly cron: CronControl;
};

/** Runs, pauses and resumes jobs by name, and creates them. */
type CronControl = {
  readonly create: (request: NewCronJob, by: Actor) => Promise<CronJob>;
  readonly edit: (name: string, change: CronChange, by: JobChanger) => Promise<CronJob>;
  readonly runNow: (name: string) => unknown;
  readonly pauseJob: (name: string, until: string | undefined, by: JobChanger) => Promise<CronJob>;
  readonly resumeJob: (name: string, by: JobChanger) => unknown;
  readonly remove: (name: string, by: JobChanger) => Promise<unknown>;
};

/** `words`: its schedule. */
type NewJob = {readonly words: string; readonly prompt: string; readonly about: string};

/** A change of one reminder, by the operation or the method that makes it. */
export type Operation = {
  readonly operation: Change['operation'];
  readonly id: ReminderId;
  readonly time?: Moment['time'];
  readonly message?: string;
  readonly scope?: EditScope;
  readonly nag?: string;
  /** The length to move by: `300s`, or `-120s` for earlier. */
  readonly by?: string;
  /** For a pause: when it ends. */
  readonly until?: string;
};

type Actions = ReturnType<typeof createActions>;

export const createActions = (
  {clock, store, reminderService, jobs, cron}: ActionDeps,
  {turn, zone, act}: OfflineTurn,
) => {
  const actor: Actor = {
    user: turn.user,
    operator: false,
    session: turn.session,
    turnId: turn.id,
    trust: turn.trust,
  };
  const whenText = (reminder: Reminder): string =>
    waitsForEvent(reminder)
      ? waitingFor(reminder)
      : `${isoOf(reminder.fireAt)} = ${momentWithZone(reminder.fireAt, clock.now(), reminder.zone)}`;
  const line = (reminder: Reminder): string =>
    `${reminder.id}: ${whenText(reminder)}, to ${ringsAt(reminder).join(', ')}: "${oneLine(reminder.message)}"`;
  const lines = (reminders: readonly Reminder[]): string =>
    reminders.map(reminder => `- ${reminder.state} ${line(reminder)}`).join('\n') || 'No reminders.';

  const timeText = (time: Moment['time'] | undefined): string =>
    time === undefined ? '' : 'when' in time ? time.when : exactTime(time, clock.now(), zone);

  const ownReminders = (): readonly Reminder[] => {
    const since = clock.now() - DAY;
    const fired = reminderService.list({state: 'fired', limit: MOST}, actor).filter(({firedAt = 0}) => firedAt > since);
    const coming = reminderService.list({state: 'pending', limit: MOST}, actor);
    return [...coming, ...fired].toSorted((earlier, later) => earlier.fireAt - later.fireAt);
  };

  const setAction = (order: Order, index: number): Action<TimedReminder> => {
    const {moment, message, timer} = order;
    const input = {action: 'set', ...timeField(moment.time), message, mode: 'verbatim', timer};
    // The key names the turn and the position. A turn repeated after a kill sets the reminder only once.
    const key = `offline:${turn.id}:${index}`;
    return {
      name: REMINDER,
      input,
      summary: summaryOf('set', timeText(moment.time), message),
      run: callId => reminderService.set({...moment.time, message, mode: 'verbatim', key, timer}, {...actor, callId}),
      format: line,
    };
  };

  const changeAction = (changed: Operation): Action<TimedReminder> => {
    const {operation, id, time, message, scope, nag, by: shift, until} = changed;
    const action = actionOf(operation);
    const currentText = store.reminders.get(id)?.message;
    return {
      name: REMINDER,
      input: {action, id, ...(time && timeField(time)), message, scope, nag, by: shift, until},
      summary: summaryOf(
        action,
        currentText === undefined ? id : `"${shortened(currentText, CALLED)}"`,
        timeText(time),
        message ?? nag ?? shift ?? until ?? '',
      ),
      run: callId => {
        const by = {...actor, callId};
        switch (action) {
          case 'cancel':
          case 'done':
          case 'resume':
            return reminderService[action](id, by);
          case 'pause':
            return reminderService.pause(id, until, by);
          case 'skip':
            return reminderService.skip(id, undefined, by);
          case 'snooze':
            return reminderService.snooze(id, time ?? {}, by);
          default:
            return reminderService.edit(id, {...time, message, scope, nag, by: shift}, by);
        }
      },
      format: line,
    };
  };

  /** Performs a single lookup. */
  const look: Look = async action => {
    const [result] = await act([action]);
    return result ?? {ok: false, error: 'It was not looked up.'};
  };

  return {
    set: (orders: readonly Order[]) => act(orders.map(setAction)),
    change: (operations: readonly Operation[]) => act(operations.map(changeAction)),
    /** Undoes the person's last change. */
    undo: () =>
      look({
        name: REMINDER,
        input: {action: 'undo'},
        summary: 'undo',
        run: callId => reminderService.undo({...actor, callId}),
        format: line,
      }),
    /** The instant of the person's last change, here or elsewhere. Undefined if it can't be undone. */
    changedAt: () => reminderService.changedAt(actor),
    /** The person's reminders, earliest first: pending ones, and those that fired in the last day and aren't done. */
    list: () => look({name: REMINDER, input: {action: 'list'}, summary: 'list', run: ownReminders, format: lines}),
    ...jobActions({jobs, cron}, {turn, actor, look}),
    /** The reminder with this id, in any state. */
    find: (id: ReminderId) => store.reminders.get(id),
    /** The number of reminders that this turn has set. */
    setCount: () => store.reminders.ofTurn(turn.id).length,
  };
};

type Look = <T>(action: Action<T>) => Promise<ActionResult<T>>;

const jobActions = (
  {jobs, cron}: Pick<ActionDeps, 'jobs' | 'cron'>,
  {turn, actor, look}: {readonly turn: OfflineTurn['turn']; readonly actor: Actor; readonly look: Look},
) => ({
  jobs: () =>
    look({
      name: 'schedule',
      input: {},
      summary: '',
      run: () => jobs(turn.user),
      format: found => found.map(job => `- ${job.name}: ${formatSchedule(job)}`).join('\n') || 'No jobs.',
    }),
  /** `about`: gives the job its name. */
  createJob: async ({about, words, prompt}: NewJob) => {
    const known = await jobs(turn.user);
    // A turn that is repeated after a kill finds the job that it made.
    const same = known.find(({message, origin}) => message === prompt && origin !== 'config');
    const name = same?.name ?? freeName(about, known);
    return look({
      name: 'cron',
      input: {action: 'create', name, schedule: words, prompt},
      summary: `create ${oneLine(about)}`,
      run: async () => {
        checkTrust(turn, 'Creating');
        return same ?? (await cron.create({words, prompt, name}, actor));
      },
      format: job => `${job.name} (${job.origin})`,
    });
  },
  /** Gives a job another schedule and prompt. */
  editJob: (name: string, {words, prompt}: Omit<NewJob, 'about'>) =>
    look({
      name: 'cron',
      input: {action: 'edit', name, schedule: words, prompt},
      summary: `edit ${name}`,
      run: async () => {
        checkTrust(turn, 'Changing');
        return await cron.edit(name, {words, prompt}, changerOf(actor));
      },
      format: job => `${job.name} (${job.origin})`,
    }),
  pauseJob: (name: string, until: string | undefined) =>
    look<CronJob>({
      name: 'cron',
      input: {action: 'pause', name, until},
      summary: `pause ${name}${until === undefined ? '' : ` until ${until}`}`,
      run: async () => {
        checkTrust(turn, 'Changing');
        return await cron.pauseJob(name, until, changerOf(actor));
      },
      format: () => 'Done.',
    }),
  changeJob: (method: Exclude<JobMethod, 'cron.pause'>, name: string) =>
    look<unknown>({
      name: 'cron',
      input: {action: orderOf(method), name},
      summary: `${orderOf(method)} ${name}`,
      run: () => {
        checkTrust(turn, 'Changing');
        if (method === 'cron.remove') return cron.remove(name, changerOf(actor));
        return method === 'cron.run' ? cron.runNow(name) : cron.resumeJob(name, changerOf(actor));
      },
      format: () => 'Done.',
    }),
});

const checkTrust = ({trust}: OfflineTurn['turn'], what: string): void => {
  if (trust !== 'full')
    throw new GatewayError('refused', `${what} jobs needs full trust.`, {fault: 'needs-full-trust'});
};

/** The person's word for it, which is also that of the cron tool. */
export const orderOf = (method: JobMethod): JobOrder => (method === 'cron.remove' ? 'delete' : actionOf(method));

/** "Say good morning!" becomes `say-good-morning`, with a number if that is taken. */
const freeName = (about: string, jobs: readonly CronJob[]): string => {
  const words = about.toLowerCase().match(/[a-z0-9]+/gu) ?? ['job'];
  const name = words.slice(0, NAME_WORDS).join('-').slice(0, LONGEST_NAME);
  const taken = new Set(jobs.map(job => job.name));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
};

/** An instant, or a series and its first instant, for people. */
const exactTime = (
  {at, repeat: rule}: Extract<Moment['time'], {readonly at: string}>,
  now: EpochMs,
  zone: string,
): string => {
  const first = instantOfIso(at) ?? now;
  const moment = momentWithZone(first, now, zone);
  if (rule === undefined) return moment;
  return `${sayRecurrence({rule, zone, start: formatWall(wallTimeAt(first, zone))})} from ${moment}`;
};

/** The time as an input field of the reminder tool. */
const timeField = ({
  at,
  ...time
}: Partial<Moment['time'] & {readonly at: string}>): Readonly<Record<string, unknown>> =>
  at === undefined ? time : {time: at, ...time};

const summaryOf = (...parts: readonly string[]): string =>
  shortened(parts.filter(part => part !== '').join(' '), SUMMARY);

const NAME_WORDS = 4;
const LONGEST_NAME = 40;
/** More than a person can have pending. */
const MOST = 1_000;
const CALLED = 60;
const SUMMARY = 200;
