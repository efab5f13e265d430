// The reminder tool: the agent schedules messages for a person, in their words and time zone. The tool only parses and
// formats; `actions` decides what is allowed.

import {isEmpty} from '../../shared/fields/is-empty.ts';
import {ENGLISH_EVENTS} from '../../shared/languages/en/events.ts';
import {UNDONE_CHANGES} from '../../shared/record-text/undone.ts';
import {waitingFor} from '../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../shared/records/delivery/way.ts';
import {
  type EditScope,
  type Follows,
  mostNags,
  type Reminder,
  type ReminderMode,
  type TimedReminder,
  type UndoneReminder,
} from '../../shared/records/jobs/jobs.ts';
import {type StartsOn, waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {joinLimits} from '../../shared/records/trust.ts';
import {assertNever, GatewayError} from '../../shared/text/gateway-error.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {formatInterval} from '../../shared/time/format-time.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext, ToolOutput} from '../ports/tool.ts';
import {calledById, readableTime} from './call-words.ts';
import {defineTool, success} from './define-tool.ts';
import {DESCRIPTION, type ReminderArguments, SCHEMA} from './reminder-schema.ts';

/** `at`: ISO 8601, in the user's zone unless it names one. `when`: a time in words. */
type ReminderTime = {readonly at?: string; readonly when?: string};

/**
 * The operations on reminders. Each refuses with a GatewayError and a sentence: an unknown or past time, a user without
 * an address, and `not_found` for an unknown id or another user's.
 */
export type ReminderActions = {
  set(
    order: ReminderTime &
      ToolRepeat & {
        readonly message: string;
        readonly mode: ReminderMode;
        readonly nag?: string;
        readonly urgent?: boolean;
        readonly follows?: Follows;
        readonly timer?: boolean;
        readonly on?: StartsOn;
        readonly once?: boolean;
        readonly by: ToolContext;
      },
  ): Soon<TimedReminder>;
  /** The user's own reminders, earliest first: pending and firing ones, and recently fired ones that aren't done. */
  list(by: ToolContext): Soon<readonly Reminder[]>;
  cancel(id: string, by: ToolContext): Soon<Reminder>;
  snooze(id: string, time: ReminderTime, by: ToolContext): Soon<TimedReminder>;
  done(id: string, by: ToolContext): Soon<Reminder>;
  edit(id: string, change: ToolChange, by: ToolContext): Soon<TimedReminder>;
  skip(id: string, at: string | undefined, by: ToolContext): Soon<Reminder>;
  pause(id: string, until: string | undefined, by: ToolContext): Soon<Reminder>;
  resume(id: string, by: ToolContext): Soon<Reminder>;
  undo(by: ToolContext): Soon<UndoneReminder>;
};

type ToolRepeat = {readonly repeat?: string; readonly until?: string; readonly count?: number; readonly from?: 'done'};

type ToolChange = ReminderTime &
  ToolRepeat & {
    readonly message?: string;
    readonly mode?: ReminderMode;
    readonly urgent?: boolean;
    readonly follows?: Follows;
    readonly by?: string;
    readonly scope?: EditScope;
  };

type Soon<T> = T | Promise<T>;

export type ReminderToolDeps = {
  readonly actions: ReminderActions;
  /** Formats an instant for the user, with the zone. */
  readonly formatMoment: (at: EpochMs, zone: string) => string;
  /** The message of a reminder, to show instead of its id. @default unknown */
  readonly messageOf?: (id: string) => string | undefined;
};

export const createReminderTool = (deps: ReminderToolDeps): Tool =>
  defineTool({
    name: 'reminder',
    description: DESCRIPTION,
    needs: 'inner',
    mayRunAgain: () => true,
    schema: SCHEMA,
    effects: ({action, id = '', message = calledById(id, deps.messageOf)}) =>
      action === 'list' ? [] : [{kind: 'own', says: `${action} a reminder${message === '' ? '' : `: ${message}`}`}],
    summary: ({action, id, time, when, message}) =>
      [action, calledById(id, deps.messageOf), when, readableTime(time), message]
        .filter(part => typeof part === 'string' && part !== '')
        .join(' '),
    run: ({action, ...args}, by) => (action === 'list' ? list(deps, by) : perform(deps, {...args, action}, by)),
  });

const list = async ({actions, formatMoment}: ReminderToolDeps, by: ToolContext): Promise<ToolOutput> => {
  const own = (await actions.list(by)).filter(reminder => reminder.user === by.user);
  const pauseText = (until: EpochMs | undefined, zone: string): string =>
    until === undefined ? ', paused' : `, paused until ${formatMoment(until, zone)}`;
  const text = listed(own, reminder => {
    const {fireAt, zone, repeat, paused, pausedUntil} = reminder;
    if (waitsForEvent(reminder)) return `${waitingFor(reminder)}${paused ? pauseText(pausedUntil, zone) : ''}`;
    const often = repeat === undefined ? '' : `, ${repeat.words}${paused ? pauseText(pausedUntil, zone) : ''}`;
    return `${isoOf(fireAt)} (${formatMoment(fireAt, zone)}${often})`;
  });
  return success(text, joinLimits(...own.map(({limits}) => limits)));
};

