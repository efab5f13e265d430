// Loads state that the daemon sends whole: the snapshot, pages of a conversation, later reminders. Pure.

import {fromWire, type Wire} from '../fields/wire.ts';
import {callsFirst} from '../records/approval.ts';
import type {Reminder} from '../records/jobs/jobs.ts';
import type {SessionKey} from '../records/session-key.ts';
import type {EpochMs} from '../time/time.ts';
import type {Snapshot} from './gateway-event.ts';
import {changeTranscript, type GatewayState} from './gateway-state.ts';
import {earliestFirst, isPending} from './held-records.ts';
import {liveTurn} from './live-turn.ts';
import {
  afterGap,
  emptyTranscript,
  type HistoryPage,
  type Transcript,
  withNewerPage,
  withNewestOnly,
  withNewestPage,
  withOlderPage,
  withOldestPage,
} from './transcript.ts';

/** The state after event `seq`. Open transcripts stay, marked as possibly incomplete. */
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
    remindersUpTo: hiddenReminders !== 0 ? latestOf(snapshot.reminders) : undefined,
    alarms: snapshot.alarms ?? [],
    approvals: callsFirst(snapshot.approvals ?? []),
    cron: snapshot.cron.jobs,
    invalidCron: snapshot.cron.invalid,
    runs: snapshot.runs,
    deliveries: snapshot.deliveries,
    channels: snapshot.channels,
    problems: snapshot.problems,
  };
};

/** Opens a session: its events are collected from now on. */
export const opened = (state: GatewayState, session: SessionKey): GatewayState =>
  state.transcripts.has(session) ? state : changeTranscript(state, session, emptyTranscript, kept => kept);

/** A page of a conversation: at one end, or next to the held messages. */
export type HistoryPart = 'newest' | 'older' | 'oldest' | 'newer';

/** Adds a page of a session's history. */
export const withHistory = (
  state: GatewayState,
  session: SessionKey,
  page: HistoryPage,
  which: HistoryPart,
): GatewayState => changeTranscript(state, session, emptyTranscript, transcript => WITH_PAGE[which](transcript, page));

/** Adds the upcoming reminders that follow the listed ones. */
export const withLaterReminders = (
  state: GatewayState,
  {reminders, more}: {readonly reminders: readonly Reminder[]; readonly more: boolean},
): GatewayState => {
  const known = new Set(state.reminders.map(({id}) => id));
  const fresh = reminders.filter(({id}) => !known.has(id));
  const rest = {...state, remindersUpTo: undefined};
  const all = [...state.reminders, ...fresh].toSorted(earliestFirst);
  if (!more) return {...rest, reminders: all, hiddenReminders: 0};
  const hiddenReminders = Math.max(1, state.hiddenReminders - fresh.filter(isPending).length);
  return {...rest, reminders: all, hiddenReminders, remindersUpTo: latestOf(reminders)};
};

/** The state with only the newest messages of a session. */
export const forgetOldest = (state: GatewayState, session: SessionKey, keep: number): GatewayState =>
  (state.transcripts.get(session)?.messages.length ?? 0) <= keep
    ? state
    : changeTranscript(state, session, undefined, transcript => withNewestOnly(transcript, keep));

const latestOf = (reminders: readonly Reminder[]): EpochMs => Math.max(0, ...reminders.map(({fireAt}) => fireAt));

const WITH_PAGE: Readonly<Record<HistoryPart, (transcript: Transcript, page: HistoryPage) => Transcript>> = {
  newest: withNewestPage,
  older: withOlderPage,
  oldest: withOldestPage,
  newer: withNewerPage,
};
