// The table of slash commands. Text that starts with a slash is a command and never goes to the agent unasked; `//`
// starts a message with a slash.
import {COMMAND_HELP} from '../format/format-command.ts';

export type SlashName =
  | 'help'
  | 'stop'
  | 'new'
  | 'fork'
  | 'archive'
  | 'delete'
  | 'model'
  | 'compact'
  | 'trust'
  | 'delegate'
  | 'delegations'
  | 'broadcast'
  | 'rename'
  | 'session'
  | 'remind'
  | 'snooze'
  | 'done'
  | 'cron'
  | 'job'
  | 'find'
  | 'queue'
  | 'context'
  | 'keys'
  | 'chat'
  | 'timeline'
  | 'plan'
  | 'outbox'
  | 'log'
  | 'inject'
  | 'why'
  | 'signal'
  | 'setup'
  | 'copy'
  | 'export'
  | 'pager'
  | 'editor'
  | 'status'
  | 'stats'
  | 'bell'
  | 'motion'
  | 'mouse'
  | 'quiet'
  | 'digest'
  | 'theme'
  | 'reconnect'
  | 'quit';

export type SlashCommand = {
  readonly name: SlashName;
  readonly usage: string;
  readonly help: string;
};

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {name: 'help', usage: '/help', help: 'show keys and commands'},
  {
    name: 'remind',
    usage: '/remind WHEN TEXT [--nag 15m] [--urgent] [--agent]',
    help: `${COMMAND_HELP.remind}: /remind 20m tea, /remind tomorrow 9am call Bob --nag 15m (repeats until done)`,
  },
  {
    name: 'snooze',
    usage: '/snooze [WHEN]',
    help: 'snooze the last reminder: 10 minutes, or /snooze 1h',
  },
  {name: 'done', usage: '/done', help: 'mark the last reminder as done'},
  {name: 'plan', usage: '/plan', help: 'show reminders, jobs and alarms'},
  {
    name: 'cron',
    usage: '/cron [run|pause|resume NAME]',
    help: `${COMMAND_HELP.cron}: show all, or run, pause or resume one`,
  },
  {name: 'job', usage: '/job [WHEN TASK]', help: 'make a scheduled job: /job every weekday at 8 check the weather'},
  {name: 'timeline', usage: '/timeline', help: 'show past and upcoming events'},
  {name: 'outbox', usage: '/outbox', help: COMMAND_HELP.outbox},
  {name: 'log', usage: '/log', help: 'show events as they happen'},
  {name: 'chat', usage: '/chat', help: 'go back to the conversation'},
  {name: 'session', usage: '/session FIND', help: 'go to another conversation'},
  {name: 'find', usage: '/find TEXT', help: 'search all messages'},
  {name: 'queue', usage: '/queue', help: 'show queued messages'},
  {name: 'context', usage: '/context', help: 'show context size and last token use'},
  {name: 'stop', usage: '/stop', help: 'stop the running turn'},
  {
    name: 'new',
    usage: '/new [TITLE]',
    help: 'start another conversation; without a title, archive this one and start over',
  },
  {name: 'fork', usage: '/fork [TITLE]', help: 'start another conversation with a copy of the messages'},
  {name: 'archive', usage: '/archive', help: 'take this conversation out of the list, or bring it back'},
  {name: 'delete', usage: '/delete', help: 'delete this conversation for good; asks for its title'},
  {name: 'model', usage: '/model [NAME|default]', help: 'show or set the model of this conversation'},
  {name: 'trust', usage: '/trust', help: 'let the agent act on messages from programs so far'},
  {name: 'compact', usage: '/compact', help: 'summarise the older messages for the model'},
  {
    name: 'rename',
    usage: '/rename [TITLE]',
    help: 'rename this conversation; no title restores the default',
  },
  {name: 'inject', usage: '/inject', help: COMMAND_HELP.inject},
  {name: 'delegate', usage: '/delegate TASK', help: COMMAND_HELP.delegate},
  {name: 'delegations', usage: '/delegations', help: COMMAND_HELP.delegations},
  {name: 'broadcast', usage: '/broadcast NAME,NAME TEXT', help: COMMAND_HELP.broadcast},
  {name: 'why', usage: '/why [ID]', help: `${COMMAND_HELP.why}; without an ID, the last answer`},
  {name: 'copy', usage: '/copy [code|all]', help: 'copy the last answer, its code, or the conversation'},
  {name: 'export', usage: '/export', help: 'save this conversation as a Markdown file'},
  {name: 'pager', usage: '/pager', help: 'open this conversation in $PAGER'},
  {name: 'editor', usage: '/editor', help: 'write in $EDITOR'},
  {name: 'status', usage: '/status', help: COMMAND_HELP.status},
  {name: 'stats', usage: '/stats', help: COMMAND_HELP.stats},
  {name: 'setup', usage: '/setup', help: COMMAND_HELP.setup},
  {name: 'signal', usage: '/signal', help: `${COMMAND_HELP.signal}: status, contact requests`},
  {name: 'bell', usage: '/bell notify|bell|off [22:00-07:00]', help: 'choose how to alert you'},
  {name: 'mouse', usage: '/mouse on|off', help: 'use clicks and the wheel; Shift selects text'},
  {name: 'motion', usage: '/motion on|off', help: 'flash rows when they are due'},
  {
    name: 'quiet',
    usage: '/quiet 2h',
    help: `${COMMAND_HELP.quiet}; or /quiet until 07:00, /quiet off`,
  },
  {name: 'digest', usage: '/digest', help: 'get held-back messages now'},
  {name: 'theme', usage: '/theme NAME', help: `${COMMAND_HELP.theme}; ascii or unicode symbols`},
  {name: 'keys', usage: '/keys', help: 'show what your keys send and do'},
  {name: 'reconnect', usage: '/reconnect', help: 'reconnect to the daemon now'},
  {name: 'quit', usage: '/quit', help: 'quit; the daemon keeps running'},
];