const perform = async (
  {actions, formatMoment}: ReminderToolDeps,
  args: ReminderArguments & {readonly action: Exclude<ReminderArguments['action'], 'list'>},
  by: ToolContext,
): Promise<ToolOutput> => {
  const {action, mode} = args;
  const dates = ({next = [], repeat, zone}: Reminder): string => {
    const its = repeat?.zone ?? zone;
    const isFromDone = repeat?.from === 'done';
    if (next.length === 0)
      return isFromDone ? 'The next date counts from when it is marked as done' : 'No further dates';
    return `${isFromDone && repeat.counted === undefined ? 'The first' : 'Next'}: ${next
      .slice(0, SHOWN_DATES)
      .map(at => formatMoment(at, its))
      .join('; ')}`;
  };
  const instant = (reminder: TimedReminder): string => {
    const {fireAt, zone, note, repeat} = reminder;
    if (waitsForEvent(reminder)) return waitingFor(reminder);
    const once = `${isoOf(fireAt)} = ${formatMoment(fireAt, zone)}`;
    const remark = note === undefined ? '' : ` (${note})`;
    if (repeat === undefined) return `${once}${remark}`;
    const paused = reminder.paused ? ', paused' : '';
    return `${repeat.words} in ${repeat.zone}${remark}${paused}, first ${once}. ${dates(reminder)}`;
  };
  const rings = (reminder: Reminder): string =>
    `${reminder.repeat === undefined ? '' : ` ${dates(reminder)}.`}${waitsForEvent(reminder) ? ` It rings ${waitingFor(reminder)}.` : ''}`;
  const changed = (verb: string, reminder: Reminder): ToolOutput =>
    success(
      `Reminder ${reminder.id} ${verb}: ${quoted(reminder)}${reminder.paused ? '' : rings(reminder)}`,
      reminder.limits,
    );
  switch (action) {
    case 'set': {
      const message = given(args, 'message');
      const nag = args.nag === undefined || args.nag.trim() === '' ? {} : {nag: args.nag.trim()};
      const order = {
        ...(args.on === undefined ? timeOrRepeat(args) : {...timeOf(args), ...repeatOf(args)}),
        ...nag,
        on: args.on === undefined ? undefined : eventOf(args.on),
        once: args.once,
        urgent: args.urgent,
        follows: args.follows,
        timer: args.timer,
        message,
        mode: mode ?? (args.timer === true ? 'verbatim' : 'agent'),
        by,
      };
      const set = await actions.set(order);
      if (set.on !== undefined)
        return success(
          `Reminder set (id: ${set.id}): it rings ${waitingFor(set)}. ${set.once === true ? '' : `${ENGLISH_EVENTS.often} `}${routeOf(set)}`,
        );
      return success(
        `${set.timer === true ? 'Timer' : 'Reminder'} scheduled (id: ${set.id}) for ${instant(set)}. ${routeOf(set)}`,
      );
    }
    case 'cancel': {
      const cancelled = await actions.cancel(given(args, 'id'), by);
      return success(`Reminder ${cancelled.id} cancelled. It was: ${quoted(cancelled)}`, cancelled.limits);
    }
    case 'snooze': {
      const snoozed = await actions.snooze(given(args, 'id'), someTime(args), by);
      return success(`Reminder ${snoozed.id} snoozed until ${instant(snoozed)}. ${routeOf(snoozed)}`);
    }
    case 'done': {
      const done = await actions.done(given(args, 'id'), by);
      return success(`Reminder ${done.id} marked as done.${done.repeat === undefined ? '' : ` ${dates(done)}.`}`);
    }
    case 'skip':
      return changed('skips one occurrence', await actions.skip(given(args, 'id'), timeOf(args).at, by));
    case 'pause': {
      const paused = await actions.pause(given(args, 'id'), repeatOf(args).until, by);
      const {pausedUntil: end, zone} = paused;
      return changed(end === undefined ? 'paused' : `paused until ${isoOf(end)} = ${formatMoment(end, zone)}`, paused);
    }
    case 'resume':
      return changed('resumed', await actions.resume(given(args, 'id'), by));
    case 'undo': {
      const reminder = await actions.undo(by);
      const what = reminder.undone === undefined ? 'the last change' : UNDONE_CHANGES[reminder.undone];
      return changed(`restored to its state before ${what}`, reminder);
    }
    case 'edit': {
      const id = given(args, 'id');
      const edited = await actions.edit(id, changeOf(args), by);
      return success(
        `Reminder ${edited.id} changed: ${instant(edited)} → ${quoted(edited)} ${routeOf(edited)}`,
        edited.limits,
      );
    }
    default:
      return assertNever(action);
  }
};

