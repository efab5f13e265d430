// Keys of the lists: movement, filters, and actions on the selected row.

import {ROW_KEYS, type RowContext, type RowKey} from '../../../shared/operations/key-names.ts';
import type {RowBinding} from '../../../shared/operations/operation.ts';
import {OPERATIONS} from '../../../shared/operations/operations.ts';
import type {Binding} from '../binding.ts';

const OPERATION_KEYS: readonly Binding[] = Object.values(OPERATIONS).flatMap(({key: own, rows}) =>
  rows.map(({on, key = own, ...texts}: RowBinding<RowKey, RowContext>) => ({
    context: on,
    keys: [ROW_KEYS[key].key],
    action: `item.${key}`,
    ...texts,
  })),
);

/** In a list, x discards a delivery; its own key is for the menu of a message. */
const REFUSED_KEYS = Object.entries(ROW_KEYS).flatMap(([name, {key}]) => (name === 'discard' ? [] : [key]));

export const LIST_KEYS: readonly Binding[] = [
  {
    context: 'lost-list',
    keys: ['ctrl+r'],
    action: 'connection.retry',
    hint: 'retry now',
    help: 'reconnect now',
    rank: 0,
  },

  {
    context: 'undoable-list',
    keys: ['u'],
    action: 'undo.offered',
    hint: 'undo',
    help: 'undo the change that was just confirmed',
    rank: 0.1,
  },
  {
    context: 'asking-list',
    keys: ['alt+l'],
    action: 'approval.look',
    hint: 'a call waits',
    help: 'read the call that waits for your answer',
    rank: 0.8,
  },
  {
    context: 'ringing-list',
    keys: ['alt+r'],
    action: 'ring.show',
    hint: 'unanswered',
    help: 'go to what rang and waits for an answer',
    rank: 0.9,
  },
  {
    context: 'noticed-list',
    keys: ['v'],
    action: 'notice.follow',
    hint: 'show it',
    help: 'go to the source of the notice',
    rank: 0.5,
  },

  {
    context: 'on-reminder',
    keys: ['s'],
    action: 'item.snooze',
    hint: 'snooze',
    help: 'snooze…',
    rank: 1,
  },
  {context: 'on-reminder', keys: ['e'], action: 'item.move', hint: 'time', help: 'change the time', rank: 3.5},
  {context: 'on-reminder', keys: ['E'], action: 'item.text', hint: 'text', help: 'change the text', rank: 3.6},

  {context: 'on-series', keys: ['S'], action: 'item.skip', hint: 'skip', help: 'skip one occurrence', rank: 2.3},

  ...(['on-series', 'on-paused-series', 'on-cron', 'on-paused'] as const).map(context => ({
    context,
    keys: ['P'],
    action: 'item.pause-until' as const,
    hint: 'pause until',
    help: 'pause until a time…',
    rank: 4.4,
  })),

  {
    context: 'on-fired',
    keys: ['s'],
    action: 'item.snooze',
    hint: 'snooze',
    help: 'snooze…',
    rank: 1,
  },

  {context: 'on-alarm', keys: ['F'], action: 'item.run', hint: 'wake now', help: 'wake the agent now', rank: 1},

  {context: 'on-cron', keys: ['F'], action: 'item.run', hint: 'run now', rank: 1},
  {
    context: 'on-cron',
    keys: ['x'],
    action: 'item.cancel',
    hint: 'delete',
    help: 'delete the job and its file…',
    rank: 3.2,
  },
  {
    context: 'on-cron',
    keys: ['T'],
    action: 'item.dry-run',
    hint: 'dry run',
    help: 'show what a run would do',
    rank: 3.4,
  },
  {context: 'on-cron', keys: ['e'], action: 'item.edit-file', hint: 'edit', help: 'edit its file in $EDITOR', rank: 3},
  {
    context: 'on-cron',
    keys: ['l'],
    action: 'item.last-run',
    hint: 'last run',
    help: 'show its last run',
    rank: 2.5,
  },

  {
    context: 'on-paused',
    keys: ['l'],
    action: 'item.last-run',
    hint: 'last run',
    help: 'show its last run',
    rank: 2.5,
  },
  {context: 'on-paused', keys: ['F'], action: 'item.run', hint: 'run now', rank: 1},
  {
    context: 'on-paused',
    keys: ['x'],
    action: 'item.cancel',
    hint: 'delete',
    help: 'delete the job and its file…',
    rank: 3.2,
  },
  {
    context: 'on-paused',
    keys: ['T'],
    action: 'item.dry-run',
    hint: 'dry run',
    help: 'show what a run would do',
    rank: 3.4,
  },
  {
    context: 'on-paused',
    keys: ['e'],
    action: 'item.edit-file',
    hint: 'edit',
    help: 'edit its file in $EDITOR',
    rank: 3,
  },

  {context: 'on-task', keys: ['x'], action: 'item.cancel', hint: 'stop', help: 'stop the task…', rank: 2.9},
  {
    context: 'on-run',
    keys: ['C'],
    action: 'item.conversation',
    hint: 'conversation',
    help: 'open the conversation in which it worked',
    rank: 2.8,
  },

  {
    context: 'on-invalid',
    keys: ['e'],
    action: 'item.edit-file',
    hint: 'fix',
    help: 'edit the file in $EDITOR',
    rank: 1,
  },

  ...OPERATION_KEYS,

  {
    context: 'on-row',
    keys: REFUSED_KEYS,
    action: 'row.refuse',
    hint: 'unavailable keys explain why',
  },

  {context: 'filter', keys: ['enter'], action: 'filter.done', hint: 'keep', help: 'keep the filter', rank: 0},
  {context: 'filter', keys: ['esc', 'ctrl+c', 'ctrl+u'], action: 'list.back', hint: 'show all', rank: 1},
  {context: 'filter', keys: ['backspace'], action: 'filter.delete-left', hint: 'delete left'},

  {context: 'timeline', keys: ['t'], action: 'list.home', hint: 'today', help: 'back to the now-line', rank: 6},
  {context: 'timeline', keys: ['['], action: 'day.back', hint: 'day before'},
  {context: 'timeline', keys: [']'], action: 'day.on', hint: 'day after'},
  {context: 'timeline', keys: ['W'], action: 'week.toggle', hint: 'week', help: 'draw the week, or one day', rank: 6.5},

  {context: 'log', keys: ['G', 'ctrl+end'], action: 'list.home', hint: 'follow', help: 'newest, then follow', rank: 6},

  {context: 'list', keys: ['n'], action: 'remind.new', hint: 'new', help: 'set a reminder; Tab makes a job', rank: 3.8},
  {
    context: 'list',
    keys: ['u'],
    action: 'remind.undo',
    hint: 'undo',
    help: 'undo the last cancel, done, skip, snooze or edit',
  },
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
    help: 'cycle through the kinds',
    rank: 8,
  },
  {context: 'list', keys: ['/'], action: 'list.filter', hint: 'filter', help: 'filter by text', rank: 7},
  {
    context: 'list',
    keys: ['ctrl+p'],
    action: 'find.open',
    hint: 'find',
    help: 'find conversations, commands, reminders, jobs, messages',
    rank: 10,
  },
  {context: 'list', keys: ['ctrl+n'], action: 'chats.open', hint: 'list conversations'},
  {
    context: 'list',
    keys: ['alt+a'],
    action: 'session.next-unread',
    hint: 'go to the next unread conversation',
  },
  {context: 'list', keys: ['?'], action: 'help.open', hint: 'help', rank: 11},
  {
    context: 'list',
    keys: ['1', '2', '3', '4', '5'],
    action: 'view.pick',
    hint: 'views',
    help: 'chat, timeline, plan, outbox, log',
    rank: 9,
  },
  {
    context: 'list',
    keys: ['esc', 'q', 'i'],
    action: 'list.back',
    hint: 'back',
    help: 'clear the filter, then back to the conversation',
    rank: 5,
  },
  {context: 'list', keys: ['ctrl+c'], action: 'app.arm-leave', hint: 'quit; press twice'},
  {context: 'list', keys: ['ctrl+d'], action: 'app.leave', hint: 'quit; the daemon keeps running'},

  {context: 'item', keys: ['enter'], action: 'item.open', hint: 'read', help: 'show all of it, with details', rank: 0},
  {context: 'item', keys: ['w'], action: 'item.why', hint: 'why', help: 'show its causes and effects', rank: 1},
  {
    context: 'item',
    keys: ['C'],
    action: 'item.conversation',
    hint: 'conversation',
    help: 'open the conversation of its run',
  },
  {context: 'item', keys: ['y'], action: 'item.copy', hint: 'copy', help: 'copy the text', rank: 6},
  {context: 'item', keys: ['c'], action: 'item.copy-code', hint: 'copy code', help: 'copy its last block of code'},
  {context: 'item', keys: ['Y'], action: 'item.copy-all', hint: 'copy with details'},
  {context: 'item', keys: ['o'], action: 'item.page', hint: 'open in $PAGER'},
  {context: 'item', keys: ['.'], action: 'item.menu', hint: 'actions', help: 'show all actions', rank: 3},
];
