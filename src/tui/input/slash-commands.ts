// The table of slash commands. Text that starts with a slash is a command and never goes to the agent unasked; `//`
// starts a message with a slash.
import {COMMAND_HELP} from '../format/format-command.ts';
import {type LocalLine, localLine, withoutEscape} from './local-line.ts';

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
  | 'timer'
  | 'snooze'
  | 'pause'
  | 'done'
  | 'jobs'
  | 'job'
  | 'find'
  | 'queue'
  | 'context'
  | 'keys'
  | 'chat'
  | 'timeline'
  | 'plan'
  | 'outbox'
  | 'approvals'
  | 'approve'
  | 'deny'
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
  /** Its heading in menus and help. */
  readonly group: 'Time' | 'Look' | 'Set up' | 'Talk' | 'People';
  readonly usage: string;
  readonly help: string;
};

/** In the order of menus and help: by group, and in each the most used first. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'remind',
    group: 'Time',
    usage: '/remind WHEN TEXT [--nag 15m] [--urgent] [--agent]',
    help: `${COMMAND_HELP.remind}: /remind 20m tea, /remind tomorrow 9am call Bob --nag 15m (repeats until done)`,
  },
  {
    name: 'timer',
    group: 'Time',
    usage: '/timer [10m NAME]',
    help: `${COMMAND_HELP.timer}: /timer 10m pasta`,
  },
  {
    name: 'snooze',
    group: 'Time',
    usage: '/snooze [WHEN]',
    help: 'snooze the last reminder: 10 minutes, or /snooze 1h',
  },
  {name: 'done', group: 'Time', usage: '/done', help: 'mark the last reminder as done'},
  {
    name: 'pause',
    group: 'Time',
    usage: '/pause WORDS [until WHEN]',
    help: 'pause a repeating reminder or a job: /pause pills until monday',
  },
  {
    name: 'jobs',
    group: 'Time',
    usage: '/jobs [run|pause|resume NAME] [until WHEN]',
    help: `${COMMAND_HELP.cron}: show all, or run, pause or resume one`,
  },
  {
    name: 'job',
    group: 'Time',
    usage: '/job [WHEN TASK]',
    help: 'make a scheduled job: /job every weekday at 8 check the weather',
  },
  {
    name: 'quiet',
    group: 'Time',
    usage: '/quiet 2h | saturday 8 to 18',
    help: `${COMMAND_HELP.quiet}; or /quiet until 07:00, /quiet off`,
  },
  {name: 'digest', group: 'Time', usage: '/digest', help: COMMAND_HELP.digest},
  {name: 'plan', group: 'Look', usage: '/plan', help: 'show reminders, jobs and alarms'},
  {name: 'timeline', group: 'Look', usage: '/timeline', help: 'show past and upcoming events'},
  {name: 'why', group: 'Look', usage: '/why [ID]', help: `${COMMAND_HELP.why}; without an ID, the last answer`},
  {name: 'outbox', group: 'Look', usage: '/outbox', help: COMMAND_HELP.outbox},
  {
    name: 'approvals',
    group: 'Look',
    usage: '/approvals [ID]',
    help: COMMAND_HELP.approvals,
  },
  {name: 'find', group: 'Look', usage: '/find TEXT', help: COMMAND_HELP.find},
  {name: 'log', group: 'Look', usage: '/log', help: 'show events as they happen'},
  {name: 'chat', group: 'Look', usage: '/chat', help: 'go back to the conversation'},
  {name: 'status', group: 'Look', usage: '/status', help: COMMAND_HELP.status},
  {name: 'stats', group: 'Look', usage: '/stats', help: COMMAND_HELP.stats},
  {name: 'setup', group: 'Set up', usage: '/setup', help: COMMAND_HELP.setup},
  {name: 'signal', group: 'Set up', usage: '/signal', help: `${COMMAND_HELP.signal}: status, contact requests`},
  {name: 'help', group: 'Set up', usage: '/help', help: 'show keys and commands'},
  {name: 'theme', group: 'Set up', usage: '/theme NAME', help: `${COMMAND_HELP.theme}; ascii or unicode symbols`},
  {name: 'bell', group: 'Set up', usage: '/bell notify|bell|off [22:00-07:00]', help: 'choose how to alert you'},
  {name: 'keys', group: 'Set up', usage: '/keys', help: 'show what your keys send and do'},
  {name: 'mouse', group: 'Set up', usage: '/mouse on|off', help: 'use clicks and the wheel; Shift selects text'},
  {name: 'motion', group: 'Set up', usage: '/motion on|off', help: 'flash rows when they are due'},
  {name: 'reconnect', group: 'Set up', usage: '/reconnect', help: 'reconnect to the daemon now'},
  {name: 'quit', group: 'Set up', usage: '/quit', help: 'quit; the daemon keeps running'},
  {name: 'stop', group: 'Talk', usage: '/stop', help: 'stop the running turn'},
  {
    name: 'new',
    group: 'Talk',
    usage: '/new [TITLE]',
    help: 'start another conversation; without a title, archive this one and start over',
  },
  {name: 'session', group: 'Talk', usage: '/session FIND', help: 'go to another conversation'},
  {name: 'approve', group: 'Talk', usage: '/approve ID', help: 'approve a call that waits, once'},
  {name: 'deny', group: 'Talk', usage: '/deny ID', help: 'deny a call that waits'},
  {name: 'model', group: 'Talk', usage: '/model [NAME|default]', help: 'show or set the model of this conversation'},
  {name: 'queue', group: 'Talk', usage: '/queue', help: 'show queued messages'},
  {name: 'context', group: 'Talk', usage: '/context', help: 'show context size and last token use'},
  {name: 'compact', group: 'Talk', usage: '/compact', help: 'summarise the older messages for the model'},
  {name: 'fork', group: 'Talk', usage: '/fork [TITLE]', help: 'start another conversation with a copy of the messages'},
  {
    name: 'rename',
    group: 'Talk',
    usage: '/rename [TITLE]',
    help: 'rename this conversation; no title restores the default',
  },
  {name: 'archive', group: 'Talk', usage: '/archive', help: 'take this conversation out of the list, or bring it back'},
  {name: 'delete', group: 'Talk', usage: '/delete', help: 'delete this conversation for good; asks for its title'},
  {name: 'copy', group: 'Talk', usage: '/copy [code|all]', help: 'copy the last answer, its code, or the conversation'},
  {name: 'export', group: 'Talk', usage: '/export', help: 'save this conversation as a Markdown file'},
  {name: 'pager', group: 'Talk', usage: '/pager', help: 'open this conversation in $PAGER'},
  {name: 'editor', group: 'Talk', usage: '/editor', help: 'write in $EDITOR'},
  {name: 'inject', group: 'People', usage: '/inject', help: COMMAND_HELP.inject},
  {name: 'delegate', group: 'People', usage: '/delegate TASK', help: COMMAND_HELP.delegate},
  {name: 'delegations', group: 'People', usage: '/delegations', help: COMMAND_HELP.delegations},
  {name: 'broadcast', group: 'People', usage: '/broadcast NAME,NAME TEXT', help: COMMAND_HELP.broadcast},
  {name: 'trust', group: 'People', usage: '/trust', help: 'let the agent act on messages from programs so far'},
];

/** Number of runs of each command here. */
type Uses = Readonly<Record<string, number>>;

