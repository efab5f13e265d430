// Applies numbered events to the state. Deltas only add text until the event with the whole text arrives. An event of
// an unknown type only advances the number. Pure.

import {fromWire} from '../fields/wire.ts';
import {channelOf} from '../records/address.ts';
import {type Approval, callsFirst} from '../records/approval.ts';
import type {Delivery} from '../records/delivery/delivery.ts';
import type {TurnId} from '../records/ids.ts';
import type {Alarm} from '../records/jobs/alarm.ts';
import type {CronJob} from '../records/jobs/cron-job.ts';
import type {Reminder, Run} from '../records/jobs/jobs.ts';
import type {Message} from '../records/message.ts';
import type {Session} from '../records/session.ts';
import type {SessionKey} from '../records/session-key.ts';
import {type EpochMs, instantOfIso} from '../time/time.ts';
import type {ChannelStatus, ContactRequest, Delta, GatewayEvent, ThinkingDelta} from './gateway-event.ts';
import {changeTranscript, changeTurn, type GatewayState, withTurn} from './gateway-state.ts';
import {
  withAlarm,
  withChannel,
  withEntry,
  withInvalid,
  withJob,
  withNewest,
  withoutEntry,
  withReminder,
} from './held-records.ts';
import {atNextStep, type LiveTurn, liveTurn, withText, withThought, withTool} from './live-turn.ts';
import {
  emptyTranscript,
  type Transcript,
  withChangedMessage,
  withEnding,
  withMessage,
  withoutMessage,
} from './transcript.ts';

/** The state after one more event. An event that was applied already changes nothing. */
export const reduce = (state: GatewayState, event: GatewayEvent): GatewayState =>
  state.seq !== undefined && event.seq <= state.seq ? state : {...applied(state, event), seq: event.seq};

/** The state with more text of a running turn. A repeated delta, or one for an ended turn, changes nothing. */
export const applyDelta = (state: GatewayState, delta: Delta): GatewayState =>
  changeTurn(state, delta.turnId, turn => withText(turn, delta));

/** The state with more thinking of a running turn. Repeats are harmless. */
export const applyThinking = (state: GatewayState, delta: ThinkingDelta): GatewayState =>
  changeTurn(state, delta.turnId, turn => withThought(turn, delta));

const applied = (state: GatewayState, event: GatewayEvent): GatewayState => {
  const at = instantOfIso(event.at) ?? 0;
  switch (event.type) {
    case 'daemon.started':
      // The new daemon announces every cron job and every invalid file again.
      return {...state, turns: new Map(), cron: [], invalidCron: []};
    case 'session.created':
    case 'session.archived':
    case 'session.restored':
    case 'session.updated':
      return {...state, sessions: withEntry(state.sessions, event.state.key, fromWire<Session>(event.state))};
    case 'session.deleted':
      return withoutSessions(state, event);
    case 'session.reset':
      return event.session === undefined ? state : reset(state, event.session);
    case 'message.added':
      return added(state, fromWire<Message>(event.message));
    case 'message.changed':
      return changed(state, fromWire<Message>(event.message));
    case 'message.retracted':
      return retracted(state, event.session, event.messageId, event.turnId);
    case 'turn.started':
      return event.session === undefined
        ? state
        : withTurn(
            {...runBegun(state, event), waiting: withoutEntry(state.waiting, event.turnId)},
            liveTurn({
              turnId: event.turnId,
              session: event.session,
              source: event.source,
              model: event.model,
              startedAt: at,
              text: '',
            }),
          );
    case 'turn.tool':
      return toolUsed(state, event, at);
    case 'turn.ended':
      return turnEnded(state, event, at);
    case 'run.started':
    case 'run.retrying':
    case 'run.ended':
      return withRun(state, fromWire<Run>(event.run));
    case 'reminder.set':
    case 'reminder.started':
    case 'reminder.fired':
    case 'reminder.settled':
    case 'reminder.nagged':
    case 'reminder.missed':
    case 'reminder.skipped':
    case 'reminder.paused':
    case 'reminder.resumed':
    case 'reminder.undone':
    case 'reminder.cancelled':
    case 'reminder.snoozed':
    case 'reminder.edited':
    case 'reminder.done':
      return remindersAfter(state, fromWire<Reminder>(event.reminder), event.type !== 'reminder.set');
    case 'alarm.set':
    case 'alarm.fired':
    case 'alarm.delayed':
    case 'alarm.cancelled':
    case 'alarm.failed':
      return {...state, alarms: withAlarm(state.alarms, fromWire<Alarm>(event.alarm))};
    case 'approval.asked':
    case 'approval.answered':
      return {...state, approvals: withApproval(state.approvals, fromWire<Approval>(event.approval))};
    case 'cron.changed':
      return {...state, cron: withJob(state.cron, fromWire<CronJob>(event.job), event.removed === true)};
    case 'cron.invalid':
      return {...state, invalidCron: withInvalid(state.invalidCron, event)};
    case 'cron.mended':
      return {...state, invalidCron: state.invalidCron.filter(({file}) => file !== event.file)};
    case 'delivery.queued':
    case 'delivery.sent':
    case 'delivery.receipt':
    case 'delivery.failed':
    case 'delivery.dead':
    case 'delivery.held':
      return {
        ...state,
        deliveries: withNewest(state.deliveries, fromWire<Delivery>(event.delivery), known => known.id),
      };
    case 'channel.status':
      return {...state, channels: withChannel(state.channels, statusIn(event))};
    case 'policy.refused':
      return event.contact === undefined
        ? state
        : {
            ...state,
            channels: withContact(state.channels, fromWire<ContactRequest>(event.contact)),
          };
    case 'config.changed':
      return {...state, problems: []};
    case 'config.rejected':
      return {...state, problems: event.problems};
    default:
      return state;
  }
};

