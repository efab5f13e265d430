// The reminder tool: what the agent schedules for a person, in their own words and zone. It parses and tells; what a deed does,
// and to whose reminders, is decided by those who keep them.

import {present} from '../../shared/fields/present.ts';
import {assertNever, GatewayError} from '../../shared/records/gateway-error.ts';
import type {Reminder, ReminderMode, TimedReminder} from '../../shared/records/jobs.ts';
import {onOneLine} from '../../shared/text/one-line.ts';
import {formatInterval} from '../../shared/time/format-time.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {calledById} from './called-by-id.ts';
import {defineTool, success} from './define-tool.ts';
import {DESCRIPTION, type ReminderArguments, SCHEMA} from './reminder-schema.ts';

/** When: `at` is ISO 8601 (in the user's zone where it names none), `when` is people's words. */
export type ReminderTime = {readonly at?: string; readonly when?: string};

/**
 * What can be done to reminders. Each throws a GatewayError with a sentence for what it refuses: a time that is not understood
 * or past, a user without any address, and (`not_found`) an id that is unknown or another user's.
 */
export type ReminderActions = {
  set(
    order: ReminderTime & {
      readonly message: string;
      readonly mode: ReminderMode;
      readonly nag?: string;
      readonly by: ToolContext;
    },
  ): Soon<TimedReminder>;
  /** The user's own, earliest first: pending and firing ones, and those that fired lately and are not done. */
  list(by: ToolContext): Soon<readonly Reminder[]>;
  cancel(id: string, by: ToolContext): Soon<Reminder>;
  snooze(id: string, time: ReminderTime, by: ToolContext): Soon<TimedReminder>;
  done(id: string, by: ToolContext): Soon<Reminder>;
  edit(
    id: string,
    change: ReminderTime & {readonly message?: string; readonly mode?: ReminderMode},
    by: ToolContext,
  ): Soon<TimedReminder>;
};

type Soon<T> = T | Promise<T>;

export type ReminderToolDeps = {
  readonly actions: ReminderActions;
  /** An instant as its person would say it, with the zone. */
  readonly formatIn: (at: EpochMs, zone: string) => string;
  /** What a reminder with that id says: people know it by its words. @default nobody knows */
  readonly messageOf?: (id: string) => string | undefined;
};

export const createReminderTool = (deps: ReminderToolDeps): Tool =>
  defineTool({
    name: 'reminder',
    description: DESCRIPTION,
    needs: 'inner',
    schema: SCHEMA,
    summary: ({action, id, time, when, message}) =>
      [action, calledById(id, deps.messageOf), when, time, message]
        .filter(part => typeof part === 'string' && part !== '')
        .join(' '),
    run: async (args, by) => success(await perform(deps, args, by)),
  });

const perform = async (
  {actions, formatIn}: ReminderToolDeps,
  args: ReminderArguments,
  by: ToolContext,
): Promise<string> => {
  const {action, mode} = args;
  const instant = ({fireAt, zone, note}: TimedReminder): string =>
    `${isoOf(fireAt)} = ${formatIn(fireAt, zone)}${note === undefined ? '' : ` (${note})`}`;
  switch (action) {
    case 'set': {
      const message = given(args, 'message');
      const nag = args.nag === undefined || args.nag.trim() === '' ? {} : {nag: args.nag.trim()};
      const set = await actions.set({...someTime(args), ...nag, message, mode: mode ?? 'agent', by});
      return `Reminder scheduled (id: ${set.id}) for ${instant(set)}. ${routeOf(set)}`;
    }
    case 'list':
      return listed(await actions.list(by), by, ({fireAt, zone}) => `${isoOf(fireAt)} (${formatIn(fireAt, zone)})`);
    case 'cancel': {
      const cancelled = await actions.cancel(given(args, 'id'), by);
      return `Reminder ${cancelled.id} cancelled. It was: ${quoted(cancelled)}`;
    }
    case 'snooze': {
      const snoozed = await actions.snooze(given(args, 'id'), someTime(args), by);
      return `Reminder ${snoozed.id} snoozed until ${instant(snoozed)}. ${routeOf(snoozed)}`;
    }
    case 'done': {
      const {id} = await actions.done(given(args, 'id'), by);
      return `Reminder ${id} marked as done.`;
    }
    case 'edit': {
      const id = given(args, 'id');
      const edited = await actions.edit(id, changeOf(args), by);
      return `Reminder ${edited.id} changed: ${instant(edited)} → ${quoted(edited)} ${routeOf(edited)}`;
    }
    default:
      return assertNever(action);
  }
};

const listed = (reminders: readonly Reminder[], by: ToolContext, instant: (reminder: Reminder) => string): string => {
  const own = reminders.filter(reminder => reminder.user === by.user);
  // One that fires right now is what this very turn may be about: it is not to come.
  const pending = own.filter(({state}) => state === 'pending');
  const fired = own.filter(({state}) => state === 'fired').slice(0, LISTED_AT_MOST);
  const lines = pending.slice(0, LISTED_AT_MOST).map(each => `- [${each.id}] ${instant(each)} → ${quoted(each)}`);
  if (pending.length > LISTED_AT_MOST) lines.push(`… and ${pending.length - LISTED_AT_MOST} more, later than these.`);
  if (lines.length === 0) lines.push('No pending reminders.');
  if (fired.length > 0) lines.push('', 'Fired lately and not marked as done (snooze and done work on these):');
  lines.push(...fired.map(each => `  ${each.id} fired for ${instant(each)}: ${quoted(each)}`));
  return lines.join('\n');
};

const routeOf = ({delivery, mode, nagMs}: Reminder): string => {
  const how = mode === 'verbatim' ? 'verbatim (word for word)' : 'agent';
  const nags = nagMs === undefined ? '' : ` Said again every ${formatInterval(nagMs)} until it is done or snoozed.`;
  return `Delivered to: ${delivery.join(', ')}. Mode: ${how}.${nags}`;
};

/** On one line, since a list is read line by line. */
const quoted = ({message}: Reminder): string => `"${onOneLine(message)}"`;

const given = (args: ReminderArguments, field: 'message' | 'id'): string => {
  const value = args[field];
  if (value === undefined || value.trim() === '') {
    throw new GatewayError('invalid', `"${field}" must be given for the action "${args.action}".`);
  }
  return value;
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

const changeOf = (args: ReminderArguments): ReminderTime & {message?: string; mode?: ReminderMode} => {
  const time = timeOf(args);
  const change = {
    ...(Object.keys(time).length === 0 ? {} : someTime(args)),
    ...(args.message === undefined || args.message.trim() === '' ? {} : {message: args.message}),
    ...present({mode: args.mode}),
  };
  if (Object.keys(change).length > 0) return change;
  throw new GatewayError('invalid', 'Say what to change: "time" or "when", "message" or "mode".');
};

const LISTED_AT_MOST = 100;
