// What a key can be bound to: where it holds (a context), what it does (an action), and the words the hint row and the help
// show for it.
import type {RowContext} from './row-contexts.ts';

/** Several hold at a time; the more special one is asked first. */
export type Context =
  /** Esc or Ctrl+C was pressed once while a turn runs; any other key takes it back. */
  | 'armed-stop'
  | 'armed-leave'
  /** No daemon, and nothing written. */
  | 'lost-empty'
  /** No daemon. */
  | 'lost'
  /** No daemon, in a list. */
  | 'lost-list'
  /** A turn runs in the session on the screen. */
  | 'busy-empty'
  | 'busy'
  /** A slash command, or a name behind `@`, is being written. */
  | 'slash'
  /** Nothing is written. */
  | 'empty'
  | 'compose'
  /** Messages are picked and not written. */
  | 'browse'
  | 'browse-reminder'
  /** Something is pointed at, in whatever view. */
  | 'item'
  /** What is searched for is being written. */
  | 'search'
  | 'reader'
  | 'reader-search'
  | 'why'
  | 'signal'
  | 'recall'
  /** Something is put into a session by hand; one of its choices is made. */
  | 'inject'
  | 'inject-choice'
  | 'actions'
  /** A line is being written, here or there. */
  | 'line'
  | 'help'
  | 'find'
  | 'keys'
  | 'status'
  | 'confirm'
  | 'ask'
  /** There are usual answers to what is asked. */
  | 'ask-quick'
  /** The words of a list's filter are being written. */
  | 'filter'
  | 'timeline'
  | 'plan'
  | 'outbox'
  | 'log'
  /** What the selected row is. */
  | RowContext
  /** A notice is to be seen that tells of something. */
  | 'noticed'
  | 'noticed-list'
  /** Any list. */
  | 'list'
  | 'everywhere';

export type Action =
  | 'draft.send'
  | 'draft.newline'
  | 'draft.clear'
  | 'draft.undo'
  | 'draft.redo'
  | 'draft.yank'
  | 'draft.complete'
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
  | 'reader.search'
  | 'reader.next'
  | 'reader.previous'
  | 'reader.copy'
  | 'reader.page'
  | 'reader.top'
  | 'reader.bottom'
  | 'item.open'
  | 'draft.editor'
  | 'recall.open'
  | 'inject.send'
  | 'inject.next'
  | 'inject.previous'
  | 'inject.choose'
  | 'inject.choose-back'
  | 'item.menu'
  | 'item.why'
  | 'signal.allow'
  | 'signal.link'
  | 'signal.refresh'
  | 'why.open'
  | 'why.deeper'
  | 'why.copy'
  | 'why.page'
  | 'why.step'
  | 'item.copy'
  | 'item.copy-all'
  | 'item.page'
  | 'item.reply'
  | 'item.snooze'
  | 'item.done'
  | 'item.cancel'
  | 'item.retry'
  | 'item.discard'
  | 'item.run'
  | 'item.pause'
  | 'item.move'
  | 'item.last-run'
  | 'overlay.back'
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
  | 'list.kind'
  | 'list.filter'
  | 'list.back'
  | 'ask.done'
  | 'ask.next'
  | 'ask.previous'
  | 'remind.new'
  | 'row.refuse'
  | 'filter.done'
  | 'filter.delete-left'
  | 'find.open'
  | 'help.open'
  | 'overlay.close'
  | 'overlay.up'
  | 'overlay.down'
  | 'overlay.page-up'
  | 'overlay.page-down'
  | 'overlay.choose'
  | 'overlay.actions'
  | 'question.yes'
  | 'question.no'
  | 'question.other'
  | 'question.answer'
  | 'query.delete-left'
  | 'query.clear'
  | 'connection.retry'
  | 'app.arm-leave'
  | 'app.leave'
  | 'app.suspend'
  | 'screen.repaint';

export type Binding = {
  readonly context: Context;
  /** The first is the one that is shown. */
  readonly keys: readonly string[];
  readonly action: Action;
  /** What it does, in the fewest words. */
  readonly hint: string;
  /** The same for the help, where there is room. @default the hint */
  readonly help?: string;
  /** Shown in the hint row, the smaller the more to the left; help shows all. */
  readonly rank?: number;
};
