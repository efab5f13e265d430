// Keys are data: context, keys, the action they name, and the word the hint row and the help show for it. Both are drawn from
// this table, so neither can lie. A context that is more special is asked first.

import type {RowContext} from './row-contexts.ts';

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
  | 'row.snooze'
  | 'row.move'
  | 'row.last-run'
  | 'row.cancel'
  | 'row.run'
  | 'row.pause'
  | 'row.resume'
  | 'row.done'
  | 'row.retry'
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
  | 'overlay.yes'
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

export const KEYMAP: readonly Binding[] = [
  {context: 'armed-stop', keys: ['esc', 'ctrl+c'], action: 'turn.stop', hint: 'again to stop', rank: 0},
  {
    context: 'armed-stop',
    keys: ['up', 'ctrl+up'],
    action: 'browse.open',
    hint: 'messages',
    help: 'pick a message instead',
    rank: 1,
  },
  {context: 'armed-leave', keys: ['ctrl+c', 'ctrl+d'], action: 'app.leave', hint: 'again to leave', rank: 0},

  {
    context: 'lost-empty',
    keys: ['enter'],
    action: 'connection.retry',
    hint: 'retry now',
    help: 'try again at once',
    rank: 1,
  },
  {
    context: 'lost',
    keys: ['enter'],
    action: 'draft.send',
    hint: 'send later',
    help: 'keep it, and send it once after reconnecting',
    rank: 0,
  },
  {
    context: 'lost-list',
    keys: ['ctrl+r'],
    action: 'connection.retry',
    hint: 'retry now',
    help: 'try to reach the daemon at once',
    rank: 0,
  },
  {context: 'busy-empty', keys: ['ctrl+c'], action: 'turn.arm-stop', hint: 'stop', help: 'the same'},
  {
    context: 'busy',
    keys: ['esc'],
    action: 'turn.arm-stop',
    hint: 'stop',
    help: 'stop the running turn, pressed twice',
    rank: 1,
  },
  {
    context: 'busy',
    keys: ['enter'],
    action: 'draft.send',
    hint: 'queue',
    help: 'send; it is taken up after this turn',
    rank: 0,
  },
  {
    context: 'busy',
    keys: ['alt+up'],
    action: 'queue.take-back',
    hint: 'take back',
    help: 'take back what is queued',
    rank: 8,
  },
  {context: 'slash', keys: ['tab'], action: 'draft.complete', hint: 'complete', rank: 1},

  {context: 'empty', keys: ['ctrl+c'], action: 'app.arm-leave', hint: 'leave, pressed twice'},
  {context: 'empty', keys: ['ctrl+d'], action: 'app.leave', hint: 'leave', help: 'leave; the daemon goes on', rank: 6},
  {
    context: 'empty',
    keys: ['?'],
    action: 'help.open',
    hint: 'help',
    help: 'this list; a second ? begins a message with it',
    rank: 9,
  },

  {context: 'compose', keys: ['enter'], action: 'draft.send', hint: 'send', rank: 0},
  {
    context: 'compose',
    keys: ['ctrl+j', 'alt+enter', 'shift+enter', 'ctrl+enter'],
    action: 'draft.newline',
    hint: 'newline',
    rank: 2,
  },
  {
    context: 'compose',
    keys: ['esc'],
    action: 'view.back',
    hint: 'browse',
    help: 'close a notice; then pick messages: read, copy, search',
    rank: 4,
  },
  {context: 'compose', keys: ['ctrl+up'], action: 'browse.open', hint: 'pick messages, also while a turn runs'},
  {
    context: 'compose',
    keys: ['ctrl+c'],
    action: 'draft.clear',
    hint: 'clear',
    help: 'clear the draft; ↑ brings it back',
    rank: 6,
  },
  {context: 'compose', keys: ['alt+up'], action: 'queue.take-back', hint: 'take back what waits to be sent'},
  {
    context: 'compose',
    keys: ['ctrl+p'],
    action: 'find.open',
    hint: 'find',
    help: 'find anything: conversations, commands, reminders, jobs, messages',
    rank: 3,
  },
  {
    context: 'compose',
    keys: ['ctrl+n', 'alt+a'],
    action: 'session.next-unread',
    hint: 'unread',
    help: 'next conversation with something unread',
    rank: 5,
  },
  {
    context: 'compose',
    keys: ['pageup'],
    action: 'view.up',
    hint: 'scroll',
    help: 'scroll up, as far back as there is anything',
    rank: 4,
  },
  {context: 'compose', keys: ['pagedown'], action: 'view.down', hint: 'scroll down'},
  {context: 'compose', keys: ['ctrl+end'], action: 'view.end', hint: 'newest, and follow'},
  {context: 'compose', keys: ['ctrl+home'], action: 'view.oldest', hint: 'oldest'},
  {
    context: 'compose',
    keys: ['ctrl+o'],
    action: 'tools.detail',
    hint: 'tools',
    help: 'what tools answered: not, in short, in full',
    rank: 7,
  },
  {context: 'line', keys: ['left', 'ctrl+b'], action: 'cursor.left', hint: 'left'},
  {context: 'line', keys: ['right', 'ctrl+f'], action: 'cursor.right', hint: 'right'},
  {context: 'compose', keys: ['up'], action: 'cursor.up', hint: 'up; at the first line: what was sent before'},
  {context: 'compose', keys: ['down'], action: 'cursor.down', hint: 'down'},
  {context: 'line', keys: ['alt+b', 'ctrl+left', 'alt+left'], action: 'cursor.word-left', hint: 'word left'},
  {context: 'line', keys: ['alt+f', 'ctrl+right', 'alt+right'], action: 'cursor.word-right', hint: 'word right'},
  {context: 'line', keys: ['ctrl+a', 'home'], action: 'cursor.line-start', hint: 'start of the line'},
  {context: 'line', keys: ['ctrl+e', 'end'], action: 'cursor.line-end', hint: 'end of the line'},
  {context: 'line', keys: ['backspace', 'shift+backspace'], action: 'delete.left', hint: 'delete left'},
  {context: 'line', keys: ['delete', 'ctrl+d'], action: 'delete.right', hint: 'delete right'},
  {context: 'line', keys: ['ctrl+w'], action: 'cut.big-word-left', hint: 'cut to the space before'},
  {context: 'line', keys: ['alt+backspace', 'ctrl+backspace'], action: 'cut.word-left', hint: 'cut the word before'},
  {
    context: 'line',
    keys: ['alt+d', 'alt+delete', 'ctrl+delete'],
    action: 'cut.word-right',
    hint: 'cut the word after',
  },
  {context: 'compose', keys: ['ctrl+g'], action: 'draft.editor', hint: 'editor', help: 'write in $EDITOR'},
  {context: 'compose', keys: ['ctrl+r'], action: 'recall.open', hint: 'search what was sent before'},
  {context: 'line', keys: ['ctrl+u'], action: 'cut.line-start', hint: 'cut to the start of the line'},
  {context: 'line', keys: ['ctrl+k'], action: 'cut.line-end', hint: 'cut to the end of the line'},
  {context: 'line', keys: ['ctrl+y'], action: 'draft.yank', hint: 'put back what was cut'},
  {context: 'line', keys: ['ctrl+_', 'ctrl+shift+-'], action: 'draft.undo', hint: 'undo'},
  {context: 'line', keys: ['alt+_', 'alt+shift+_'], action: 'draft.redo', hint: 'redo'},

  {context: 'browse', keys: ['up', 'k'], action: 'browse.up', hint: 'older'},
  {
    context: 'browse',
    keys: ['down', 'j'],
    action: 'browse.down',
    hint: 'newer',
    help: 'newer; below the newest one writes again',
  },
  {context: 'browse', keys: ['pageup', 'ctrl+b'], action: 'browse.page-up', hint: 'page up'},
  {context: 'browse', keys: ['pagedown', 'ctrl+f', 'space'], action: 'browse.page-down', hint: 'page down'},
  {context: 'browse', keys: ['g', 'home', 'ctrl+home'], action: 'browse.first', hint: 'oldest'},
  {context: 'browse', keys: ['G', 'end', 'ctrl+end'], action: 'browse.last', hint: 'newest'},
  {context: 'browse', keys: ['u'], action: 'browse.unread', hint: 'first unread', help: 'where the new messages begin'},
  {context: 'browse', keys: ['/'], action: 'search.open', hint: 'search', help: 'search in this conversation', rank: 4},
  {
    context: 'browse',
    keys: ['n'],
    action: 'search.older',
    hint: 'next match',
    help: 'the match before, further and further back',
  },
  {context: 'browse', keys: ['N'], action: 'search.newer', hint: 'match after'},
  {context: 'browse', keys: ['r'], action: 'item.reply', hint: 'reply with a quote'},
  {context: 'browse', keys: ['s'], action: 'item.snooze', hint: 'snooze the reminder'},
  {context: 'browse', keys: ['d'], action: 'item.done', hint: 'the reminder is done'},
  {context: 'browse', keys: ['x'], action: 'item.cancel', hint: 'cancel the reminder, take back what waits'},
  {context: 'browse', keys: ['R'], action: 'item.retry', hint: 'send again'},
  {context: 'browse', keys: ['D'], action: 'item.discard', hint: 'discard its delivery'},
  {context: 'browse', keys: ['F'], action: 'item.run', hint: 'run the job now'},
  {context: 'browse', keys: ['p'], action: 'item.pause', hint: 'pause the job, or let it go on'},
  {context: 'browse', keys: ['ctrl+o'], action: 'tools.detail', hint: 'what tools answered: not, in short, in full'},
  {context: 'browse', keys: ['ctrl+p'], action: 'find.open', hint: 'find anything'},
  {
    context: 'browse',
    keys: ['ctrl+n', 'alt+a'],
    action: 'session.next-unread',
    hint: 'next conversation with something unread',
  },
  {context: 'browse', keys: ['1', '2', '3', '4', '5'], action: 'view.pick', hint: 'chat, timeline, plan, outbox, log'},
  {context: 'browse', keys: ['?'], action: 'help.open', hint: 'help', rank: 9},
  {
    context: 'browse',
    keys: ['esc', 'i', 'q', 'ctrl+c'],
    action: 'browse.leave',
    hint: 'write',
    help: 'write again; so does any letter without a meaning',
    rank: 5,
  },

  {context: 'item', keys: ['enter'], action: 'item.open', hint: 'read', help: 'all of it, with its facts', rank: 0},
  {context: 'item', keys: ['w'], action: 'item.why', hint: 'why', help: 'what led to it, and what came of it', rank: 1},
  {context: 'item', keys: ['y'], action: 'item.copy', hint: 'copy', help: 'copy its text', rank: 6},
  {context: 'item', keys: ['Y'], action: 'item.copy-all', hint: 'copy it with its facts'},
  {context: 'item', keys: ['o'], action: 'item.page', hint: 'open in $PAGER'},
  {context: 'item', keys: ['.'], action: 'item.menu', hint: 'actions', help: 'all that can be done with it', rank: 3},

  {context: 'search', keys: ['enter'], action: 'search.done', hint: 'search back', rank: 0},
  {context: 'search', keys: ['esc', 'ctrl+c'], action: 'search.cancel', hint: 'close', rank: 1},
  {context: 'search', keys: ['backspace'], action: 'search.delete-left', hint: 'delete left'},
  {context: 'search', keys: ['ctrl+u', 'ctrl+w'], action: 'search.clear', hint: 'clear'},

  {context: 'reader', keys: ['esc', 'q', 'enter', 'ctrl+c'], action: 'overlay.back', hint: 'back', rank: 0},
  {context: 'reader', keys: ['up', 'k'], action: 'overlay.up', hint: 'up'},
  {context: 'reader', keys: ['down', 'j'], action: 'overlay.down', hint: 'scroll', rank: 1},
  {context: 'reader', keys: ['pageup', 'ctrl+b'], action: 'overlay.page-up', hint: 'page up'},
  {context: 'reader', keys: ['pagedown', 'space', 'ctrl+f'], action: 'overlay.page-down', hint: 'page down'},
  {context: 'reader', keys: ['g', 'home', 'ctrl+home'], action: 'reader.top', hint: 'top'},
  {context: 'reader', keys: ['G', 'end', 'ctrl+end'], action: 'reader.bottom', hint: 'bottom'},
  {context: 'reader', keys: ['/'], action: 'reader.search', hint: 'search', rank: 2},
  {context: 'reader', keys: ['n'], action: 'reader.next', hint: 'next match'},
  {context: 'reader', keys: ['N'], action: 'reader.previous', hint: 'match before'},
  {context: 'reader', keys: ['y'], action: 'reader.copy', hint: 'copy', help: 'copy all of it', rank: 3},
  {context: 'reader', keys: ['o'], action: 'reader.page', hint: 'pager', help: 'open in $PAGER', rank: 4},

  {context: 'reader-search', keys: ['enter'], action: 'search.done', hint: 'search', rank: 0},
  {context: 'reader-search', keys: ['esc', 'ctrl+c'], action: 'search.cancel', hint: 'close', rank: 1},
  {context: 'reader-search', keys: ['backspace'], action: 'search.delete-left', hint: 'delete left'},
  {context: 'reader-search', keys: ['ctrl+u', 'ctrl+w'], action: 'search.clear', hint: 'clear'},

  {context: 'inject', keys: ['enter'], action: 'inject.send', hint: 'put it in', rank: 0},
  {context: 'inject', keys: ['tab', 'down'], action: 'inject.next', hint: 'next field', rank: 1},
  {context: 'inject', keys: ['shift+tab', 'up'], action: 'inject.previous', hint: 'field before'},
  {context: 'inject', keys: ['ctrl+j', 'alt+enter', 'shift+enter'], action: 'draft.newline', hint: 'newline', rank: 3},
  {context: 'inject', keys: ['esc', 'ctrl+c'], action: 'overlay.close', hint: 'leave, the text is kept', rank: 4},
  {context: 'inject-choice', keys: ['right', 'space'], action: 'inject.choose', hint: 'choose', rank: 2},
  {context: 'inject-choice', keys: ['left'], action: 'inject.choose-back', hint: 'the choice before'},

  {context: 'recall', keys: ['enter', 'tab'], action: 'overlay.choose', hint: 'into the draft', rank: 0},
  {context: 'recall', keys: ['up', 'ctrl+r', 'ctrl+p'], action: 'overlay.up', hint: 'older', rank: 1},
  {context: 'recall', keys: ['down', 'ctrl+n'], action: 'overlay.down', hint: 'newer'},
  {context: 'recall', keys: ['esc', 'ctrl+c', 'ctrl+g'], action: 'overlay.close', hint: 'close', rank: 2},
  {context: 'recall', keys: ['backspace'], action: 'query.delete-left', hint: 'delete left'},
  {context: 'recall', keys: ['ctrl+u', 'ctrl+w'], action: 'query.clear', hint: 'clear'},

  {context: 'why', keys: ['enter'], action: 'why.open', hint: 'read the step', rank: 0},
  {context: 'why', keys: ['down', 'j', 'pagedown', 'space'], action: 'overlay.down', hint: 'step', rank: 1},
  {context: 'why', keys: ['up', 'k', 'pageup'], action: 'overlay.up', hint: 'step before'},
  {
    context: 'why',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    action: 'why.step',
    hint: 'to a step by its number',
  },
  {context: 'why', keys: ['w'], action: 'why.deeper', hint: 'why this step', rank: 3},
  {context: 'why', keys: ['y'], action: 'why.copy', hint: 'copy', help: 'copy the whole story', rank: 2},
  {context: 'why', keys: ['o'], action: 'why.page', hint: 'open it in $PAGER'},
  {context: 'why', keys: ['esc', 'q', 'ctrl+c'], action: 'overlay.back', hint: 'back', rank: 4},

  {
    context: 'signal',
    keys: ['a', 'enter'],
    action: 'signal.allow',
    hint: 'allow',
    help: 'let in who is chosen of those who knocked',
    rank: 0,
  },
  {
    context: 'signal',
    keys: ['L'],
    action: 'signal.link',
    hint: 'link',
    help: 'link an account, by a code for the phone',
    rank: 1,
  },
  {context: 'signal', keys: ['r'], action: 'signal.refresh', hint: 'look again', rank: 3},
  {context: 'signal', keys: ['down', 'j', 'tab'], action: 'overlay.down', hint: 'choose', rank: 2},
  {context: 'signal', keys: ['up', 'k', 'shift+tab'], action: 'overlay.up', hint: 'up'},
  {context: 'signal', keys: ['esc', 'q', 'ctrl+c'], action: 'overlay.close', hint: 'close', rank: 4},

  {context: 'actions', keys: ['enter'], action: 'overlay.choose', hint: 'do it', rank: 0},
  {context: 'actions', keys: ['down', 'j', 'tab'], action: 'overlay.down', hint: 'choose', rank: 1},
  {context: 'actions', keys: ['up', 'k', 'shift+tab'], action: 'overlay.up', hint: 'up'},
  {context: 'actions', keys: ['esc', 'ctrl+c', 'q', '.'], action: 'overlay.close', hint: 'close', rank: 2},

  {context: 'help', keys: ['esc', 'ctrl+c', 'q', 'enter'], action: 'overlay.close', hint: 'close', rank: 0},
  {context: 'help', keys: ['up', 'k'], action: 'overlay.up', hint: 'up'},
  {context: 'help', keys: ['down', 'j'], action: 'overlay.down', hint: 'scroll', rank: 1},
  {context: 'help', keys: ['pageup'], action: 'overlay.page-up', hint: 'page up'},
  {context: 'help', keys: ['pagedown', 'space'], action: 'overlay.page-down', hint: 'page down', rank: 2},

  {context: 'status', keys: ['esc', 'ctrl+c', 'q', 'enter'], action: 'overlay.close', hint: 'close', rank: 0},
  {context: 'status', keys: ['up', 'k'], action: 'overlay.up', hint: 'up'},
  {context: 'status', keys: ['down', 'j'], action: 'overlay.down', hint: 'scroll', rank: 1},
  {context: 'status', keys: ['pageup'], action: 'overlay.page-up', hint: 'page up'},
  {context: 'status', keys: ['pagedown', 'space'], action: 'overlay.page-down', hint: 'page down'},

  {context: 'find', keys: ['enter'], action: 'overlay.choose', hint: 'open', rank: 0},
  {
    context: 'find',
    keys: ['tab'],
    action: 'overlay.actions',
    hint: 'actions',
    help: 'open it, and what can be done with it',
    rank: 3,
  },
  {context: 'find', keys: ['down', 'ctrl+n'], action: 'overlay.down', hint: 'choose', rank: 1},
  {context: 'find', keys: ['up', 'ctrl+p', 'shift+tab'], action: 'overlay.up', hint: 'up'},
  {context: 'find', keys: ['esc', 'ctrl+c'], action: 'overlay.close', hint: 'close', rank: 2},
  {context: 'find', keys: ['backspace'], action: 'query.delete-left', hint: 'delete left'},
  {context: 'find', keys: ['ctrl+u', 'ctrl+w'], action: 'query.clear', hint: 'clear'},

  {context: 'confirm', keys: ['y'], action: 'overlay.yes', hint: 'yes', rank: 0},
  {context: 'confirm', keys: ['n', 'esc', 'ctrl+c'], action: 'overlay.close', hint: 'no', rank: 1},

  {
    context: 'noticed',
    keys: ['alt+v'],
    action: 'notice.follow',
    hint: 'show it',
    help: 'go to what the notice tells of',
    rank: 0.5,
  },
  {
    context: 'noticed-list',
    keys: ['v'],
    action: 'notice.follow',
    hint: 'show it',
    help: 'go to what the notice tells of',
    rank: 0.5,
  },

  {context: 'ask', keys: ['enter'], action: 'ask.done', hint: 'save', rank: 0},
  {
    context: 'ask-quick',
    keys: ['tab', 'down'],
    action: 'ask.next',
    hint: '10m, 1h, tomorrow',
    help: 'the usual answers, one after the other',
    rank: 1,
  },
  {context: 'ask-quick', keys: ['shift+tab', 'up'], action: 'ask.previous', hint: 'the one before'},
  {context: 'ask', keys: ['esc', 'ctrl+c'], action: 'overlay.close', hint: 'leave it', rank: 2},

  {
    context: 'on-reminder',
    keys: ['s'],
    action: 'row.snooze',
    hint: 'snooze',
    help: 'snooze; one is asked until when',
    rank: 1,
  },
  {context: 'on-reminder', keys: ['e'], action: 'row.move', hint: 'time', help: 'another time', rank: 3.5},
  {
    context: 'on-fired',
    keys: ['s'],
    action: 'row.snooze',
    hint: 'snooze',
    help: 'snooze; one is asked until when',
    rank: 1,
  },

  {context: 'filter', keys: ['enter'], action: 'filter.done', hint: 'keep', help: 'keep the words', rank: 0},
  {context: 'filter', keys: ['esc', 'ctrl+c', 'ctrl+u'], action: 'list.back', hint: 'show all', rank: 1},
  {context: 'filter', keys: ['backspace'], action: 'filter.delete-left', hint: 'delete left'},

  {context: 'on-reminder', keys: ['d'], action: 'row.done', hint: 'done', help: 'it is done already', rank: 2},
  {
    context: 'on-reminder',
    keys: ['x'],
    action: 'row.cancel',
    hint: 'cancel',
    help: 'cancel a reminder, after a question',
    rank: 3,
  },
  {context: 'on-fired', keys: ['d'], action: 'row.done', hint: 'done', help: 'it is done already', rank: 2},
  {context: 'on-cron', keys: ['F'], action: 'row.run', hint: 'run now', rank: 1},
  {context: 'on-cron', keys: ['p'], action: 'row.pause', hint: 'pause', rank: 2},
  {
    context: 'on-cron',
    keys: ['l'],
    action: 'row.last-run',
    hint: 'last run',
    help: 'what was said in its last run',
    rank: 2.5,
  },
  {
    context: 'on-paused',
    keys: ['l'],
    action: 'row.last-run',
    hint: 'last run',
    help: 'what was said in its last run',
    rank: 2.5,
  },
  {context: 'on-paused', keys: ['F'], action: 'row.run', hint: 'run now', rank: 1},
  {context: 'on-paused', keys: ['p'], action: 'row.resume', hint: 'resume', rank: 2},
  {context: 'on-dead', keys: ['R'], action: 'row.retry', hint: 'retry', help: 'send it again', rank: 1},
  {context: 'on-dead', keys: ['x'], action: 'row.cancel', hint: 'discard', rank: 3},
  {context: 'on-waiting', keys: ['R'], action: 'row.retry', hint: 'retry now', rank: 1},
  {
    context: 'on-waiting',
    keys: ['x'],
    action: 'row.cancel',
    hint: 'discard',
    help: 'discard a delivery, after a question',
    rank: 3,
  },
  {
    context: 'on-row',
    keys: ['s', 'd', 'e', 'x', 'p', 'F', 'R'],
    action: 'row.refuse',
    hint: 'a key that means nothing on a row says why',
  },

  {context: 'timeline', keys: ['t'], action: 'list.home', hint: 'now', help: 'back to the now-line', rank: 6},
  {context: 'log', keys: ['G', 'ctrl+end'], action: 'list.home', hint: 'follow', help: 'newest, and follow', rank: 6},

  {context: 'list', keys: ['n'], action: 'remind.new', hint: 'new', help: 'a new reminder', rank: 3.8},
  {context: 'list', keys: ['up', 'k'], action: 'list.up', hint: 'up'},
  {context: 'list', keys: ['down', 'j'], action: 'list.down', hint: 'choose', rank: 4},
  {context: 'list', keys: ['pageup', 'ctrl+b'], action: 'list.page-up', hint: 'page up'},
  {context: 'list', keys: ['pagedown', 'space', 'ctrl+f'], action: 'list.page-down', hint: 'page down'},
  {context: 'list', keys: ['home', 'g', 'ctrl+home'], action: 'list.first', hint: 'first'},
  {context: 'list', keys: ['end', 'G', 'ctrl+end'], action: 'list.last', hint: 'last'},
  {
    context: 'list',
    keys: ['f'],
    action: 'list.kind',
    hint: 'kinds',
    help: 'only one kind, the next one each time',
    rank: 8,
  },
  {context: 'list', keys: ['/'], action: 'list.filter', hint: 'filter', help: 'only what has these words', rank: 7},
  {
    context: 'list',
    keys: ['ctrl+p'],
    action: 'find.open',
    hint: 'find',
    help: 'find anything: conversations, commands, reminders, jobs, messages',
    rank: 10,
  },
  {
    context: 'list',
    keys: ['ctrl+n', 'alt+a'],
    action: 'session.next-unread',
    hint: 'next conversation with something unread',
  },
  {context: 'list', keys: ['?'], action: 'help.open', hint: 'help', rank: 11},
  {
    context: 'list',
    keys: ['1', '2', '3', '4', '5'],
    action: 'view.pick',
    hint: '…5 views',
    help: 'chat, timeline, plan, outbox, log',
    rank: 9,
  },
  {
    context: 'list',
    keys: ['esc', 'q', 'i'],
    action: 'list.back',
    hint: 'back',
    help: 'show all again; back to the conversation',
    rank: 5,
  },
  {context: 'list', keys: ['ctrl+c'], action: 'app.arm-leave', hint: 'leave, pressed twice'},
  {context: 'list', keys: ['ctrl+d'], action: 'app.leave', hint: 'leave; the daemon goes on'},

  {
    context: 'everywhere',
    keys: ['alt+1', 'alt+2', 'alt+3', 'alt+4', 'alt+5'],
    action: 'view.pick',
    hint: 'chat, timeline, plan, outbox, log',
  },
  {context: 'everywhere', keys: ['ctrl+l'], action: 'screen.repaint', hint: 'draw the screen anew'},
  {context: 'everywhere', keys: ['ctrl+z'], action: 'app.suspend', hint: 'suspend'},
];

