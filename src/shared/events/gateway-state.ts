// GatewayState: a client's mirror of the daemon. A snapshot and the numbered events lead to the same state.

import type {Approval} from '../records/approval.ts';
import type {Delivery} from '../records/delivery/delivery.ts';
import type {TurnId} from '../records/ids.ts';
import type {Alarm} from '../records/jobs/alarm.ts';
import type {CronJob, InvalidJob} from '../records/jobs/cron-job.ts';
import type {Reminder, Run} from '../records/jobs/jobs.ts';
import type {Problem} from '../records/problem.ts';
import type {Session} from '../records/session.ts';
import type {SessionKey} from '../records/session-key.ts';
import type {EpochMs} from '../time/time.ts';
import type {ChannelStatus} from './gateway-event.ts';
import {withEntry} from './held-records.ts';
import type {LiveTurn} from './live-turn.ts';
import type {Transcript} from './transcript.ts';

export type GatewayState = {
  /** The number of the last applied event; undefined before the first snapshot. */
  readonly seq?: number;
  readonly sessions: ReadonlyMap<SessionKey, Session>;
  /** Transcripts of opened sessions only. */
  readonly transcripts: ReadonlyMap<SessionKey, Transcript>;
  readonly turns: ReadonlyMap<TurnId, LiveTurn>;
  /** Turns that are stored and not started, oldest first, as far as this client saw them arrive. */
  readonly waiting: ReadonlyMap<TurnId, SessionKey>;
  /** Pending and firing, earliest first. */
  readonly reminders: readonly Reminder[];
  /** Fired and not done yet, latest first; of past ones only the newest. */
  readonly fired: readonly Reminder[];
  /** Number of pending reminders beyond the list. */
  readonly hiddenReminders: number;
  /** Unlisted reminders are due at this instant or later; absent when all are listed. */
  readonly remindersUpTo?: EpochMs;
  /** Active alarms, earliest first. */
  readonly alarms: readonly Alarm[];
  /** Those that wait for an answer, oldest first. */
  readonly approvals: readonly Approval[];
  readonly cron: readonly CronJob[];
  readonly invalidCron: readonly InvalidJob[];
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  readonly channels: readonly ChannelStatus[];
  readonly problems: readonly Problem[];
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
  approvals: [],
  cron: [],
  invalidCron: [],
  runs: [],
  deliveries: [],
  channels: [],
  problems: [],
};

/** Changes the transcript of a session. A transcript that isn't held is created only if the change needs one. */
export const changeTranscript = (
  state: GatewayState,
  session: SessionKey,
  otherwise: Transcript | undefined,
  change: (transcript: Transcript) => Transcript,
): GatewayState => {
  const held = state.transcripts.get(session) ?? otherwise;
  if (held === undefined) return state;
  return {...state, transcripts: withEntry(state.transcripts, session, change(held))};
};

/** An ended turn, or an unchanged one, leaves the state as is. */
export const changeTurn = (state: GatewayState, turnId: TurnId, change: (turn: LiveTurn) => LiveTurn): GatewayState => {
  const turn = state.turns.get(turnId);
  const changed = turn === undefined ? undefined : change(turn);
  return changed === undefined || changed === turn ? state : withTurn(state, changed);
};

export const withTurn = (state: GatewayState, turn: LiveTurn): GatewayState => ({
  ...state,
  turns: withEntry(state.turns, turn.turnId, turn),
});
