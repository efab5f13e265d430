// GatewayState: what a client mirrors of the daemon. A snapshot or the numbered events lead to the same state; deltas only
// decorate it until the event with the whole text arrives. An event of an unknown type changes nothing but the number.

import {omit} from '../fields/omit.ts';
import {present} from '../fields/present.ts';
import type {Alarm} from '../records/alarm.ts';
import type {CronJob, InvalidJob} from '../records/cron-job.ts';
import type {Delivery} from '../records/delivery.ts';
import type {TurnId} from '../records/ids.ts';
import type {Reminder, Run} from '../records/jobs.ts';
import type {Message} from '../records/message.ts';
import type {Session} from '../records/session.ts';
import type {SessionKey} from '../records/session-key.ts';
import {type EpochMs, instantOfIso} from '../time/time.ts';
import type {ChannelStatus, ConfigProblem, Delta, GatewayEvent, Snapshot, ThinkingDelta} from './gateway-event.ts';
import {
  earliestFirst,
  isPending,
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
  afterGap,
  emptyTranscript,
  type HistoryPage,
  type Transcript,
  withChangedMessage,
  withEnding,
  withMessage,
  withNewerPage,
  withNewestOnly,
  withNewestPage,
  withOlderPage,
  withOldestPage,
  withoutMessage,
} from './transcript.ts';
import {fromWire, type Wire} from './wire.ts';

export type GatewayState = {
  /** The number of the last event that is contained; undefined before the first snapshot. */
  readonly seq?: number;
  readonly sessions: ReadonlyMap<SessionKey, Session>;
  /** Only of sessions that were opened. */
  readonly transcripts: ReadonlyMap<SessionKey, Transcript>;
  readonly turns: ReadonlyMap<TurnId, LiveTurn>;
  /** Turns whose message is stored and which have not started, oldest first, as far as they were seen to arrive. */
  readonly waiting: ReadonlyMap<TurnId, SessionKey>;
  /** Pending and firing, earliest first. */
  readonly reminders: readonly Reminder[];
  /** Fired, and not called done yet, latest first; of the past only the newest. */
  readonly fired: readonly Reminder[];
  /** Pending ones beyond those that are listed. */
  readonly hiddenReminders: number;
  /** Those that aren't listed are due at this instant or later; missing where all are. */
  readonly remindersUpTo?: EpochMs;
  /** Active ones, earliest first. */
  readonly alarms: readonly Alarm[];
  readonly cron: readonly CronJob[];
  readonly invalidCron: readonly InvalidJob[];
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  readonly channels: readonly ChannelStatus[];
  readonly problems: readonly ConfigProblem[];
};

export const initialGatewayState: GatewayState = {
  sessions: new Map(),
  transcripts: new Map(),
  turns: new Map(),
  waiting: new Map(),
  reminders: [],
  fired: [],
  hiddenReminders: 0,
  alarms: [],
  cron: [],
  invalidCron: [],
  runs: [],
  deliveries: [],
  channels: [],
  problems: [],
};

/** The state after event `seq`. Transcripts that were open are kept, marked as possibly missing something. */
export const fromSnapshot = (seq: number, wire: Wire<Snapshot>, previous: GatewayState): GatewayState => {
  const snapshot = fromWire<Snapshot>(wire);
  const hiddenReminders = Math.max(0, snapshot.pendingReminders - snapshot.reminders.filter(isPending).length);
  return {
    seq,
    sessions: new Map(snapshot.sessions.map(session => [session.key, session])),
    transcripts: new Map([...previous.transcripts].map(([key, transcript]) => [key, afterGap(transcript)])),
    turns: new Map(snapshot.turns.map(turn => [turn.turnId, liveTurn(turn)])),
    waiting: new Map(),
    reminders: snapshot.reminders.toSorted(earliestFirst),
    fired: (snapshot.fired ?? []).toReversed(),
    hiddenReminders,
    ...(hiddenReminders === 0 ? {} : {remindersUpTo: latestOf(snapshot.reminders)}),
    alarms: snapshot.alarms ?? [],
    cron: snapshot.cron.jobs,
    invalidCron: snapshot.cron.invalid,
    runs: snapshot.runs,
    deliveries: snapshot.deliveries,
    channels: snapshot.channels,
    problems: snapshot.problems,
  };
};