/** What a key does where the contexts hold, the most special first; undefined when it means nothing there. */
export const bindingFor = (contexts: readonly Context[], key: string): Binding | undefined => {
  for (const context of contexts) {
    const binding = KEYMAP.find(one => one.context === context && one.keys.includes(key));
    if (binding !== undefined) return binding;
  }
  return undefined;
};

/** What the hint row shows: the ranked bindings in force, each key and each action once. */
export const hintsFor = (contexts: readonly Context[]): readonly Binding[] => {
  const found: Binding[] = [];
  for (const binding of contexts.flatMap(context => KEYMAP.filter(one => one.context === context))) {
    if (binding.rank === undefined) continue;
    const taken = found.some(({keys, action}) => keys[0] === binding.keys[0] || action === binding.action);
    const shadowed = bindingFor(contexts, binding.keys[0] ?? '') !== binding;
    if (!taken && !shadowed) found.push(binding);
  }
  return found.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
};

/** A key as the hint row writes it: `^P`, `Alt+1`, `Enter`. */
export const keyLabel = (key: string): string => {
  const parts = key.split('+').filter(part => part !== '');
  const [name = key, ...modifiers] = parts.toReversed();
  const label = LABELS[name] ?? (name.length === 1 && modifiers.length > 0 ? name.toUpperCase() : name);
  if (modifiers.length === 1 && modifiers[0] === 'ctrl' && label.length === 1) return `^${label}`;
  return [...modifiers.toReversed().map(modifier => LABELS[modifier] ?? modifier), label].join('+');
};

const LABELS: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
};
