// UiState: the client's own state. One union per mode, so that it cannot be in two modes.
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {HistoryPart} from '../../shared/events/load-state.ts';
import {type Names, NO_NAMES} from '../../shared/record-text/names.ts';
import type {DaemonAddress} from '../../shared/records/host.ts';
import type {ApprovalId, MessageId, TurnId} from '../../shared/records/ids.ts';
import type {SentText} from '../../shared/records/message-details.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Editor} from '../editor/editor.ts';
import {emptyHistory, type InputHistory} from '../editor/input-history.ts';
import type {Undo} from '../nouns/noun-action.ts';
import type {ListName, View} from '../nouns/views.ts';
import type {Highlight} from '../text/highlight.ts';
import {initialList, type ListState} from './list-state.ts';
import type {LocalCommand} from './local-command.ts';
import type {Overlay} from './overlay.ts';
import {NO_PAST, type Past, type Sought} from './past.ts';

export type UiState = {
  readonly size: Size;
  /** This machine's time at the last tick, for which countdowns are drawn. */
  readonly now: EpochMs;
  /** Offset from this machine's clock to the daemon's. */
  readonly clockOffsetMs: number;
  /** Names of people and conversations from the `hello` response. */
  readonly names: Names;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone?: string;
  readonly connection: ConnectionState;
  /** The reason why the daemon sends and confirms nothing now. */
  readonly held?: string;
  /** The view in the middle of the screen. */
  readonly view: View;
  readonly lists: Readonly<Record<ListName, ListState>>;
  readonly filtering: boolean;
  /** The newest events in order of arrival, oldest first. */
  readonly log: readonly GatewayEvent[];
  /** Pages of lists beyond the daemon's mirror. */
  readonly past: Past;
  /** Undefined until the main session is known. */
  readonly session?: SessionKey;
  /** The run's conversation that was opened last, if the person hasn't left it. */
  readonly child?: Child;
  readonly scroll: Scroll;
  /** First unread message in the open session. */
  readonly divider?: {readonly before: MessageId; readonly count: number};
  /** True if the divider of the open session has been decided. */
  readonly dividerKnown: boolean;
  /** By draft key: the session's key, or `main`. */
  readonly editors: ReadonlyMap<string, Editor>;
  readonly history: InputHistory;
  readonly sends: readonly PendingSend[];
  /** The person's own commands on this machine, oldest first. */
  readonly local: readonly LocalCommand[];
  readonly overlay: Overlay;
  /** The menu under the draft, for exactly this draft: the selected choice, or closed. */
  readonly menu?: {readonly of: string; readonly index?: number; readonly closed?: true};
  /** Number of runs of each command here. */
  readonly uses: Readonly<Record<string, number>>;
  /** Choices in the palette, newest first. */
  readonly recent: readonly string[];
  /** Set while the person selects messages: the selected item. */
  readonly browse?: {readonly item: string};
  /** Zen mode: only messages, without panes, borders and times, for the terminal's own selection. */
  readonly zen: boolean;
  /** The search in the conversation. */
  readonly search?: {readonly query: string; readonly typing: boolean};
  readonly armed: 'nothing' | 'stop' | 'leave';
  /** The call whose card is on the screen, since when, and when a key for a card was last pressed; by this machine. */
  readonly card?: {readonly id?: ApprovalId; readonly since: EpochMs; readonly keyAt: EpochMs};
  /** Time of the last answer to a ring by key or click, by the clock of this machine. */
  readonly ringAnsweredAt?: EpochMs;
  /** The reason why the last key did nothing; shown until the next key. */
  readonly idleKey?: string;
  readonly toasts: readonly Toast[];
  readonly toolDetail: ToolDetail;
  readonly thinkingDetail: ToolDetail;
  readonly bell: Bell;
  /** When the bell is off each day. */
  readonly silent?: SilentHours;
  /** The end of the quiet time that the person asked for. */
  readonly quietUntil?: EpochMs;
  /** Focus of this terminal, if it reports that. */
  readonly focus: 'unknown' | 'here' | 'away';
  /** When the person last saw the daemon's current state, by its clock; undefined while they see it. */
  readonly seenAt?: EpochMs;
  /** No daemon was reached yet, and the shown state is of this instant, by the daemon's clock. */
  readonly oldAt?: EpochMs;
  /** The unread count when this terminal's last run ended. */
  readonly unreadThen?: number;
  readonly replay?: Replay;
  /** The daemon's search results and their query. */
  readonly sought?: Sought;
  /** Periods that nobody watched, oldest first. */
  readonly marks: readonly Mark[];
  /** The number of calls so far; `calls` has the newest, oldest first. */
  readonly called: number;
  readonly calls: readonly Call[];
  /** True if things may move on the screen, except text that changes. */
  readonly motion: boolean;
  /** The question of the first start was shown. */
  readonly setupAsked: boolean;
  /** Clicks and the wheel are the terminal UI's; selecting text needs Shift. */
  readonly mouse: boolean;
  /** The other machine whose daemon this terminal uses; `version`: the one here. `moved`: where that has sent it. */
  readonly host?: {readonly name: string; readonly version: string; readonly called?: string | undefined};
  readonly moved?: DaemonAddress;
  /** `rooster --watch`: nothing can be changed from this terminal. */
  readonly watches: boolean;
  /** The timeline draws the whole week. */
  readonly week: boolean;
  /** The look that Esc restores while the themes are listed. */
  readonly lookBefore?: LookChoice;
  readonly look: LookChoice;
  /** The background that the terminal reported. */
  readonly background?: Background;
  readonly status?: DaemonStatus;
  /** Clients that follow the daemon's events, including this one. */
  readonly clients: number;
  /** File names of the workspace, as far as they were read. */
  readonly files: readonly string[];
  /** The folder here whose path is being typed; empty for the folder of the terminal UI. Folders end with a slash. */
  readonly here?: {readonly path: string; readonly names: readonly string[]};
  /** Upcoming occurrences of cron jobs, as far ahead as requested. */
  readonly jobOccurrences: readonly JobOccurrence[];
  /** A page of this session's history is loading. */
  readonly fetching?: {readonly session: SessionKey; readonly which: HistoryPart};
  /** The highlighter, once code needed it. */
  readonly highlight?: Highlight;
  /** Incremented to redraw everything. */
  readonly paints: number;
};

