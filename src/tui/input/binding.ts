// A key binding: where it applies (a context), what it does (an action), and its texts for the hint row and the help.
import type {ItemActionName} from '../nouns/noun-action.ts';
import type {RowContext} from './row-contexts.ts';

/** Several contexts apply at once; the most specific has priority. */
export type Context =
  /** Esc or Ctrl+C was pressed once during a turn; any other key cancels that. */
  | 'armed-stop'
  | 'armed-leave'
  /** No daemon, empty draft. */
  | 'lost-empty'
  /** No daemon. */
  | 'lost'
  /** No daemon, in a list. */
  | 'lost-list'
  /** A turn runs in the open session, empty draft. */
  | 'busy-empty'
  | 'busy'
  /** The running turn is the person's own, and takes what they add. */
  | 'steering'
  /** A command line of the person runs on this machine. */
  | 'local'
  /** The draft begins with `!`. */
  | 'local-draft'
  /** The menu under the draft is open. */
  | 'menu'
  /** Something rang and waits for an answer, while the person writes, and in a list. */
  | 'ringing'
  | 'ringing-list'
  /** A call of the agent waits for an answer, while the person writes, and in a list. */
  | 'asking'
  | 'asking-list'
  /** Empty draft. */
  | 'empty'
  | 'compose'
  /** A child view is open. */
  | 'child'
  /** A child view, with an empty draft or a selected message. */
  | 'child-idle'
  /** Another conversation has unread messages. */
  | 'unread'
  /** Selecting messages instead of writing. */
  | 'browse'
  | 'browse-reminder'
  /** An item is selected, in any view. */
  | 'item'
  /** The search text is being typed. */
  | 'search'
  | 'reader'
  | 'reader-search'
  /** The reader shows a run. */
  | 'reader-run'
  /** The reader shows a call that waits for an answer. */
  | 'reader-approval'
  /** The choice of what is allowed for good. */
  | 'allow'
  | 'approvals'
  | 'why'
  | 'signal'
  | 'setup'
  /** The first question of the setup: no letter belongs to it. */
  | 'setup-what'
  | 'recall'
  | 'theme'
  /** A field of the inject form is selected. */
  | 'inject'
  | 'inject-choice'
  | 'actions'
  /** A line of text is being edited, anywhere. */
  | 'line'
  | 'help'
  | 'find'
  /** The list of conversations. */
  | 'chats'
  | 'keys'
  | 'status'
  | 'confirm'
  | 'ask'
  /** The question has quick answers. */
  | 'ask-quick'
  | 'ask-other'
  /** More questions follow. */
  | 'ask-next'
  /** The title of a conversation to delete. */
  | 'ask-delete'
  /** A list's filter is being typed. */
  | 'filter'
  | 'timeline'
  | 'plan'
  | 'outbox'
  | 'log'
  /** The kind of the selected row. */
  | RowContext
  /** A toast leads somewhere. */
  | 'noticed'
  | 'noticed-list'
  /** A toast offers to undo a change. */
  | 'undoable'
  | 'undoable-list'
  /** Any list. */
  | 'list'
  | 'everywhere';

/** Actions in overlays. Each overlay says what they do there. */
export const OVERLAY_ACTIONS = [
  'overlay.enter',
  'overlay.leave',
  'overlay.back',
  'overlay.up',
  'overlay.down',
  'overlay.page-up',
  'overlay.page-down',
  'choice.next',
  'choice.previous',
  'query.delete-left',
  'query.clear',
  'question.yes',
  'question.no',
  'reader.search',
  'reader.next',
  'reader.previous',
  'reader.copy',
  'reader.page',
  'reader.top',
  'reader.bottom',
  'reader.conversation',
  'reader.approve',
  'reader.deny',
  'reader.always',
  'signal.allow',
  'signal.link',
  'signal.refresh',
  'why.deeper',
  'why.copy',
  'why.page',
  'why.step',
  'ask.other',
  'chats.archived',
  'chats.archive',
  'chats.delete',
  'find.actions',
] as const;

export type OverlayAction = (typeof OVERLAY_ACTIONS)[number];

export type Action =
  | OverlayAction
  | 'draft.send'
  | 'draft.steer'
  | 'local.stop'
  | 'local.complete'
  | 'draft.newline'
  | 'draft.clear'
  | 'draft.undo'
  | 'draft.redo'
  | 'draft.yank'
  | 'menu.choose'
  | 'menu.complete'
  | 'menu.up'
  | 'menu.down'
  | 'menu.close'
  | 'cursor.left'
  | 'cursor.right'
  | 'cursor.up'
  | 'cursor.down'
  | 'cursor.word-left'
  | 'cursor.word-right'
  | 'cursor.line-start'
  | 'cursor.line-end'
  | 'delete.left'
  | 'delete.right'
  | 'cut.word-left'
  | 'cut.big-word-left'
  | 'cut.word-right'
  | 'cut.line-start'
  | 'cut.line-end'
  | 'queue.take-back'
  | 'turn.arm-stop'
  | 'turn.stop'
  | 'view.up'
  | 'view.down'
  | 'view.end'
  | 'view.oldest'
  | 'view.back'
  | 'tools.detail'
  | 'thinking.detail'
  | 'zen.toggle'
  | 'browse.open'
  | 'browse.leave'
  | 'browse.up'
  | 'browse.down'
  | 'browse.page-up'
  | 'browse.page-down'
  | 'browse.first'
  | 'browse.last'
  | 'browse.unread'
  | 'search.open'
  | 'search.done'
  | 'search.cancel'
  | 'search.delete-left'
  | 'search.clear'
  | 'search.older'
  | 'search.newer'
  | ItemActionName
  | 'item.menu'
  | 'draft.editor'
  | 'recall.open'
  | 'child.leave'
  | 'session.next-unread'
  | 'view.pick'
  | 'notice.follow'
  | 'list.up'
  | 'list.down'
  | 'list.page-up'
  | 'list.page-down'
  | 'list.first'
  | 'list.last'
  | 'list.home'
  | 'day.back'
  | 'day.on'
  | 'week.toggle'
  | 'list.kind'
  | 'list.filter'
  | 'list.back'
  | 'remind.new'
  | 'remind.undo'
  | 'undo.offered'
  | 'row.refuse'
  | 'ring.done'
  | 'ring.snooze'
  | 'ring.show'
  | 'approval.approve'
  | 'approval.deny'
  | 'approval.look'
  | 'filter.done'
  | 'filter.delete-left'
  | 'find.open'
  | 'chats.open'
  | 'message.fork'
  | 'help.open'
  | 'connection.retry'
  | 'app.arm-leave'
  | 'app.leave'
  | 'app.suspend'
  | 'screen.repaint';

export type Binding = {
  readonly context: Context;
  /** The first key is the displayed one. */
  readonly keys: readonly string[];
  readonly action: Action;
  /** Its effect, as short as possible. */
  readonly hint: string;
  /** The longer text for the help. @default the hint */
  readonly help?: string;
  /** The position in the hint row, lowest first; without it only the help shows the binding. */
  readonly rank?: number;
};