type Typed =
  | {readonly kind: 'nothing'}
  | {readonly kind: 'message'; readonly text: string}
  | {readonly kind: 'command'; readonly command: SlashCommand; readonly rest: string}
  | {readonly kind: 'unknown'; readonly name: string; readonly text: string};

/** Classifies a typed text. A command may be shortened as long as it stays unique. */
export const readTyped = (text: string): Typed => {
  if (text.trim() === '') return {kind: 'nothing'};
  if (!text.startsWith('/')) return {kind: 'message', text};
  if (text.startsWith('//')) return {kind: 'message', text: text.slice(1)};
  const [, name = '', rest = ''] = COMMAND.exec(text) ?? [];
  const command = commandNamed(name);
  return command === undefined ? {kind: 'unknown', name, text} : {kind: 'command', command, rest: rest.trim()};
};

/** The commands with this prefix. */
export const completions = (text: string): readonly SlashCommand[] => {
  const typed = /^\/(\S*)$/u.exec(text)?.[1];
  return typed === undefined ? [] : SLASH_COMMANDS.filter(({name}) => name.startsWith(typed));
};

/** The command with exactly this name or alias. */
export const commandCalled = (name: string): SlashCommand | undefined =>
  SLASH_COMMANDS.find(command => command.name === name || ALIASES[name] === command.name);

/** Other words for a command. */
export const aliasesOf = (name: SlashName): readonly string[] =>
  Object.entries(ALIASES).flatMap(([alias, of]) => (of === name ? [alias] : []));

/** True if the command does nothing useful alone. */
export const needsWords = (name: SlashName): boolean => WORDS_NEEDED.has(name);

const WORDS_NEEDED: ReadonlySet<SlashName> = new Set([
  'remind',
  'quiet',
  'bell',
  'motion',
  'mouse',
  'theme',
  'session',
  'find',
]);

const commandNamed = (name: string): SlashCommand | undefined => {
  if (name === '') return undefined;
  const exact = commandCalled(name);
  if (exact !== undefined) return exact;
  const [only, ...others] = SLASH_COMMANDS.filter(command => command.name.startsWith(name));
  return others.length === 0 ? only : undefined;
};

const ALIASES: Readonly<Record<string, SlashName>> = {
  reminders: 'plan',
  schedule: 'plan',
  reset: 'new',
  clear: 'new',
  exit: 'quit',
  detach: 'quit',
  '?': 'help',
};

const COMMAND = /^\/(\S*)\s*(.*)$/su;