const reset = (state: GatewayState, session: SessionKey): GatewayState =>
  changeTranscript(state, session, undefined, () => ({...emptyTranscript, loaded: true}));

const added = (state: GatewayState, message: Message): GatewayState => {
  const kept = changeTranscript(state, message.session, undefined, transcript => withMessage(transcript, message));
  const {turnId} = message;
  if (turnId === undefined) return kept;
  const turn = kept.turns.get(turnId);
  if (turn !== undefined) return message.role === 'assistant' ? withTurn(kept, atNextStep(turn)) : kept;
  return message.role === 'assistant' || message.role === 'tool'
    ? kept
    : {...kept, waiting: withEntry(kept.waiting, turnId, message.session)};
};

const changed = (state: GatewayState, message: Message): GatewayState =>
  changeTranscript(state, message.session, undefined, transcript => withChangedMessage(transcript, message));

const retracted = (
  state: GatewayState,
  session: SessionKey | undefined,
  messageId: Message['id'],
  turnId: TurnId,
): GatewayState => {
  const key = session ?? state.waiting.get(turnId);
  const without =
    key === undefined
      ? state
      : changeTranscript(state, key, undefined, transcript => withoutMessage(transcript, messageId));
  return {...without, waiting: withoutEntry(state.waiting, turnId)};
};

const toolUsed = (state: GatewayState, event: EventOf<'turn.tool'>, at: EpochMs): GatewayState => {
  const turn = state.turns.get(event.turnId);
  if (turn === undefined) return state;
  const {callId, summary} = event;
  return changeTranscript(withTurn(state, withTool(turn, event, at)), turn.session, undefined, transcript => ({
    ...transcript,
    summaries: withEntry(transcript.summaries, callId, summary),
  }));
};

const turnEnded = (state: GatewayState, event: EventOf<'turn.ended'>, at: EpochMs): GatewayState => {
  const {turnId, outcome, error, source} = event;
  const session = event.session ?? state.turns.get(turnId)?.session;
  const ended = {
    ...state,
    turns: withoutEntry(state.turns, turnId),
    waiting: withoutEntry(state.waiting, turnId),
  };
  if (session === undefined || (outcome !== 'failed' && outcome !== 'aborted')) return ended;
  const text = unstored(state.turns.get(turnId), state.transcripts.get(session));
  return changeTranscript(ended, session, undefined, transcript =>
    withEnding(transcript, {
      turnId,
      at,
      outcome,
      source,
      error,
      text,
    }),
  );
};

/** The text of a turn that no stored message contains. */
const unstored = (turn: LiveTurn | undefined, transcript: Transcript | undefined): string | undefined => {
  if (turn === undefined || turn.text.trim() === '') return undefined;
  const isStored = transcript?.messages.some(
    ({turnId, role, text}) => turnId === turn.turnId && role === 'assistant' && text.includes(turn.text.trim()),
  );
  return isStored ? undefined : turn.text;
};

