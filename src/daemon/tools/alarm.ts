// The alarm tool: the agent schedules its own wake-ups. The tool only parses and formats; `actions` decides what is
// allowed. Message and payload stay unchanged.

import {isAddress} from '../../shared/records/address.ts';
import {type Alarm, type AlarmRequest, type TimedAlarm, wakeAtOf} from '../../shared/records/jobs/alarm.ts';
import {isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import {joinLimits} from '../../shared/records/trust.ts';
import {assertNever, GatewayError} from '../../shared/text/gateway-error.ts';
import {counted} from '../../shared/text/sentences.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext, ToolOutput} from '../ports/tool.ts';
import {type AlarmArguments, DESCRIPTION, SCHEMA} from './alarm-schema.ts';
import {calledById, readableTime} from './call-words.ts';
import {defineTool, success} from './define-tool.ts';

/** The operations on alarms. Each refuses with a GatewayError and a sentence; another user's alarm is `not_found`. */
export type AlarmActions = {
  set(request: AlarmRequest, by: ToolContext): Soon<TimedAlarm>;
  /** The user's own alarms: active ones, earliest first, then those that ended recently. */
  list(by: ToolContext): Soon<readonly Alarm[]>;
  get(id: string, by: ToolContext): Soon<Alarm>;
  cancel(id: string, by: ToolContext): Soon<Alarm>;
};

type Soon<T> = T | Promise<T>;

export type AlarmToolDeps = {
  readonly actions: AlarmActions;
  /** Formats an instant for the user, with the zone. */
  readonly formatMoment: (at: EpochMs, zone: string) => string;
  /** The message of an alarm, to show instead of its id. @default unknown */
  readonly messageOf?: (id: string) => string | undefined;
};

export const createAlarmTool = (deps: AlarmToolDeps): Tool =>
  defineTool({
    name: 'alarm',
    description: DESCRIPTION,
    needs: 'inner',
    mayRunAgain: () => true,
    schema: SCHEMA,
    effects: ({action, deliver = '', message = ''}, {trust}) => {
      if (action === 'list' || action === 'get') return [];
      const says = `${action} an alarm${message === '' ? '' : `: ${message}`}`;
      const program = deliver.trim();
      if (action !== 'set' || program === '') return [{kind: 'own', says}];
      // Below full trust it is refused, whatever a person would say.
      return trust === 'full' ? [{kind: 'hooks', says: `${says}, to ${program}`, names: {recipient: program}}] : [];
    },
    summary: ({action, id, cron, when, time, message}) =>
      [action, calledById(id, deps.messageOf), cron, when, readableTime(time), message]
        .filter(part => typeof part === 'string' && part !== '')
        .join(' '),
    run: async (args, by) => {
      const {actions} = deps;
      if (args.action === 'list') {
        const alarms = await actions.list(by);
        return success(listed(deps, alarms), joinLimits(...alarms.map(({limits}) => limits)));
      }
      if (args.action === 'get') {
        const alarm = await actions.get(given(args, 'id'), by);
        return success(whole(deps, alarm), alarm.limits);
      }
      return await perform(deps, {...args, action: args.action}, by);
    },
  });

const perform = async (
  deps: AlarmToolDeps,
  args: AlarmArguments & {readonly action: 'set' | 'cancel'},
  by: ToolContext,
): Promise<ToolOutput> => {
  const {actions} = deps;
  switch (args.action) {
    case 'set': {
      const set = await actions.set(requestOf(args), by);
      const note = set.note === undefined ? '' : ` (${set.note})`;
      const where = set.deliver ?? (set.session === by.session ? 'this conversation' : set.session);
      return success(`Alarm set (id: ${set.id}): it wakes ${where} at ${nextOf(deps, set)}${note}${rhythm(set)}.`);
    }
    case 'cancel': {
      const cancelled = await actions.cancel(given(args, 'id'), by);
      return success(
        `Alarm ${cancelled.id} cancelled: it does not wake ${cancelled.deliver ?? 'you'} any more. It was: ${quoted(cancelled)}`,
        cancelled.limits,
      );
    }
    default:
      return assertNever(args.action);
  }
};

const requestOf = (args: AlarmArguments): AlarmRequest => {
  const {time, when, cron, timezone, message, payload, key} = args;
  const moments = [time, when, cron].filter(text => text !== undefined && text.trim() !== '');
  if (moments.length !== 1) throw new GatewayError('invalid', 'Give exactly one of "when", "time" and "cron".');
  return {
    ...named('at', time),
    ...named('when', when),
    ...named('cron', cron),
    ...named('timezone', timezone),
    message: message ?? '',
    ...(payload === undefined || payload === '' ? {} : {payload}),
    ...named('key', key),
    urgent: args.urgent,
    ...(args.deliver === undefined || args.deliver.trim() === '' ? conversationOf(args) : programOf(args)),
  };
};

const named = <Name extends string>(name: Name, text: string | undefined): {readonly [K in Name]?: string} =>
  text === undefined || text.trim() === '' ? {} : ({[name]: text.trim()} as {readonly [K in Name]: string});

const conversationOf = ({conversation}: AlarmArguments): {readonly session?: SessionKey} => {
  const session = conversation?.trim() ?? '';
  if (session === '') return {};
  if (isSessionKey(session)) return {session};
  throw new GatewayError(
    'invalid',
    `"${session}" isn't a conversation key. Leave "conversation" out to wake this one.`,
  );
};

/** A program's conversation has the program's own name. */
const programOf = ({deliver = '', conversation}: AlarmArguments): Pick<AlarmRequest, 'deliver' | 'conversation'> => {
  const address = deliver.trim();
  if (!isAddress(address)) throw new GatewayError('invalid', `"${address}" isn't a target. Example: hook:NAME.`);
  return {deliver: address, ...named('conversation', conversation)};
};

const listed = (deps: AlarmToolDeps, alarms: readonly Alarm[]): string =>
  alarms.length === 0
    ? 'No alarms.'
    : alarms
        .slice(0, LISTED_AT_MOST)
        .map(alarm => `- [${alarm.id}] ${stateOf(deps, alarm)}${rhythm(alarm)}${troubleOf(alarm)} → ${quoted(alarm)}`)
        .concat(alarms.length > LISTED_AT_MOST ? [`… and ${alarms.length - LISTED_AT_MOST} more.`] : [])
        .join('\n');

const whole = (deps: AlarmToolDeps, alarm: Alarm): string =>
  [
    `Alarm ${alarm.id}: ${stateOf(deps, alarm)}${rhythm(alarm)}${troubleOf(alarm)}`,
    `Wakes: ${alarm.deliver ?? alarm.session}. Set: ${isoOf(alarm.createdAt)}.${alarm.skipped === 0 ? '' : ` Skipped: ${alarm.skipped} occurrences.`}`,
    `Message: ${alarm.message}`,
    ...(alarm.payload === undefined ? [] : [`Payload: ${alarm.payload}`]),
  ].join('\n');

const stateOf = (deps: AlarmToolDeps, alarm: Alarm): string => {
  const {state, lastFiredAt, endedAt} = alarm;
  if (state === 'active') return `wakes at ${nextOf(deps, alarm)}`;
  const at = lastFiredAt ?? endedAt;
  return at === undefined ? state : `${state} (${isoOf(at)})`;
};

const nextOf = ({formatMoment}: AlarmToolDeps, alarm: Alarm): string => {
  const at = wakeAtOf(alarm);
  return at === undefined ? 'no instant' : `${isoOf(at)} = ${formatMoment(at, alarm.zone)}`;
};

const rhythm = ({cron, zone}: Alarm): string => (cron === undefined ? '' : `, and again by ${cron} in ${zone}`);

const troubleOf = ({failures, lastError}: Alarm): string =>
  lastError === undefined ? '' : ` (${counted(failures, 'failure')}, the last: ${lastError})`;

/** On one line, because the list has one line per alarm. */
const quoted = ({message}: Alarm): string => `"${shortened(message, LONGEST_QUOTE)}"`;

const given = (args: AlarmArguments, field: 'id'): string => {
  const value = args[field];
  if (value !== undefined && value.trim() !== '') return value.trim();
  throw new GatewayError('invalid', `"${field}" must be given for the action "${args.action}".`);
};

const LISTED_AT_MOST = 100;
const LONGEST_QUOTE = 200;
