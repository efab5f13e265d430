// Trace steps of conversations: a message, its turn with model and tools, the answer, and messages without a turn.
// Pure.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {kindName} from '../../../shared/records/jobs/run-kinds.ts';
import {
  channelOfSource,
  isInterrupted,
  type Message,
  type MessageSource,
  nameOfSource,
} from '../../../shared/records/message.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {formatOrigins, limitOfTools, limitsBelow, type TextLimit, type Trust} from '../../../shared/records/trust.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {instantOfIso, SECOND} from '../../../shared/time/time.ts';
import type {KeptRequest} from '../../ports/door.ts';
import {stepOfAlarmSet} from './alarm-steps.ts';
import {stepsOfApproval} from './approval-steps.ts';
import {type Called, quoted, short} from './format-trace.ts';
import type {TracedTurn} from './gather-trace.ts';

export const stepsOfTurn = (traced: TracedTurn, called: Called): readonly TraceStep[] => {
  const {turn, messages, part, set, alarms, changes, approvals} = traced;
  const {id, session, trust, model, startedAt, endedAt, outcome, error, limits} = turn;
  const [asked, ...rest] = messages;
  const begun: TraceStep | undefined =
    startedAt === undefined
      ? undefined
      : {
          at: startedAt,
          id,
          what: `the agent started in ${called.session(session)} (${model === undefined ? '' : `${model}, `}trust ${trust})`,
          kind: 'turn',
          session,
          trust,
        };
  const limited: readonly TraceStep[] =
    startedAt === undefined
      ? []
      : formatLimits(trust, limits).map(what => ({at: startedAt, id, what, kind: 'turn', trust}));
  const ended: TraceStep | undefined =
    endedAt === undefined
      ? undefined
      : {
          at: endedAt,
          id,
          what: `turn ended: ${outcome ?? 'unknown'}${error === undefined ? '' : `, ${error}`}`,
          kind: 'turn',
          trust,
        };
  return [
    ...(asked === undefined ? [] : [stepOfAsking(asked, part, trust, called)]),
    ...(begun === undefined ? [] : [begun]),
    ...limited,
    ...rest.flatMap(message => stepsOfMessage(message, messages, trust, called)),
    ...rest.flatMap(message => stepsWithoutEnd(message, traced, called)),
    ...approvals.flatMap(approval => stepsOfApproval(approval, trust, called)),
    ...set.map(reminder => stepOfSet(reminder, trust, called)),
    ...alarms.map(alarm => stepOfAlarmSet(alarm, trust, called)),
    ...changes.flatMap(event => stepOfChange(event, called)),
    ...(ended === undefined ? [] : [ended]),
  ];
};

/** The texts from elsewhere that the turn had read, and the tools that it lost by them. */
const formatLimits = (trust: Trust, limits: readonly TextLimit[] = []): readonly string[] => {
  const lower = limitsBelow(trust, limits);
  const limit = limitOfTools(lower);
  const others = lower.filter(({by}) => by !== limit?.by);
  return [
    ...(limit === undefined
      ? []
      : [`its tools were limited to trust ${limit.trust} by text from ${formatOrigins([limit])}`]),
    ...(others.length === 0 ? [] : [`it had read text from ${formatOrigins(others)}`]),
  ];
};

const stepOfAsking = (message: Message, part: TracedTurn['part'], trust: Trust, called: Called): TraceStep => {
  const {source, text} = message;
  const session = called.session(message.session);
  const what =
    part === 'attempt'
      ? `${session} was ${source.kind === 'alarm' ? 'woken' : 'asked'}: ${quoted(text)}`
      : part === 'announcement'
        ? `added to ${session} to announce: ${quoted(text)}`
        : `message from ${formatSource(source)} in ${session}: ${quoted(text)}`;
  return {at: message.at, id: message.id, what, kind: 'message', trust, detail: text};
};

const stepsOfMessage = (
  message: Message,
  all: readonly Message[],
  trust: Trust,
  called: Called,
): readonly TraceStep[] => {
  const {id, at, role, text, tool, toolCalls = [], source, session, thinking} = message;
  if (role === 'tool') {
    if (tool === undefined) return [];
    const call = all.flatMap(({toolCalls: calls = []}) => calls).find(({callId}) => callId === tool.callId);
    const asked = call === undefined ? '' : ` ${formatInput(call.input)}`;
    const end = tool.notRun === true ? 'not run' : tool.ok ? 'ok' : 'failed';
    const what = `tool ${tool.name}${asked}: ${end}, ${quoted(text)}`;
    return [{at, id, what, kind: 'tool', trust, detail: text}];
  }
  const what = isInterrupted(source)
    ? 'wrote before the interruption'
    : toolCalls.length > 0
      ? 'wrote first'
      : 'answered';
  const spoken: readonly TraceStep[] =
    text.trim() === ''
      ? []
      : [
          {
            at,
            id,
            what: `${what} in ${called.session(session)}: ${quoted(text)}`,
            kind: 'message',
            trust,
            detail: text,
          },
        ];
  const thought: readonly TraceStep[] =
    thinking === undefined
      ? []
      : [{at, id, what: `thought ${formatThought(thinking.tookMs)}`, kind: 'message', trust, detail: thinking.text}];
  return [...thought, ...spoken];
};

