// UiState: what is ours and not the daemon's. One union per mode, so that it cannot be in two at once.
import type {DaemonStatus} from '../../ipc/protocol.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {HistoryPart} from '../../shared/events/gateway-state.ts';
import type {MessageId, TurnId} from '../../shared/records/ids.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {type Names, NO_NAMES} from '../../shared/text/names.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Editor} from '../editor/editor.ts';
import {emptyHistory, type InputHistory} from '../editor/input-history.ts';
import type {Highlight} from '../layout/text/highlight.ts';
import type {ListName, View} from '../nouns/views.ts';
import {initialList, type ListState} from './list-state.ts';
import type {Overlay} from './overlay.ts';
import {NO_PAST, type Past} from './past.ts';

export type Sought = {
  readonly words: string;
  readonly messages: readonly Message[];
  readonly reminders: readonly Reminder[];
};

export type UiState = {
  readonly size: Size;
  /** This machine's time when something last changed by itself; what counts down is drawn for it. */
  readonly now: EpochMs;
  /** How far the daemon's clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** What the daemon called people and conversations when it was met. */
  readonly names: Names;
  /** The zone on whose clocks times are shown, where they differ from this machine's. */
  readonly zone?: string;
  readonly connection: Connection;
  /** What the middle of the screen shows. */
  readonly view: View;
  readonly lists: Readonly<Record<ListName, ListState>>;
  /** The words of a list's filter are being written. */
  readonly filtering: boolean;
  /** The newest events as they came, oldest first. */
  readonly log: readonly GatewayEvent[];
  /** What lists hold beyond the mirror of the daemon. */
  readonly past: Past;
  /** Undefined until it is known which session is the main one. */
  readonly session?: SessionKey;
  readonly scroll: Scroll;
  /** Where what was said while nobody looked begins in the session on the screen. */
  readonly divider?: {readonly before: MessageId; readonly count: number};
  /** Whether the divider of the session on the screen has been decided. */
  readonly dividerKnown: boolean;
  /** By draft key: the session's, or `main`. */
  readonly editors: ReadonlyMap<string, Editor>;
  readonly history: InputHistory;
  readonly sends: readonly PendingSend[];
  readonly overlay: Overlay;
  /** Set while messages are picked and not written: the item that is pointed at. */
  readonly browse?: {readonly item: string};
  /** Only what was said: no panes beside it, no lines, no times, so that the terminal's own selection takes nothing else. */
  readonly zen: boolean;
  /** What is looked for in the conversation. */
  readonly search?: {readonly query: string; readonly typing: boolean};
  readonly armed: 'nothing' | 'stop' | 'leave';
  readonly toasts: readonly Toast[];
  readonly toolDetail: ToolDetail;
  readonly thinkingDetail: ToolDetail;
  readonly bell: Bell;
  /** When the terminal stays silent. */
  readonly quiet?: QuietHours;
  /** Whether the person has turned to this terminal, where it tells. */
  readonly focus: 'unknown' | 'here' | 'away';
  /** When the person last had the daemon's state before them, by its clock; undefined while they have it now. */
  readonly seenAt?: EpochMs;
  /** How many messages waited to be read when the last run of this terminal ended. */
  readonly unreadThen?: number;
  /** Events that happened while there was no connection are being told. */
  readonly replay?: Replay;
  /** What the daemon found beyond what is held, and the words it was sought for. */
  readonly sought?: Sought;
  /** Where time passed that nobody saw, oldest first. */
  readonly marks: readonly Mark[];
  /** How often there was reason to call the person, and the newest of them, oldest first. */
  readonly called: number;
  readonly calls: readonly Call[];
  /** How the person wants it drawn. */
  readonly look: LookChoice;
  /** What the terminal answered when it was asked for its background. */
  readonly background?: Background;
  readonly status?: DaemonStatus;
  /** How many follow the daemon's events, this terminal with them. */
  readonly clients: number;
  /** Of the agent's folder, as far as they were looked up. */
  readonly files: readonly string[];
  /** When cron jobs come, as far ahead as was asked. */
  readonly windows: readonly CronWindow[];
  /** A page of this session's history is on its way. */
  readonly fetching?: {readonly session: SessionKey; readonly which: HistoryPart};
  /** What colours code, once there was any to colour. */
  readonly highlight?: Highlight;
  /** Counted up to draw everything anew. */
  readonly paints: number;
};

export const THEMES = ['auto', 'dark', 'light', 'mono', 'high'] as const;
export type ThemeName = (typeof THEMES)[number];
export type Background = 'dark' | 'light';

