// The types of the wire by name, for docs/protocol.md. A record that isn't listed is written out where it occurs.

import type {DaemonStatus} from '../../src/ipc/daemon-status.ts';
import type {Methods, TABLE} from '../../src/ipc/method-table.ts';
import type {Notices} from '../../src/ipc/protocol.ts';
import type {
  ChannelStatus,
  ContactRequest,
  EventBodies,
  EventContext,
  EventType,
  GatewayEvent,
  HeldChat,
  RunningTurn,
  Snapshot,
} from '../../src/shared/events/gateway-event.ts';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {Delivery, ShownDelivery} from '../../src/shared/records/delivery/delivery.ts';
import type {InjectionPreview} from '../../src/shared/records/delivery/injection.ts';
import type {PersonStatus} from '../../src/shared/records/delivery/presence.ts';
import type {PersonWays, RingAnswer} from '../../src/shared/records/delivery/way.ts';
import type {Frame} from '../../src/shared/records/frame.ts';
import type {Alarm} from '../../src/shared/records/jobs/alarm.ts';
import type {CronJob, InvalidJob} from '../../src/shared/records/jobs/cron-job.ts';
import type {DryRun, WrittenCronJob} from '../../src/shared/records/jobs/cron-request.ts';
import type {IdleStatus} from '../../src/shared/records/jobs/idle-status.ts';
import type {Cost, PlannedRun, Reminder, Run, TimedReminder} from '../../src/shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../src/shared/records/jobs/recurrence.ts';
import type {ReminderPreview} from '../../src/shared/records/jobs/reminder-preview.ts';
import type {InternalSource, Message, MessageSource, ToolCall} from '../../src/shared/records/message.ts';
import type {MessageDetails} from '../../src/shared/records/message-details.ts';
import type {Problem} from '../../src/shared/records/problem.ts';
import type {Session} from '../../src/shared/records/session.ts';
import type {MailGrant} from '../../src/shared/records/setup/mail-oauth.ts';
import type {SetupProvider} from '../../src/shared/records/setup/model-setup.ts';
import type {LinkOutcome} from '../../src/shared/records/setup/signal-link.ts';
import type {Stats} from '../../src/shared/records/stats.ts';
import type {TraceStep} from '../../src/shared/records/trace.ts';
import type {TextLimit, Trust} from '../../src/shared/records/trust.ts';
import type {Turn, Usage} from '../../src/shared/records/turn.ts';

/** Each has a section of its own. */
export type Records = {
  Session: Wire<Session>;
  Message: Wire<Message>;
  MessageSource: Wire<MessageSource>;
  InternalSource: Wire<InternalSource>;
  MessageDetails: Wire<MessageDetails>;
  Frame: Wire<Frame>;
  ToolCall: Wire<ToolCall>;
  Turn: Wire<Turn>;
  RunningTurn: Wire<RunningTurn>;
  Usage: Wire<Usage>;
  Trust: Trust;
  TextLimit: Wire<TextLimit>;
  Reminder: Wire<Reminder>;
  TimedReminder: Wire<TimedReminder>;
  Recurrence: Wire<Recurrence>;
  ReminderPreview: Wire<ReminderPreview>;
  Alarm: Wire<Alarm>;
  CronJob: Wire<CronJob>;
  WrittenCronJob: Wire<WrittenCronJob>;
  InvalidJob: InvalidJob;
  DryRun: DryRun;
  Run: Wire<Run>;
  PlannedRun: Wire<PlannedRun>;
  Cost: Wire<Cost>;
  IdleStatus: Wire<IdleStatus>;
  Delivery: Wire<Delivery>;
  ShownDelivery: Wire<ShownDelivery>;
  InjectionPreview: InjectionPreview;
  ChannelStatus: Wire<ChannelStatus>;
  HeldChat: Wire<HeldChat>;
  ContactRequest: Wire<ContactRequest>;
  RingAnswer: Wire<RingAnswer>;
  PersonStatus: Wire<PersonStatus>;
  PersonWays: Wire<PersonWays>;
  TraceStep: Wire<TraceStep>;
  Problem: Problem;
  DaemonStatus: Wire<DaemonStatus>;
  Snapshot: Wire<Snapshot>;
  Stats: Wire<Stats>;
  SetupProvider: SetupProvider;
  MailGrant: MailGrant;
  LinkOutcome: LinkOutcome;
};

/** The methods with their sentences, and with what they return. */
export type Table = typeof TABLE;
export type Calls = Methods;

/** A notification of the kind `event`. */
export type AnyEvent = GatewayEvent;

/** The events with their sentences, and with what is sent. */
export type Bodies = EventBodies;
export type Events = {[T in EventType]: Wire<EventBodies[T]>};
export type EventFields = EventContext;

export type Notifications = Notices;
