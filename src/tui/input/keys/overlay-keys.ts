// The keys of what lies over the screen: readers, forms, menus and questions.
import type {Binding} from '../binding.ts';

export const OVERLAY_KEYS: readonly Binding[] = [
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

  {context: 'keys', keys: ['esc'], action: 'overlay.close', hint: 'close', rank: 0},

  {context: 'confirm', keys: ['y'], action: 'overlay.yes', hint: 'yes', rank: 0},
  {context: 'confirm', keys: ['n', 'esc', 'ctrl+c'], action: 'overlay.close', hint: 'no', rank: 1},

  {context: 'ask', keys: ['enter'], action: 'ask.done', hint: 'save', rank: 0},
  {context: 'ask', keys: ['esc', 'ctrl+c'], action: 'overlay.close', hint: 'leave it', rank: 2},

  {
    context: 'ask-quick',
    keys: ['tab', 'down'],
    action: 'ask.next',
    hint: '10m, 1h, tomorrow',
    help: 'the usual answers, one after the other',
    rank: 1,
  },
  {context: 'ask-quick', keys: ['shift+tab', 'up'], action: 'ask.previous', hint: 'the one before'},
];