/** The state after one more event. An event that is contained already changes nothing. */
export const reduce = (state: GatewayState, event: GatewayEvent): GatewayState =>
  state.seq !== undefined && event.seq <= state.seq ? state : {...applied(state, event), seq: event.seq};

/** The state with more text of a running turn. Applying one twice, or one of a turn that is gone, changes nothing. */
export const applyDelta = (state: GatewayState, delta: Delta): GatewayState =>
  changeTurn(state, delta.turnId, turn => withText(turn, delta));

/** The state with more of what the model of a running turn thinks; as harmless twice as a delta. */
export const applyThinking = (state: GatewayState, delta: ThinkingDelta): GatewayState =>
  changeTurn(state, delta.turnId, turn => withThought(turn, delta));

/** A session is being opened: what happens in it is kept from now on. */
export const opened = (state: GatewayState, session: SessionKey): GatewayState =>
  state.transcripts.has(session) ? state : changeTranscript(state, session, emptyTranscript, kept => kept);

/** Which page of a conversation was read: at an end of it, or next to what is held. */
export type HistoryPart = 'newest' | 'older' | 'oldest' | 'newer';

/** A page of a session's history, read now. */
export const withHistory = (
  state: GatewayState,
  session: SessionKey,
  page: HistoryPage,
  which: HistoryPart,
): GatewayState => changeTranscript(state, session, emptyTranscript, transcript => WITH_PAGE[which](transcript, page));

/** More of the reminders that are to come, read now: those that follow what is listed. */
export const withLaterReminders = (
  state: GatewayState,
  {reminders, more}: {readonly reminders: readonly Reminder[]; readonly more: boolean},
): GatewayState => {
  const known = new Set(state.reminders.map(({id}) => id));
  const fresh = reminders.filter(({id}) => !known.has(id));
  const rest = omit(state, 'remindersUpTo');
  const all = [...state.reminders, ...fresh].toSorted(earliestFirst);
  if (!more) return {...rest, reminders: all, hiddenReminders: 0};
  const hiddenReminders = Math.max(1, state.hiddenReminders - fresh.filter(isPending).length);
  return {...rest, reminders: all, hiddenReminders, remindersUpTo: latestOf(reminders)};
};

const latestOf = (reminders: readonly Reminder[]): EpochMs => Math.max(0, ...reminders.map(({fireAt}) => fireAt));

/** The state with only the newest messages of a session. */
export const forgetOldest = (state: GatewayState, session: SessionKey, keep: number): GatewayState =>
  (state.transcripts.get(session)?.messages.length ?? 0) <= keep
    ? state
    : changeTranscript(state, session, undefined, transcript => withNewestOnly(transcript, keep));

const WITH_PAGE: Readonly<Record<HistoryPart, (transcript: Transcript, page: HistoryPage) => Transcript>> = {
  newest: withNewestPage,
  older: withOlderPage,
  oldest: withOldestPage,
  newer: withNewerPage,
};

const applied = (state: GatewayState, event: GatewayEvent): GatewayState => {
  const at = instantOfIso(event.at) ?? 0;
  switch (event.type) {
    case 'daemon.started':
      // It tells every cron job, and every file that is none, anew.
      return {...state, turns: new Map(), cron: [], invalidCron: []};
    case 'session.updated':
      return {...state, sessions: withEntry(state.sessions, event.state.key, fromWire<Session>(event.state))};
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
    case 'run.ended':
      return withRun(state, fromWire<Run>(event.run));
    case 'reminder.set':
    case 'reminder.fired':
    case 'reminder.settled':
    case 'reminder.nagged':
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
      return {
        ...state,
        deliveries: withNewest(state.deliveries, fromWire<Delivery>(event.delivery), known => known.id),
      };
    case 'channel.status':
      return {...state, channels: withChannel(state.channels, statusIn(event))};
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
      ...present({error, text}),
    }),
  );
};

