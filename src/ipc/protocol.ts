// The wire, in one page: which methods there are, what each takes and gives, and what the daemon sends by itself.
// Whoever reads one file before writing a client reads this one. An answer is owed to every request; notices get none.

import type {
  ChannelStatus,
  ConfigProblem,
  Delta,
  GatewayEvent,
  RingAnswer,
  Snapshot,
  ThinkingDelta,
} from '../shared/events/gateway-event.ts';
import type {Wire} from '../shared/events/wire.ts';
import type {Address} from '../shared/records/address.ts';
import type {Alarm, AlarmState} from '../shared/records/alarm.ts';
import type {CronJob, InvalidJob} from '../shared/records/cron-job.ts';
import type {Delivery, DeliveryState, ShownDelivery} from '../shared/records/delivery.ts';
import type {IdleStatus} from '../shared/records/idle-status.ts';
import type {AlarmId, DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../shared/records/ids.ts';
import type {InjectionPreview} from '../shared/records/injection.ts';
import type {Reminder, ReminderMode, ReminderState, Run, TimedReminder, Wake} from '../shared/records/jobs.ts';
import type {Message} from '../shared/records/message.ts';
import type {RunKind} from '../shared/records/run-kinds.ts';
import type {Session} from '../shared/records/session.ts';
import type {SessionKey} from '../shared/records/session-key.ts';
import type {LinkOutcome} from '../shared/records/signal-link.ts';
import type {TraceStep} from '../shared/records/trace.ts';
import type {Trust} from '../shared/records/trust.ts';
import type {Turn} from '../shared/records/turn.ts';
import type {Names} from '../shared/text/names.ts';

export const PROTOCOL = 1;

/** The default session of a request is the agent's main one. */
export type Methods = {
  hello: {
    params: {protocol: number; client?: string};
    result: {
      protocol: number;
      version: string;
      pid: number;
      bootId: string;
      startedAt: string;
      now: string;
      seq: number;
      /** The zone of the person at the terminal. An older daemon does not say. */
      zone?: string;
      /** What people are called by address, and conversations that a person gave a title. An older daemon does not say. */
      names?: Names;
    };
  };
  'daemon.status': {params: Empty; result: Wire<DaemonStatus>};
  'daemon.stop': {params: Empty; result: Empty};
  /** Ends the problem of an entry of the database that could not be read. `content` is its row, as JSON; it is kept. */
  'daemon.dismiss': {params: {id: string}; result: {dismissed: string; content: string}};
  /** Copies the database while it is in use: into the folder of the backups, or into a file with an absolute path. */
  'backup.create': {
    params: {file?: string; force?: boolean};
    result: {file: string; at: string; bytes: number};
  };
  'session.list': {params: Empty; result: {sessions: readonly Wire<Session>[]}};
  /** Messages older than `before`, or newer than `after`, or the first of all (`oldest`), oldest first; else the newest `limit`. */
  'session.history': {
    params: {session: SessionKey; before?: MessageId; after?: MessageId; oldest?: boolean; limit?: number};
    /** `more`: there are further messages in the direction that was read. `turns`: those of the page's messages that failed or were aborted, so that their sentence is shown again later. */
    result: {messages: readonly Wire<Message>[]; more: boolean; turns?: readonly Wire<Turn>[]};
  };
  'session.send': {
    params: {session?: SessionKey; text: string; key?: string};
    result: {session: SessionKey; turnId: TurnId};
  };
  'session.inject': {
    params: {session: SessionKey; text: string; trust?: Trust; channel?: string; deliver?: boolean; key?: string};
    result: {session: SessionKey; turnId: TurnId};
  };
  /** What the same injection would be and do; nothing is changed by asking. */
  'session.preview': {
    params: {session: SessionKey; text: string; trust?: Trust; channel?: string; deliver?: boolean};
    result: InjectionPreview;
  };
  /** Puts the operator's words into a session and starts no turn: the next one reads them. */
  'session.record': {params: {session: SessionKey; text: string}; result: {messageId: MessageId}};
  /** Aborts the running turn; what waits behind it stays. */
  'session.stop': {params: {session: SessionKey}; result: Empty};
  'session.reset': {params: {session: SessionKey}; result: Empty};
  'session.compact': {params: {session: SessionKey}; result: Empty};
  /** What it is called, in one line; with an empty title it has its own again. */
  'session.rename': {params: {session: SessionKey; title: string}; result: Empty};
  /** The person has seen everything up to and including this message. */
  'session.read': {params: {session: SessionKey; upTo: MessageId}; result: Empty};
  /** Takes back a message whose turn has not started yet. */
  'session.retract': {params: {session: SessionKey; turnId: TurnId}; result: {text: string}};
  /**
   * Messages that have all the words, the last one as the beginning of one; newest first. With `literal` those of one session,
   * since it was last started over, that have the text as it stands, within words too; `before` goes on behind a message.
   */
  'message.search': {
    params: {text: string; session?: SessionKey; limit?: number; literal?: boolean; before?: MessageId};
    result: {messages: readonly Wire<Message>[]};
  };
  'reminder.set': {
    params: {
      at?: string;
      in?: string;
      when?: string;
      message: string;
      mode?: ReminderMode;
      user?: string;
      to?: Address;
      key?: string;
      nag?: string;
    };
    result: Wire<TimedReminder>;
  };
  'reminder.list': {
    /**
     * Earliest first: the first ones, of those that are over the last ones. `after` and `before`: those that stand next to this one.
     * `text`: only those whose message has it in it, small or capital.
     */
    params: {
      user?: string;
      state?: ReminderState;
      text?: string;
      before?: ReminderId;
      after?: ReminderId;
      limit?: number;
    };
    /** `more`: there are further ones in the direction that was read; the limit is 100 without one. */
    result: {reminders: readonly Wire<Reminder>[]; more?: boolean};
  };
  'reminder.get': {params: {id: ReminderId}; result: Wire<Reminder>};
  'reminder.cancel': {params: {id: ReminderId}; result: Wire<Reminder>};
  'reminder.snooze': {
    params: {id: ReminderId; at?: string; in?: string; when?: string};
    result: Wire<TimedReminder>;
  };
  'reminder.done': {params: {id: ReminderId}; result: Wire<Reminder>};
  /** Changes a pending one: when it comes, what it says, how it is told. */
  'reminder.edit': {
    params: {id: ReminderId; at?: string; in?: string; when?: string; message?: string; mode?: ReminderMode};
    result: Wire<TimedReminder>;
  };
  /** What words would mean, in the zone of the reminder or else of the operator; nothing is changed. */
  'reminder.understand': {
    params: {when: string; id?: ReminderId};
    result: {at: string; zone: string; understood: string};
  };
  /** A wake-up of the agent: once at a moment, or by a timetable. `payload` is JSON, as text: it is kept and given back as it is. */
  'alarm.set': {
    params: {
      at?: string;
      in?: string;
      when?: string;
      cron?: string;
      timezone?: string;
      message: string;
      payload?: string;
      session?: SessionKey;
      key?: string;
    };
    result: Wire<Alarm> & {note?: string};
  };
  /** Active ones, earliest first, unless a state is named; cursors and `more` as of reminders; the limit is 100 without one. */
  'alarm.list': {
    params: {state?: AlarmState; before?: AlarmId; after?: AlarmId; limit?: number};
    result: {alarms: readonly Wire<Alarm>[]; more?: boolean};
  };
  'alarm.get': {params: {id: AlarmId}; result: Wire<Alarm>};
  'alarm.cancel': {params: {id: AlarmId}; result: Wire<Alarm>};
  /** Wakes now; answers when the turn is in the line of its conversation. */
  'alarm.wake': {params: {id: AlarmId}; result: {alarm: Wire<Alarm>; turnId: TurnId}};
  'cron.list': {params: Empty; result: {jobs: readonly Wire<CronJob>[]; invalid: readonly InvalidJob[]}};
  'cron.get': {params: {name: string}; result: Wire<CronJob>};
  'cron.run': {params: {name: string}; result: {runId: RunId}};
  'cron.pause': {params: {name: string}; result: Wire<CronJob>};
  'cron.resume': {params: {name: string}; result: Wire<CronJob>};
  'cron.preview': {
    params: {expression: string; timezone?: string; count?: number};
    result: {instants: readonly string[]};
  };
  /** When the jobs come up to an instant (two days ahead without one), and at least three times each; bounded. */
  'cron.windows': {
    params: {until?: string};
    result: {windows: readonly {name: string; at: string}[]; more: boolean};
  };
  'run.list': {
    /** `before`: only those older than this one. */
    params: {kind?: RunKind; name?: string; limit?: number; before?: RunId};
    result: {runs: readonly Wire<Run>[]};
  };
  'run.get': {
    params: {id: RunId};
    result: Wire<Run> & {transcript: readonly Wire<Message>[]; deliveries: readonly Wire<Delivery>[]};
  };
  'outbox.list': {
    /** `before`: only those older than this one. */
    params: {state?: DeliveryState; limit?: number; before?: DeliveryId};
    result: {deliveries: readonly Wire<ShownDelivery>[]};
  };
  'outbox.get': {params: {id: string}; result: Wire<ShownDelivery>};
  'outbox.retry': {params: {id: string}; result: Wire<Delivery>};
  'outbox.discard': {params: {id: string}; result: Wire<Delivery>};
  /** `to` is an address, a number, an id or the name of a user; a repeated `key` is the same delivery. */
  'outbox.send': {params: {to: string; text: string; key?: string}; result: Wire<Delivery>};
  /** The newest word each way between a contact (as in `outbox.send`) and us, and whether ours is owed. */
  'ledger.get': {
    params: {contact: string};
    result: {
      contact: string;
      addresses: readonly string[];
      owed: boolean;
      newestIn?: {at: string; id: string};
      newestOut?: {at: string; id: string};
    };
  };
  /** Nothing of what a contact has written so far needs a reply any more. */
  'ledger.clear': {
    params: {contact: string};
    result: {contact: string; addresses: readonly string[]; owed: boolean};
  };
  why: {params: {id: string}; result: {steps: readonly Wire<TraceStep>[]}};
  /**
   * Replays exactly the events after `since`, then goes on live; a `snapshot` instead where that is not possible. `seq` is
   * the newest event at this moment: what the snapshot shows, or how far the replay goes before it is live. `thinking`: what
   * models think is told too; `clients`: how many follow.
   */
  'events.subscribe': {
    params: {since?: number; thinking?: boolean; clients?: boolean};
    result: {seq: number; snapshot?: Wire<Snapshot>};
  };
  /** The newest kept events before a number, oldest first; `more` when older ones are kept. */
  'events.list': {
    params: {before?: number; limit?: number};
    result: {events: readonly GatewayEvent[]; more: boolean};
  };
  'signal.status': {params: Empty; result: Wire<ChannelStatus>};
  /** A code to show as a QR code. It is given up when all who asked for it have hung up, or said their last word. */
  'signal.link': {params: {deviceName?: string}; result: {uri: string}};
  /** Answers when something has come of the code: it may take minutes, so a client waits as long as its connection lasts. */
  'signal.linked': {params: {uri: string}; result: LinkOutcome};
  /** Adds an address to a user, who is made where there is none of that name; or a group to those that are served. */
  'signal.allow': {
    params: {address: string; user?: string; trust?: Trust};
    result: {address: Address; user?: string; trust?: Trust; added: boolean};
  };
  /** The safety number that is to be compared; with the one that was, it is trusted and what waited for that is tried at once. */
  'signal.trust': {
    params: {contact: string; safetyNumber?: string};
    result: {address: Address; safetyNumber: string; trusted: boolean; freed: number};
  };
  /** The answer of the captcha that Signal wants before it accepts more. */
  'signal.prove': {params: {captcha: string}; result: {freed: number}};
  /** Keeps whether the phone behind an address made a sound when a test message arrived. */
  'signal.rang': {params: {address: string; rang: boolean}; result: Wire<RingAnswer>};
  'config.get': {params: {key?: string}; result: {path: string; config: unknown}};
  'config.check': {params: Empty; result: {problems: readonly ConfigProblem[]}};
  /** Writes a key, or takes it out without a value; in force when it is answered. With problems nothing was written. */
  'config.set': {params: {key: string; value?: unknown}; result: {problems: readonly ConfigProblem[]}};
};

/** What the daemon sends without being asked. */
export type Notices = {
  event: GatewayEvent;
  delta: Delta;
  /** Only to those that subscribed to it. */
  thinking: ThinkingDelta;
  /** How many clients follow the events now, this one with them: at first, and whenever it changes. Only where asked for. */
  clients: {count: number};
  /** The last thing on a connection that the daemon closes, with the reason. */
  closing: {reason: string};
};

export type Method = keyof Methods;
export type Params<M extends Method> = Methods[M]['params'];
export type Result<M extends Method> = Methods[M]['result'];
export type Notice = keyof Notices;

export type DaemonStatus = {
  /** What a command says of a daemon that does not run has the same keys, as far as they are known, and false here. */
  running: true;
  version: string;
  pid: number;
  bootId: string;
  startedAt: number;
  now: number;
  seq: number;
  /** The zone of the person at the terminal. */
  zone?: string;
  home: {config: string; database: string; workspace: string; log: string; socket: string};
  agent: string;
  model: {name: string; ready: boolean; detail?: string};
  clients: number;
  sessions: {total: number; busy: number; queued: number};
  reminders: {pending: number};
  alarms?: {active: number};
  outbox: {waiting: number; dead: number};
  nextWakes: readonly Wake[];
  /** What is next in the conversations that have gone quiet, or why nothing is; `why`: in none of them. An older daemon does not say. */
  idle?: {why?: string; sessions: readonly IdleStatus[]};
  channels: readonly ChannelStatus[];
  problems: readonly ConfigProblem[];
  /** The newest backup, and how many there are. An older daemon does not say. */
  backup?: {at?: number; file?: string; kept: number};
};

type Empty = Record<never, never>;

export const METHODS = [
  'hello',
  'daemon.status',
  'daemon.stop',
  'daemon.dismiss',
  'backup.create',
  'session.list',
  'session.history',
  'session.send',
  'session.inject',
  'session.preview',
  'session.record',
  'session.stop',
  'session.reset',
  'session.compact',
  'session.rename',
  'session.read',
  'session.retract',
  'message.search',
  'reminder.set',
  'reminder.list',
  'reminder.get',
  'reminder.cancel',
  'reminder.snooze',
  'reminder.done',
  'reminder.edit',
  'reminder.understand',
  'alarm.set',
  'alarm.list',
  'alarm.get',
  'alarm.cancel',
  'alarm.wake',
  'cron.list',
  'cron.get',
  'cron.run',
  'cron.pause',
  'cron.resume',
  'cron.preview',
  'cron.windows',
  'run.list',
  'run.get',
  'outbox.list',
  'outbox.get',
  'outbox.retry',
  'outbox.discard',
  'outbox.send',
  'ledger.get',
  'ledger.clear',
  'why',
  'events.subscribe',
  'events.list',
  'signal.status',
  'signal.link',
  'signal.linked',
  'signal.allow',
  'signal.trust',
  'signal.prove',
  'signal.rang',
  'config.get',
  'config.check',
  'config.set',
] as const satisfies readonly Method[];

/** Fails to compile when a method is missing from METHODS. */
type EveryMethodIsListed = Exclude<Method, (typeof METHODS)[number]> extends never ? true : never;
export const EVERY_METHOD_IS_LISTED: EveryMethodIsListed = true;
