// UiAction: every change of the UI state.
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {HistoryPart} from '../../shared/events/load-state.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Edit} from '../editor/editor.ts';
import type {Undo} from '../nouns/undo.ts';
import type {ListName, View} from '../nouns/views.ts';
import type {ListState} from '../state/list-state.ts';
import type {Past} from '../state/past.ts';
import type {
  Background,
  Bell,
  ConnectionState,
  JobOccurrence,
  LookChoice,
  PendingSend,
  Scroll,
  SilentHours,
  Size,
  Sought,
  Toast,
  ToolDetail,
  UiState,
} from '../state/ui-state.ts';
import type {Highlight} from '../text/highlight.ts';

export type UiAction =
  | {readonly type: 'resized'; readonly size: Size}
  | {readonly type: 'repaint'}
  | {readonly type: 'tick'; readonly now: EpochMs}
  | {readonly type: 'connection'; readonly connection: ConnectionState; readonly now: EpochMs}
  | {readonly type: 'clock'; readonly offsetMs: number}
  | {readonly type: 'names'; readonly names: Names}
  | {readonly type: 'zone'; readonly zone?: string}
  | {readonly type: 'status'; readonly status: DaemonStatus}
  | {readonly type: 'open'; readonly session: SessionKey}
  /** Opens a run's conversation as a child view. */
  | {readonly type: 'child'; readonly session: SessionKey; readonly name: string}
  | {readonly type: 'child-left'}
  | {readonly type: 'scroll'; readonly scroll: Scroll}
  | {readonly type: 'fetching'; readonly session: SessionKey; readonly which: HistoryPart}
  | {readonly type: 'fetch-failed'}
  | {readonly type: 'edit'; readonly draft: string; readonly edit: Edit}
  | {readonly type: 'recall'; readonly draft: string; readonly by: -1 | 1}
  /** A draft became a pending message. */
  | {readonly type: 'sending'; readonly draft: string; readonly send: PendingSend; readonly entry: string}
  | {readonly type: 'remember'; readonly text: string}
  | {readonly type: 'send-stored'; readonly key: string; readonly session: SessionKey; readonly turnId: TurnId}
  | {readonly type: 'send-refused'; readonly key: string; readonly reason: string}
  | {readonly type: 'send-removed'; readonly key: string}
  /** Selects an item; without one, returns to the composer. */
  | {readonly type: 'browse'; readonly item?: string; readonly scroll: Scroll}
  | {readonly type: 'search'; readonly search?: {readonly query: string; readonly typing: boolean}}
  | {readonly type: 'arm'; readonly armed: UiState['armed']}
  | {readonly type: 'menu'; readonly menu: NonNullable<UiState['menu']>}
  /** A command was run. */
  | {readonly type: 'used'; readonly name: string}
  /** Something was chosen in the palette. */
  | {readonly type: 'recent'; readonly id: string}
  /** A key did nothing, and why; without a reason the next key came. */
  | {readonly type: 'idle-key'; readonly why?: string}
  | {
      readonly type: 'toast';
      readonly tone: Toast['tone'];
      readonly text: string;
      readonly undo?: Undo;
      readonly now: EpochMs;
    }
  /** The change was undone, or can't be: its offer ends. */
  | {readonly type: 'undone'; readonly undo: Undo}
  | {readonly type: 'toasts-seen'}
  | {readonly type: 'tool-detail'; readonly detail: ToolDetail}
  | {readonly type: 'thinking-detail'; readonly detail: ToolDetail}
  | {readonly type: 'zen'; readonly zen: boolean}
  | {readonly type: 'files'; readonly files: readonly string[]}
  | {readonly type: 'clients'; readonly count: number}
  | {readonly type: 'job-occurrences'; readonly occurrences: readonly JobOccurrence[]}
  | {readonly type: 'bell'; readonly bell: Bell}
  | {readonly type: 'silent'; readonly hours?: SilentHours}
  | {readonly type: 'quiet'; readonly until?: EpochMs}
  | {readonly type: 'focus'; readonly focus: UiState['focus']; readonly now: EpochMs}
  /** The question of the first start is shown. */
  | {readonly type: 'setup-asked'}
  | {readonly type: 'motion'; readonly on: boolean}
  | {readonly type: 'mouse'; readonly on: boolean}
  | {readonly type: 'week'; readonly on: boolean}
  | {readonly type: 'look'; readonly look: LookChoice}
  | {readonly type: 'sought'; readonly sought: Sought}
  | {readonly type: 'background'; readonly background: Background}
  | {readonly type: 'highlight'; readonly highlight: Highlight}
  | {readonly type: 'view'; readonly view: View}
  | {readonly type: 'list'; readonly name: ListName; readonly list: ListState}
  | {readonly type: 'filtering'; readonly on: boolean}
  | {readonly type: 'past'; readonly past: Partial<Past>}
  | {readonly type: 'older-events'; readonly events: readonly GatewayEvent[]};