/** Calls without a result: they wait for a person, or still run, or were interrupted. */
const stepsWithoutEnd = (
  {id, at, toolCalls = []}: Message,
  {turn, messages, approvals}: TracedTurn,
  called: Called,
): readonly TraceStep[] => {
  const answered = new Set(messages.flatMap(({tool}) => (tool === undefined ? [] : [tool.callId])));
  return toolCalls
    .filter(({callId}) => !answered.has(callId))
    .map(({callId, name, input}): TraceStep => {
      const open = approvals.find(({approval}) => approval.callId === callId && approval.state === 'open')?.approval;
      const state =
        open !== undefined
          ? `waits for the answer of ${open.asks} until ${called.time(open.deadlineAt, called.zone(open.asks))}`
          : turn.state === 'ended'
            ? 'interrupted, outcome unknown'
            : 'no result yet';
      return {at, id, what: `tool ${name} ${formatInput(input)}: ${state}`, kind: 'tool', trust: turn.trust};
    });
};

const formatThought = (ms: number): string => (ms < SECOND ? 'for a moment' : `for ${formatDuration(ms)}`);

const stepOfSet = (reminder: Reminder, trust: Trust, called: Called): TraceStep => {
  const {id, createdAt, fireAt, zone, message, on} = reminder;
  return {
    at: createdAt,
    id,
    what: `set a reminder: ${on === undefined ? `due ${called.time(fireAt, zone)}` : waitingFor(reminder)}, ${quoted(message)}`,
    kind: 'reminder',
    trust,
    detail: message,
  };
};

const stepOfChange = (event: GatewayEvent, called: Called): readonly TraceStep[] => {
  if ('alarm' in event) {
    const {type, at, alarm} = event;
    const what = `${type.replace('.', ' ')} in it: ${quoted(alarm.message)}`;
    return [{at: instantOfIso(at) ?? 0, id: alarm.id, what, kind: 'alarm'}];
  }
  if (!('reminder' in event)) return [];
  const {type, at, trust, reminder} = event;
  const change = type.slice('reminder.'.length);
  const due =
    (type === 'reminder.snoozed' || type === 'reminder.edited') && reminder.on === undefined
      ? `, due ${called.time(instantOfIso(reminder.fireAt) ?? 0, reminder.zone)}`
      : '';
  return [
    {
      at: instantOfIso(at) ?? 0,
      id: reminder.id,
      what: `reminder ${change} in it${due}: ${quoted(reminder.message)}`,
      kind: 'reminder',
      trust,
    },
  ];
};

/** The request of another program that added a message. */
export const stepOfRequest = ({id, at, kind, name, key}: KeptRequest): TraceStep => ({
  at,
  id,
  what: `request ${id} came through ${kind} ${name}${key === undefined ? ', without a key' : `, key ${quoted(key)}`}`,
  kind: 'message',
});

/** A message without a turn: a direct announcement, or text in place of a failed turn. */
export const stepOfPut = (message: Message, turns: readonly TracedTurn[], called: Called): TraceStep => {
  const {id, at, role, source, text} = message;
  const session = called.session(message.session);
  const failed = turns.findLast(
    ({turn, part}) => part === 'announcement' && turn.session === message.session && turn.outcome !== 'replied',
  );
  const why =
    failed === undefined
      ? ''
      : `, since the turn for its announcement ended ${failed.turn.outcome ?? 'without an outcome'}`;
  const what =
    role === 'assistant'
      ? `added to ${session} word for word${why}: ${quoted(text)}`
      : source.kind === 'user'
        ? `${formatSource(source)} answered it in ${session}: ${quoted(text)}`
        : `${role === 'system' ? 'note' : 'task'} from ${formatSource(source)} added to ${session}: ${quoted(text)}`;
  return {at, id, what, kind: 'message', detail: text};
};

const formatSource = (source: MessageSource): string =>
  [kindName(source.kind), nameOfSource(source), channelOfSource(source)].filter(word => word !== undefined).join(' ');

const formatInput = (input: unknown): string =>
  short(typeof input === 'string' ? input : (JSON.stringify(input) ?? ''), LONGEST_INPUT);

const LONGEST_INPUT = 160;