/** `auto`: as the terminal is. */
export type LookChoice = {readonly theme: ThemeName; readonly glyphs: 'auto' | 'ascii' | 'unicode'};

export type CronWindow = {readonly name: string; readonly at: EpochMs};

type Replay = {
  readonly upTo: number;
  readonly from: EpochMs;
  readonly missed: Missed;
  /** What the person would have been called for. */
  readonly late: readonly Call[];
};

export type Missed = {
  readonly events: number;
  readonly fired: number;
  /** Messages to a person. */
  readonly said: number;
  /** Cron jobs, by name; and whatever failed. */
  readonly ran: readonly string[];
  readonly failed: readonly string[];
  /** Deliveries that were given up. */
  readonly undelivered: number;
  readonly restarted: boolean;
};

/** A stretch of time, by the daemon's clock, with what is to be said of it. */
export type Mark = {
  readonly id: string;
  /** Without a connection, or without the program. */
  readonly kind: 'gap' | 'away';
  /** The conversation on the screen at that time, where one was open. */
  readonly session?: SessionKey;
  readonly from: EpochMs;
  readonly until: EpochMs;
  readonly title: string;
  readonly words: string;
};

export const BELLS = ['off', 'bell', 'notify'] as const;
/** How the person is called: not at all, by a sound, or by a sound and a notification of the desktop. */
export type Bell = (typeof BELLS)[number];

/** Minutes of the day, by the clock of this machine; the end may lie after midnight. Or until an instant, once. */
export type QuietHours =
  | {readonly kind: 'daily'; readonly from: number; readonly to: number}
  | {readonly kind: 'until'; readonly until: EpochMs};

/** Something that is addressed to the person. */
export type Call = {
  readonly title: string;
  readonly text: string;
  /** Where it stands: once that has been seen, nobody need be called. */
  readonly session?: SessionKey;
};

export type Size = {readonly columns: number; readonly rows: number};

export type Connection =
  | {readonly kind: 'dialing'}
  | {readonly kind: 'live'}
  /** `retryAt` is missing while a try is under way. `attempt` counts the tries since it was last live. */
  | {readonly kind: 'lost'; readonly attempt: number; readonly reason: string; readonly retryAt?: EpochMs};

/** At the end, or a row of an item at the top edge of the view: rows may come and go, the item stays where it is read. */
export type Scroll =
  | {readonly kind: 'follow'}
  /**
   * The first row of the screen, counted from an item that stays; above it where the row is negative. `beginning`: among the first
   * messages of the conversation, where what follows them isn't held.
   */
  | {
      readonly kind: 'held';
      readonly item: string;
      readonly row: number;
      readonly seen: string;
      readonly beginning?: true;
    };

/** A message on its way. Its key makes it one message, however often it is sent. */
export type PendingSend = {
  readonly key: string;
  readonly session?: SessionKey;
  readonly text: string;
  readonly at: EpochMs;
  readonly state:
    | {readonly kind: 'waiting'}
    | {readonly kind: 'stored'; readonly turnId: TurnId}
    | {readonly kind: 'refused'; readonly reason: string};
};

export type Toast = {
  readonly tone: 'event' | 'ok' | 'warn' | 'error';
  readonly text: string;
  readonly until: EpochMs;
  /** Where what it tells of can be seen. */
  readonly leads?: Lead;
  /** A mark in the conversation says the same. */
  readonly marked?: true;
};

export type Lead =
  | {readonly kind: 'session'; readonly session: SessionKey}
  /** A row of a list, by its id. */
  | {readonly kind: 'row'; readonly list: ListName; readonly row: string};

/** How much is shown of what a tool answered, and of what a model thought. */
export type ToolDetail = 'line' | 'short' | 'full';

export const initialUiState = (size: Size, now: EpochMs): UiState => ({
  size,
  now,
  clockOffsetMs: 0,
  names: NO_NAMES,
  connection: {kind: 'dialing'},
  view: 'chat',
  lists: {timeline: initialList, plan: initialList, outbox: initialList, log: initialList},
  filtering: false,
  log: [],
  past: NO_PAST,
  scroll: {kind: 'follow'},
  dividerKnown: false,
  editors: new Map(),
  history: emptyHistory,
  sends: [],
  overlay: {kind: 'none'},
  armed: 'nothing',
  toasts: [],
  toolDetail: 'line',
  thinkingDetail: 'line',
  zen: false,
  windows: [],
  files: [],
  clients: 1,
  bell: 'notify',
  focus: 'unknown',
  marks: [],
  called: 0,
  calls: [],
  look: {theme: 'auto', glyphs: 'auto'},
  paints: 0,
});