/** The commands used most, then each group in order. */
export const groupedCommands = (uses: Uses): readonly {readonly group: string; readonly command: SlashCommand}[] => {
  const often = SLASH_COMMANDS.filter(({name}) => (uses[name] ?? 0) >= OFTEN)
    .toSorted((a, b) => (uses[b.name] ?? 0) - (uses[a.name] ?? 0))
    .slice(0, MOST_USED);
  return [
    ...often.map(command => ({group: 'Most used', command})),
    ...SLASH_COMMANDS.filter(command => !often.includes(command)).map(command => ({group: command.group, command})),
  ];
};

const OFTEN = 2;
const MOST_USED = 3;

type Typed =
  | {readonly kind: 'nothing'}
  | {readonly kind: 'message'; readonly text: string}
  | {readonly kind: 'local'; readonly line: LocalLine}
  | {readonly kind: 'command'; readonly command: SlashCommand; readonly rest: string}
  | {readonly kind: 'unknown'; readonly name: string; readonly text: string};

/** Classifies a typed text. A command may be shortened as long as it stays unique. */
export const readTyped = (text: string): Typed => {
  if (text.trim() === '') return {kind: 'nothing'};
  const line = localLine(text);
  if (line !== undefined) return {kind: 'local', line};
  if (!text.startsWith('/')) return {kind: 'message', text: withoutEscape(text)};
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
  'approve',
  'deny',
  'pause',
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
  cron: 'jobs',
  reminders: 'plan',
  schedule: 'plan',
  reset: 'new',
  clear: 'new',
  exit: 'quit',
  detach: 'quit',
  '?': 'help',
};

const COMMAND = /^\/(\S*)\s*(.*)$/su;
