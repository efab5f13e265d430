// Slash commands, in one table. What begins with a slash is a command or a question, and never goes to the agent by itself;
// `//` begins a message with one slash.
import {COMMAND_WORDS} from '../format/format-command.ts';

export type SlashName =
  | 'help'
  | 'stop'
  | 'new'
  | 'compact'
  | 'rename'
  | 'session'
  | 'remind'
  | 'snooze'
  | 'done'
  | 'cron'
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
  | 'copy'
  | 'export'
  | 'pager'
  | 'editor'
  | 'status'
  | 'bell'
  | 'quiet'
  | 'theme'
  | 'reconnect'
  | 'quit';

export type SlashCommand = {
  readonly name: SlashName;
  readonly usage: string;
  readonly help: string;
};

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {name: 'help', usage: '/help', help: 'keys and commands'},
  {
    name: 'remind',
    usage: '/remind WHEN TEXT [--nag 15m] [--agent]',
    help: `${COMMAND_WORDS.remind}: /remind 20m tea, /remind tomorrow 9am call Bob --nag 15m (said again until it is done)`,
  },
  {
    name: 'snooze',
    usage: '/snooze [WHEN]',
    help: 'the reminder that fired last comes back: in 10 minutes, or /snooze 1h',
  },
  {name: 'done', usage: '/done', help: 'the reminder that fired last is done'},
  {name: 'plan', usage: '/plan', help: 'reminders and cron jobs: what is set up, and what comes next'},
  {
    name: 'cron',
    usage: '/cron [run|pause|resume NAME]',
    help: `${COMMAND_WORDS.cron}: all of them, or what to do with one`,
  },
  {name: 'timeline', usage: '/timeline', help: 'what happened by the clock, and what will'},
  {name: 'outbox', usage: '/outbox', help: COMMAND_WORDS.outbox},
  {name: 'log', usage: '/log', help: 'everything as it happens'},
  {name: 'chat', usage: '/chat', help: 'back to the conversation'},
  {name: 'session', usage: '/session FIND', help: 'go to another conversation'},
  {name: 'find', usage: '/find TEXT', help: 'messages by their words, in all conversations'},
  {name: 'queue', usage: '/queue', help: 'what waits here for its turn'},
  {name: 'context', usage: '/context', help: 'how long this conversation is, and what the model read of it last'},
  {name: 'stop', usage: '/stop', help: 'stop the running turn'},
  {name: 'new', usage: '/new', help: 'begin this conversation anew'},
  {name: 'compact', usage: '/compact', help: 'sum up the older part of this conversation'},
  {
    name: 'rename',
    usage: '/rename [TITLE]',
    help: 'what this conversation is called; without words its own title again',
  },
  {name: 'inject', usage: '/inject', help: `${COMMAND_WORDS.inject}: where, at which trust, with what effect`},
  {name: 'why', usage: '/why [ID]', help: `${COMMAND_WORDS.why}; of the last answer without an id`},
  {name: 'copy', usage: '/copy [code|all]', help: 'copy the last answer, its code, or all of this'},
  {name: 'export', usage: '/export', help: 'all of this conversation into a Markdown file'},
  {name: 'pager', usage: '/pager', help: 'this conversation in $PAGER'},
  {name: 'editor', usage: '/editor', help: 'write in $EDITOR'},
  {name: 'status', usage: '/status', help: COMMAND_WORDS.status},
  {name: 'signal', usage: '/signal', help: `${COMMAND_WORDS.signal}: its health, who knocked, linking`},
  {name: 'bell', usage: '/bell notify|bell|off', help: 'how you are called when something is for you'},
  {name: 'quiet', usage: '/quiet 22:00-07:00', help: 'no bell then; or /quiet until 07:00, /quiet off'},
  {name: 'theme', usage: '/theme NAME', help: 'auto, dark, light, mono, high; and ascii or unicode signs'},
  {name: 'keys', usage: '/keys', help: 'which keys arrive here, and what they do'},
  {name: 'reconnect', usage: '/reconnect', help: 'try to reach the daemon now'},
  {name: 'quit', usage: '/quit', help: 'leave; the daemon goes on'},
];

type Typed =
  | {readonly kind: 'nothing'}
  | {readonly kind: 'message'; readonly text: string}
  | {readonly kind: 'command'; readonly command: SlashCommand; readonly rest: string}
  | {readonly kind: 'unknown'; readonly name: string; readonly text: string};

/** What a typed text is. A command may be shortened as long as it is the only one that begins so. */
export const readTyped = (text: string): Typed => {
  if (text.trim() === '') return {kind: 'nothing'};
  if (!text.startsWith('/')) return {kind: 'message', text};
  if (text.startsWith('//')) return {kind: 'message', text: text.slice(1)};
  const [, name = '', rest = ''] = COMMAND.exec(text) ?? [];
  const command = commandNamed(name);
  return command === undefined ? {kind: 'unknown', name, text} : {kind: 'command', command, rest: rest.trim()};
};

/** The commands that begin so. */
export const completions = (text: string): readonly SlashCommand[] => {
  const typed = /^\/(\S*)$/u.exec(text)?.[1];
  return typed === undefined ? [] : SLASH_COMMANDS.filter(({name}) => name.startsWith(typed));
};

const commandNamed = (name: string): SlashCommand | undefined => {
  if (name === '') return undefined;
  const exact = SLASH_COMMANDS.find(command => command.name === name || ALIASES[name] === command.name);
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