export const THEMES = ['auto', 'dark', 'light', 'mono', 'high', 'dawn', 'dusk', 'barn'] as const;
export type ThemeName = (typeof THEMES)[number];
export type Background = 'dark' | 'light';

/** `auto`: as the terminal reports. */
export type LookChoice = {readonly theme: ThemeName; readonly glyphs: 'auto' | 'ascii' | 'unicode'};

export type JobOccurrence = {readonly name: string; readonly at: EpochMs};

type Replay = {
  readonly upTo: number;
  readonly from: EpochMs;
  readonly missed: Missed;
  /** The person's missed calls. */
  readonly late: readonly Call[];
};

export type Missed = {
  readonly events: number;
  readonly fired: number;
  /** Messages to people. */
  readonly messages: number;
  /** Cron jobs that ran, by name; `failed`: anything that failed. */
  readonly ran: readonly string[];
  readonly failed: readonly string[];
  /** Deliveries that were given up. */
  readonly undelivered: number;
  readonly restarted: boolean;
};

/** A period by the daemon's clock, with its text. */
export type Mark = {
  readonly id: string;
  /** Without a connection, or without the terminal UI. */
  readonly kind: 'gap' | 'away';
  /** The open conversation at that time, if any. */
  readonly session?: SessionKey;
  readonly from: EpochMs;
  readonly until: EpochMs;
  readonly title: string;
  readonly words: string;
};

export const BELLS = ['off', 'bell', 'notify'] as const;
/** The terminal's signal to the person: none, a sound, or a sound and a desktop notification. */
export type Bell = (typeof BELLS)[number];

/** Minutes of the day, by this machine's clock; the end may be after midnight. */
export type SilentHours = {readonly from: number; readonly to: number};

/** A message that calls for the person's attention. */
export type Call = {
  readonly title: string;
  readonly text: string;
  /** Its session: once the person has read it there, no call is needed. */
  readonly session?: SessionKey;
};

export type Size = {readonly columns: number; readonly rows: number};
export type ConnectionState =
  | {readonly kind: 'dialing'}
  | {readonly kind: 'live'}
  /** `retryAt` is absent during a try. `attempt` counts tries since the last connection. */
  | {readonly kind: 'lost'; readonly attempt: number; readonly reason: string; readonly retryAt?: EpochMs};

/** The scroll position: at the end, or held at a row of an item, so that changes elsewhere don't move the text. */
export type Scroll =
  | {readonly kind: 'follow'}
  /**
   * The screen's first row relative to a stable item, negative above it. `beginning`: among the conversation's first
   * messages, before a gap.
   */
  | {
      readonly kind: 'held';
      readonly item: string;
      readonly row: number;
      readonly seen: string;
      readonly beginning?: true;
    };

/** A run's own conversation, opened over another place. */
export type Child = {
  readonly session: SessionKey;
  /** For the header: `standup 08:00`. */
  readonly name: string;
  /** The place that Esc leads back to. */
  readonly from: Pick<UiState, Position>;
};

type Position = 'session' | 'view' | 'scroll' | 'overlay' | 'browse' | 'search' | 'divider' | 'dividerKnown' | 'child';

/** A pending message. Its key makes repeats of the send one message. */
export type PendingSend = SentText & {
  readonly key: string;
  readonly session?: SessionKey;
  /** For the turn that runs, if it takes a further step. */
  readonly steer?: boolean | undefined;
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
  /** The place that shows its subject. */
  readonly leads?: Lead;
  /** A mark in the conversation has the same text. */
  readonly marked?: true;
  /** Its undo, as long as the toast is shown. */
  readonly undo?: Undo;
};

export type Lead =
  | {readonly kind: 'session'; readonly session: SessionKey}
  | {readonly kind: 'row'; readonly list: ListName; readonly row: string};

/** Amount of tool output and thinking that is shown. */
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
  local: [],
  overlay: {kind: 'none'},
  uses: {},
  recent: [],
  armed: 'nothing',
  toasts: [],
  toolDetail: 'line',
  thinkingDetail: 'line',
  zen: false,
  jobOccurrences: [],
  files: [],
  clients: 1,
  bell: 'notify',
  focus: 'unknown',
  marks: [],
  called: 0,
  calls: [],
  motion: true,
  setupAsked: false,
  mouse: true,
  watches: false,
  week: false,
  look: {theme: 'auto', glyphs: 'auto'},
  paints: 0,
});