/** What a turn was seen to say that is in no message of it. */
const unstored = (turn: LiveTurn | undefined, transcript: Transcript | undefined): string | undefined => {
  if (turn === undefined || turn.text.trim() === '') return undefined;
  const isStored = transcript?.messages.some(
    ({turnId, role, text}) => turnId === turn.turnId && role === 'assistant' && text.includes(turn.text.trim()),
  );
  return isStored ? undefined : turn.text;
};

/** Changes the transcript of a session; one that is not held stays so unless there is something to begin with. */
const changeTranscript = (
  state: GatewayState,
  session: SessionKey,
  otherwise: Transcript | undefined,
  change: (transcript: Transcript) => Transcript,
): GatewayState => {
  const held = state.transcripts.get(session) ?? otherwise;
  if (held === undefined) return state;
  return {...state, transcripts: withEntry(state.transcripts, session, change(held))};
};

/** A turn that is gone, or that comes out the same, changes nothing. */
const changeTurn = (state: GatewayState, turnId: TurnId, change: (turn: LiveTurn) => LiveTurn): GatewayState => {
  const turn = state.turns.get(turnId);
  const changed = turn === undefined ? undefined : change(turn);
  return changed === undefined || changed === turn ? state : withTurn(state, changed);
};

const withTurn = (state: GatewayState, turn: LiveTurn): GatewayState => ({
  ...state,
  turns: withEntry(state.turns, turn.turnId, turn),
});

const runBegun = (state: GatewayState, {begun}: EventOf<'turn.started'>): GatewayState => {
  const beganAt = begun === undefined ? undefined : instantOfIso(begun.beganAt);
  if (beganAt === undefined) return state;
  return {...state, runs: state.runs.map(run => (run.id === begun?.runId ? {...run, beganAt} : run))};
};

/** A run that has ended is also its job's last one. */
const withRun = (state: GatewayState, run: Run): GatewayState => {
  const runs = withNewest(state.runs, run, ({id}) => id);
  const job = run.kind === 'cron' ? state.cron.find(({name}) => name === run.name) : undefined;
  if (job === undefined || run.status === 'running' || (job.last?.startedAt ?? 0) > run.startedAt)
    return {...state, runs};
  const {status, startedAt, error} = run;
  const last = {status, startedAt, ...present({error})};
  return {...state, runs, cron: withJob(state.cron, {...job, last}, false)};
};

const remindersAfter = (state: GatewayState, reminder: Reminder, wasKept: boolean): GatewayState => {
  const isHeld = [...state.reminders, ...state.fired].some(({id}) => id === reminder.id);
  // One that wasn't listed is known now, or waits no more.
  const found = wasKept && !isHeld && state.hiddenReminders > 0 ? 1 : 0;
  const others = state.fired.filter(({id}) => id !== reminder.id);
  const fired = reminder.state === 'fired' ? [reminder, ...others].slice(0, MOST_FIRED) : others;
  const hiddenReminders = state.hiddenReminders - found;
  return {...state, reminders: withReminder(state.reminders, reminder), fired, hiddenReminders};
};

/** The status in an event, without what every event has. */
const statusIn = (event: Extract<GatewayEvent, {type: 'channel.status'}>): ChannelStatus => {
  const {seq: _seq, at: _at, type: _type, session: _session, cause: _cause, trust: _trust, ...status} = event;
  return fromWire<ChannelStatus>(status);
};

type EventOf<T extends GatewayEvent['type']> = Extract<GatewayEvent, {type: T}>;

const MOST_FIRED = 50;