const runBegun = (state: GatewayState, {begun}: EventOf<'turn.started'>): GatewayState => {
  const beganAt = begun === undefined ? undefined : instantOfIso(begun.beganAt);
  if (beganAt === undefined) return state;
  return {...state, runs: state.runs.map(run => (run.id === begun?.runId ? {...run, beganAt} : run))};
};

/** An ended run also becomes its job's last run. */
const withRun = (state: GatewayState, run: Run): GatewayState => {
  const runs = withNewest(state.runs, run, ({id}) => id);
  const job = run.kind === 'cron' ? state.cron.find(({name}) => name === run.name) : undefined;
  if (job === undefined || run.status === 'running' || (job.last?.startedAt ?? 0) > run.startedAt)
    return {...state, runs};
  const {status, startedAt, error} = run;
  const last = {status, startedAt, error};
  return {...state, runs, cron: withJob(state.cron, {...job, last}, false)};
};

const remindersAfter = (state: GatewayState, reminder: Reminder, wasKept: boolean): GatewayState => {
  const isHeld = [...state.reminders, ...state.fired].some(({id}) => id === reminder.id);
  // A reminder that wasn't listed is now known, or no longer pending.
  const found = wasKept && !isHeld && state.hiddenReminders > 0 ? 1 : 0;
  const others = state.fired.filter(({id}) => id !== reminder.id);
  const fired = reminder.state === 'fired' ? [reminder, ...others].slice(0, MOST_FIRED) : others;
  const hiddenReminders = state.hiddenReminders - found;
  return {...state, reminders: withReminder(state.reminders, reminder), fired, hiddenReminders};
};

/** Those that still wait. */
const withApproval = (approvals: readonly Approval[], approval: Approval): readonly Approval[] => {
  const others = approvals.filter(({id}) => id !== approval.id);
  return approval.state === 'open' ? callsFirst([...others, approval]) : others;
};

/** The newest first, each person once. */
const withContact = (channels: readonly ChannelStatus[], contact: ContactRequest): readonly ChannelStatus[] =>
  channels.map(status => {
    if (status.channel !== channelOf(contact.address)) return status;
    const others = (status.contactRequests ?? []).filter(({address}) => address !== contact.address);
    return {...status, contactRequests: [contact, ...others]};
  });

/** The channel status in an event, without the fields common to all events. */
const statusIn = (event: Extract<GatewayEvent, {type: 'channel.status'}>): ChannelStatus => {
  const {seq: _seq, at: _at, type: _type, session: _session, cause: _cause, trust: _trust, ...status} = event;
  return fromWire<ChannelStatus>(status);
};

type EventOf<T extends GatewayEvent['type']> = Extract<GatewayEvent, {type: T}>;

const MOST_FIRED = 50;

type Deleted = {readonly gone: readonly SessionKey[]; readonly heir: SessionKey};

/** The mirror after conversations were deleted. Their reminders and alarms go to the heir. */
const withoutSessions = (state: GatewayState, {gone, heir}: Deleted): GatewayState => {
  const keys = new Set(gone);
  const isGone = (session: SessionKey | undefined): boolean => session !== undefined && keys.has(session);
  const inherited = <T extends {readonly sourceSession: SessionKey}>(all: readonly T[]): readonly T[] =>
    all.map(item => (isGone(item.sourceSession) ? {...item, sourceSession: heir} : item));
  return {
    ...state,
    sessions: new Map([...state.sessions].filter(([key]) => !isGone(key))),
    transcripts: new Map([...state.transcripts].filter(([key]) => !isGone(key))),
    turns: new Map([...state.turns].filter(([, {session}]) => !isGone(session))),
    waiting: new Map([...state.waiting].filter(([, session]) => !isGone(session))),
    reminders: inherited(state.reminders),
    fired: inherited(state.fired),
    alarms: state.alarms.map(alarm => (isGone(alarm.session) ? {...alarm, session: heir} : alarm)),
    approvals: state.approvals.filter(({session}) => !isGone(session)),
    deliveries: state.deliveries.filter(({session}) => !isGone(session)),
    runs: state.runs.map(run => (isGone(run.session) ? {...run, output: undefined, error: undefined} : run)),
  };
};