const listed = (own: readonly Reminder[], instant: (reminder: Reminder) => string): string => {
  // A reminder that fires now may be the reason for this turn, so it isn't listed as pending.
  const pending = own.filter(({state}) => state === 'pending');
  const fired = own.filter(reminder => reminder.state === 'fired' || isOpenSeries(reminder)).slice(0, LISTED_AT_MOST);
  const lines = pending.slice(0, LISTED_AT_MOST).map(each => `- [${each.id}] ${instant(each)} → ${quoted(each)}`);
  if (pending.length > LISTED_AT_MOST) lines.push(`… and ${pending.length - LISTED_AT_MOST} more, later than these.`);
  if (lines.length === 0) lines.push('No pending reminders.');
  if (fired.length > 0) lines.push('', 'Fired lately and not marked as done (snooze and done work on these):');
  lines.push(...fired.map(each => `  ${each.id} fired for ${instant(each)}: ${quoted(each)}`));
  return lines.join('\n');
};

const isOpenSeries = ({state, occurrence}: Reminder): boolean =>
  state === 'pending' && occurrence !== undefined && occurrence.snoozedUntil === undefined;

const routeOf = (reminder: Reminder): string => {
  const {mode, nagMs, urgent, untilAnswered} = reminder;
  const how = mode === 'verbatim' ? 'verbatim (word for word)' : 'agent';
  const nags =
    nagMs === undefined
      ? ''
      : ` Repeated every ${formatInterval(nagMs)} until it is ${untilAnswered ? `answered, at most ${mostNags({untilAnswered})} times` : 'done or snoozed'}.`;
  return `Delivered to: ${ringsAt(reminder).join(', ') || (reminder.user ?? 'nobody')}. Mode: ${how}.${nags}${urgent === true ? ' Urgent: it rings in quiet hours.' : ''}`;
};

/** On one line, because the list has one line per reminder. */
const quoted = ({message}: Reminder): string => `"${oneLine(message)}"`;

const given = (args: ReminderArguments, field: 'message' | 'id'): string => {
  const value = args[field];
  if (value === undefined || value.trim() === '') {
    throw new GatewayError('invalid', `"${field}" must be given for the action "${args.action}".`);
  }
  return value;
};

/** The parts that belong to another kind of event are refused. */
const eventOf = ({kind, from, words, name, status}: NonNullable<ReminderArguments['on']>): StartsOn => {
  if (kind === 'message' && name === undefined && status === undefined) return {kind, from, words};
  if (kind === 'run' && name !== undefined && from === undefined && words === undefined) return {kind, name, status};
  throw new GatewayError('invalid', 'A message has "from", "words" or both; a run has "name", and maybe "status".');
};

const timeOf = ({time, when}: ReminderArguments): ReminderTime => ({
  ...(time === undefined || time.trim() === '' ? {} : {at: time.trim()}),
  ...(when === undefined || when.trim() === '' ? {} : {when: when.trim()}),
});

const someTime = (args: ReminderArguments): ReminderTime => {
  const time = timeOf(args);
  if (time.at !== undefined && time.when !== undefined) {
    throw new GatewayError('invalid', 'Give "time" or "when", not both.');
  }
  if (time.at === undefined && time.when === undefined) {
    throw new GatewayError('invalid', `"time" or "when" must be given for the action "${args.action}".`);
  }
  return time;
};

/** A recurrence may hold the time too. */
const timeOrRepeat = (args: ReminderArguments): ReminderTime & ToolRepeat => {
  const often = repeatOf(args);
  return {...(often.repeat === undefined || !isEmpty(timeOf(args)) ? someTime(args) : {}), ...often};
};

const repeatOf = ({repeat, until, count, from}: ReminderArguments): ToolRepeat => ({
  ...(repeat === undefined || repeat.trim() === '' ? {} : {repeat: repeat.trim()}),
  ...(until === undefined || until.trim() === '' ? {} : {until: until.trim()}),
  count,
  from,
});

const changeOf = (args: ReminderArguments): ToolChange => {
  const time = timeOf(args);
  const change = {
    ...repeatOf(args),
    ...(isEmpty(time) ? {} : someTime(args)),
    ...(args.message === undefined || args.message.trim() === '' ? {} : {message: args.message}),
    mode: args.mode,
    urgent: args.urgent,
    follows: args.follows,
    by: args.by?.trim() === '' ? undefined : args.by?.trim(),
  };
  if (!isEmpty(change)) return {...change, scope: args.scope};
  throw new GatewayError('invalid', 'Say what to change: "time", "when" or "repeat", "by", "message" or "mode".');
};

const LISTED_AT_MOST = 100;
const SHOWN_DATES = 3;
