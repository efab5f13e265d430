// Keys of the lists: movement, filters, and actions on the selected row.
import type {Binding} from '../binding.ts';

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
  {context: 'on-reminder', keys: ['E'], action: 'item.reword', hint: 'text', help: 'change the text', rank: 3.6},
  {context: 'on-reminder', keys: ['d'], action: 'item.done', hint: 'done', help: 'mark as done', rank: 2},
  {
    context: 'on-reminder',
    keys: ['x'],
    action: 'item.cancel',
    hint: 'cancel',
    help: 'cancel the reminder…',
    rank: 3,
  },

  {context: 'on-series', keys: ['S'], action: 'item.skip', hint: 'skip', help: 'skip one occurrence', rank: 2.3},
  {context: 'on-series', keys: ['p'], action: 'item.pause', hint: 'pause', rank: 2.6},
  {context: 'on-paused-series', keys: ['p'], action: 'item.pause', hint: 'resume', rank: 2.6},

  {
    context: 'on-fired',
    keys: ['s'],
    action: 'item.snooze',
    hint: 'snooze',
    help: 'snooze…',
    rank: 1,
  },
  {context: 'on-fired', keys: ['d'], action: 'item.done', hint: 'done', help: 'mark as done', rank: 2},

  {context: 'on-alarm', keys: ['F'], action: 'item.run', hint: 'wake now', help: 'wake the agent now', rank: 1},
  {
    context: 'on-alarm',
    keys: ['x'],
    action: 'item.cancel',
    hint: 'cancel',
    help: 'cancel the alarm…',
    rank: 3,
  },

  {context: 'on-cron', keys: ['F'], action: 'item.run', hint: 'run now', rank: 1},
  {context: 'on-cron', keys: ['p'], action: 'item.pause', hint: 'pause', rank: 2},
  {context: 'on-cron', keys: ['e'], action: 'job.edit', hint: 'edit', help: 'edit its file in $EDITOR', rank: 3},
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
  {context: 'on-paused', keys: ['p'], action: 'item.pause', hint: 'resume', rank: 2},
  {context: 'on-paused', keys: ['e'], action: 'job.edit', hint: 'edit', help: 'edit its file in $EDITOR', rank: 3},

  {context: 'on-invalid', keys: ['e'], action: 'job.edit', hint: 'fix', help: 'edit the file in $EDITOR', rank: 1},

  {context: 'on-dead', keys: ['R'], action: 'item.retry', hint: 'retry', help: 'send again', rank: 1},
  {context: 'on-dead', keys: ['x'], action: 'item.cancel', hint: 'discard', rank: 3},

  {context: 'on-waiting', keys: ['R'], action: 'item.retry', hint: 'retry now', rank: 1},
  {
    context: 'on-waiting',
    keys: ['x'],
    action: 'item.cancel',
    hint: 'discard',
    help: 'discard the delivery…',
    rank: 3,
  },

  {
    context: 'on-row',
    keys: ['s', 'S', 'd', 'e', 'E', 'x', 'p', 'F', 'R'],
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
  {context: 'list', keys: ['u'], action: 'remind.undo', hint: 'undo', help: 'undo the last cancel, done, skip or edit'},
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
];
