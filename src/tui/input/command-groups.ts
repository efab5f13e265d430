// The commands in groups, for menus and help.
import {SLASH_COMMANDS, type SlashCommand, type SlashName} from './slash-commands.ts';

const GROUPS = ['Talk', 'Time', 'People', 'View', 'Signal'] as const;
type Group = (typeof GROUPS)[number];

/** A command that nobody put into a group is under View, at its end. */
export const groupOf = (name: SlashName): Group => GROUP_OF[name] ?? 'View';

/** Number of runs of each command here. */
type Uses = Readonly<Record<string, number>>;

/** The commands used most, then each group in order. */
export const groupedCommands = (uses: Uses): readonly {readonly group: string; readonly command: SlashCommand}[] => {
  const often = SLASH_COMMANDS.filter(({name}) => (uses[name] ?? 0) >= OFTEN)
    .toSorted((a, b) => (uses[b.name] ?? 0) - (uses[a.name] ?? 0))
    .slice(0, MOST_USED);
  return [
    ...often.map(command => ({group: 'Most used', command})),
    ...GROUPS.flatMap(group =>
      ORDERED.filter(command => groupOf(command.name) === group && !often.includes(command)).map(command => ({
        group,
        command,
      })),
    ),
  ];
};

const GROUP_OF: Readonly<Partial<Record<SlashName, Group>>> = {
  queue: 'Talk',
  context: 'Talk',
  stop: 'Talk',
  new: 'Talk',
  fork: 'Talk',
  archive: 'Talk',
  delete: 'Talk',
  model: 'Talk',
  delegate: 'Talk',
  delegations: 'Talk',
  compact: 'Talk',
  copy: 'Talk',
  export: 'Talk',
  pager: 'Talk',
  editor: 'Talk',
  remind: 'Time',
  snooze: 'Time',
  done: 'Time',
  job: 'Time',
  cron: 'Time',
  why: 'Time',
  session: 'People',
  rename: 'People',
  find: 'People',
  trust: 'People',
  inject: 'People',
  chat: 'View',
  timeline: 'View',
  plan: 'View',
  outbox: 'View',
  log: 'View',
  status: 'View',
  stats: 'View',
  theme: 'View',
  bell: 'View',
  motion: 'View',
  mouse: 'View',
  quiet: 'View',
  digest: 'View',
  keys: 'View',
  help: 'View',
  reconnect: 'View',
  quit: 'View',
  setup: 'View',
  signal: 'Signal',
};

/** The commands in the order above, then the others. */
const ORDERED: readonly SlashCommand[] = [
  ...Object.keys(GROUP_OF).flatMap(name => SLASH_COMMANDS.filter(command => command.name === name)),
  ...SLASH_COMMANDS.filter(({name}) => GROUP_OF[name] === undefined),
];

const OFTEN = 2;
const MOST_USED = 3;
