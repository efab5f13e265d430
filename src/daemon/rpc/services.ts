// The services that the RPC methods call.
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {HandlersOf, Methods, Params} from '../../ipc/method-table.ts';
import type {Caller} from '../../ipc/wire/index.ts';
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RingAnswer} from '../../shared/records/delivery/way.ts';
import type {Problem} from '../../shared/records/problem.ts';
import type {LinkOutcome} from '../../shared/records/setup/signal-link.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Core} from '../core.ts';
import type {Terminals} from '../delivery/reach/terminals.ts';
import type {AlarmService} from '../flows/alarms/alarm-actions.ts';
import type {AlarmSource} from '../flows/alarms/fire-alarm.ts';
import type {Approvals} from '../flows/approvals/approvals.ts';
import type {ExportedCalendar} from '../flows/calendar/export-calendar.ts';
import type {Imported} from '../flows/calendar/import-calendar.ts';
import type {ConversationService} from '../flows/conversations/conversation-service.ts';
import type {CronEditor} from '../flows/cron/edit-cron.ts';
import type {CronSource} from '../flows/cron/fire-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import type {OperatorDelivery} from '../flows/operator/send-by-hand.ts';
import type {OutboxService} from '../flows/outbox-service.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';
import type {ReminderService} from '../flows/reminders/reminder-actions.ts';
import type {SessionService} from '../flows/session-service.ts';
import type {MailSetup} from '../flows/setup/mail-setup.ts';
import type {ModelSetup} from '../flows/setup/model-setup.ts';
import type {Allowed} from '../flows/signal/allow-contact.ts';
import type {SignalFixes} from '../flows/signal/signal-fixes.ts';
import type {Router} from '../router.ts';
import type {Actor} from '../routing/actor.ts';
import type {Entrance, Verdict} from '../routing/admit.ts';
import type {Owed} from '../routing/contacts.ts';
import type {SubscribeRequest} from './subscriptions.ts';

/** The daemon's knowledge of itself. */
type SelfKnowledge = {
  readonly status: () => Promise<DaemonStatus>;
  /** Runs real commands in the sandbox, and says what they did. */
  readonly trySandbox: () => Promise<Methods['sandbox.try']['result']>;
};

export type RpcMethodsDeps = SelfKnowledge & {
  readonly core: Core;
  readonly router: Router;
  readonly names: () => Names;
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
  readonly reminders: ReminderService;
  readonly alarms: AlarmService & Pick<AlarmSource, 'wakeNow'>;
  readonly approvals: Approvals;
  readonly outbox: OutboxService;
  /** The policy for a message, without rate limits. */
  readonly admit: (entrance: Entrance) => Verdict;
  readonly cron: Pick<CronSource, 'list' | 'occurrencesUntil' | 'get' | 'runNow' | 'dryRun' | 'pauseJob' | 'resumeJob'>;
  readonly cronEditor: CronEditor;
  /** Resolves once the job files have been read. */
  readonly cronRead: () => Promise<void>;
  readonly calendar: {
    readonly export: () => Promise<ExportedCalendar>;
    readonly import: (file: {readonly ics: string; readonly isConfirmed: boolean}, actor: Actor) => Promise<Imported>;
  };
  readonly signal: SignalService;
  readonly mail: MailService;
  readonly setup: ModelSetup;
  readonly reach: ReachService;
  readonly crossSession: CrossSessionService;
  readonly terminals: Terminals;
  readonly greeting: () => Methods['hello']['result'];
  readonly stop: (then: 'stop' | 'restart') => void;
  readonly subscribe: (
    caller: Caller,
    since: number | undefined,
    request: SubscribeRequest,
  ) => Methods['events.subscribe']['result'];
  readonly config: ConfigService;
  readonly storage: Stored;
};

/** The database, and its copies. */
type Stored = {
  /** Removes the problem of an unreadable entry and returns the entry's content. */
  readonly dismiss: (id: string) => string | undefined;
  readonly backUp: (request: Params<'backup.create'>) => Promise<{file: string; at: EpochMs; bytes: number}>;
  /** For a second machine that follows this one. */
  readonly followed: HandlersOf<'store'>;
};

type ConfigService = {
  /** The current configuration or one of its keys, without secrets. `config` is undefined if the key is unset. */
  readonly get: (key: string | undefined) => {readonly path: string; readonly config: unknown};
  readonly problems: () => readonly Problem[];
  /** Writes a configuration key. Resolves when the change is in effect. */
  readonly set: (key: string, value: unknown) => Promise<readonly Problem[]>;
};

export type SignalService = {
  readonly status: () => ChannelStatus;
  /** Shows a linking code. Gives up when all callers have disconnected. */
  readonly link: (deviceName: string | undefined, gone: Promise<unknown>) => Promise<{readonly uri: string}>;
  readonly linked: (uri: string) => Promise<LinkOutcome>;
  readonly allow: (request: {
    readonly address: string;
    readonly user?: string;
    readonly trust?: Trust;
  }) => Promise<Allowed>;
  readonly trust: SignalFixes['trust'];
  readonly prove: SignalFixes['prove'];
  readonly send: (request: OperatorDelivery) => Delivery;
  readonly clear: (contact: string) => {
    readonly contact: string;
    readonly addresses: readonly string[];
    readonly owed: boolean;
  };
  readonly rang: (contact: string, rang: boolean) => RingAnswer;
  readonly ledger: (contact: string) => Owed & {readonly contact: string; readonly addresses: readonly string[]};
};

type MailService = {
  readonly status: () => ChannelStatus;
  /** Loaded with its first use. */
  readonly setup: MailSetup;
};
