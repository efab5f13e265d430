// The services that the RPC methods call.
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {Methods, Params} from '../../ipc/method-table.ts';
import type {Caller} from '../../ipc/wire/index.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {Problem} from '../../shared/records/problem.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Core} from '../core.ts';
import type {Terminals} from '../delivery/reach/terminals.ts';
import type {AlarmService} from '../flows/alarms/alarm-actions.ts';
import type {AlarmSource} from '../flows/alarms/fire-alarm.ts';
import type {ExportedCalendar} from '../flows/calendar/export-calendar.ts';
import type {Imported} from '../flows/calendar/import-calendar.ts';
import type {ConversationService} from '../flows/conversations/conversation-service.ts';
import type {CronEditor} from '../flows/cron/edit-cron.ts';
import type {CronSource} from '../flows/cron/fire-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import type {OutboxService} from '../flows/outbox-service.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';
import type {ReminderService} from '../flows/reminders/reminder-actions.ts';
import type {SessionService} from '../flows/session-service.ts';
import type {ModelSetup} from '../flows/setup/model-setup.ts';
import type {Router} from '../router.ts';
import type {Actor} from '../routing/actor.ts';
import type {Entrance, Verdict} from '../routing/admit.ts';
import type {MailService} from './mail-methods.ts';
import type {SignalService} from './signal-methods.ts';
import type {SubscribeRequest} from './subscriptions.ts';

export type RpcMethodsDeps = {
  readonly core: Core;
  readonly router: Router;
  readonly names: () => Names;
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
  readonly reminders: ReminderService;
  readonly alarms: AlarmService & Pick<AlarmSource, 'wakeNow'>;
  readonly outbox: OutboxService;
  /** The policy for a message, without rate limits. */
  readonly admit: (entrance: Entrance) => Verdict;
  readonly cron: Pick<CronSource, 'list' | 'occurrencesUntil' | 'get' | 'runNow' | 'dryRun' | 'setPaused'>;
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
  readonly status: () => Promise<DaemonStatus>;
  readonly stop: () => void;
  readonly subscribe: (
    caller: Caller,
    since: number | undefined,
    request: SubscribeRequest,
  ) => Methods['events.subscribe']['result'];
  /** The current configuration or one of its keys, without secrets. `shown` is undefined if the key is unset. */
  readonly config: (key: string | undefined) => {readonly path: string; readonly config: unknown};
  readonly problems: () => readonly Problem[];
  /** Removes the problem of an unreadable entry and returns the entry's content. */
  readonly dismiss: (id: string) => string | undefined;
  readonly backUp: (request: Params<'backup.create'>) => Promise<{file: string; at: EpochMs; bytes: number}>;
  /** Writes a configuration key. Resolves when the change is in effect. */
  readonly setConfig: (key: string, value: unknown) => Promise<readonly Problem[]>;
};
