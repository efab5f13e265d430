// Slash commands, in one table. What begins with a slash is a command or a question, and never goes to the agent by itself;
// `//` begins a message with one slash.

export type SlashName =
  | 'help'
  | 'stop'
  | 'new'
  | 'compact'
  | 'session'
  | 'remind'
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
  {name: 'remind', usage: '/remind WHEN TEXT', help: 'set a reminder: /remind 20m tea, /remind tomorrow 9am call Bob'},
  {name: 'plan', usage: '/plan', help: 'reminders and cron jobs: what is set up, and what comes next'},
  {name: 'timeline', usage: '/timeline', help: 'what happened by the clock, and what will'},
  {name: 'outbox', usage: '/outbox', help: 'what was sent to people, and how far it got'},
  {name: 'log', usage: '/log', help: 'everything as it happens'},
  {name: 'chat', usage: '/chat', help: 'back to the conversation'},
  {name: 'session', usage: '/session FIND', help: 'go to another conversation'},
  {name: 'stop', usage: '/stop', help: 'stop the running turn'},
  {name: 'new', usage: '/new', help: 'begin this conversation anew'},
  {name: 'compact', usage: '/compact', help: 'sum up the older part of this conversation'},
  {name: 'inject', usage: '/inject', help: 'put words into a session by hand: where, at which trust, with what effect'},
  {name: 'why', usage: '/why ID', help: 'what led to a thing, and what came of it; of the last answer without an id'},
  {name: 'copy', usage: '/copy [code|all]', help: 'copy the last answer, its code, or all of this'},
  {name: 'export', usage: '/export', help: 'all of this conversation into a Markdown file'},
  {name: 'pager', usage: '/pager', help: 'this conversation in $PAGER'},
  {name: 'editor', usage: '/editor', help: 'write in $EDITOR'},
  {name: 'status', usage: '/status', help: 'daemon, model, channels, problems'},
  {name: 'signal', usage: '/signal', help: 'the bridge to Signal: its health, who knocked, linking'},
  {name: 'bell', usage: '/bell notify|bell|off', help: 'how you are called when something is for you'},
  {name: 'quiet', usage: '/quiet 22:00-07:00', help: 'no bell then; or /quiet until 07:00, /quiet off'},
  {name: 'theme', usage: '/theme NAME', help: 'auto, dark, light, mono, high; and ascii or unicode signs'},
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
  cron: 'plan',
  schedule: 'plan',
  reset: 'new',
  clear: 'new',
  exit: 'quit',
  detach: 'quit',
  keys: 'help',
  '?': 'help',
};

const COMMAND = /^\/(\S*)\s*(.*)$/su;
