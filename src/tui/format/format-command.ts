// Short descriptions of commands, shared by the verbs of `rooster` and the slash commands.

export const COMMAND_HELP = {
  remind: 'set a reminder',
  timer: 'start a timer, or list the running ones',
  delegate: 'give the agent a task to work on alone',
  delegations: 'list and stop delegated tasks',
  broadcast: 'send a message to several people',
  cron: 'scheduled jobs',
  theme: 'list, try and choose the colours',
  approvals: 'calls of the agent that need your yes, and rules',
  outbox: 'sent messages and their status',
  why: 'explain a message, run, delivery, reminder or alarm',
  inject: 'put a message into a conversation',
  status: 'show daemon, model, channels and upcoming events',
  setup: 'connect a model, link Signal',
  signal: 'link and manage Signal',
  stats: 'show habits, failing jobs and tokens',
  mail: 'set up and check the mailbox',
  find: 'search all messages',
  policy: 'show what asks you, and how often it would have',
  digest: 'get held-back messages now',
  quiet: 'pause non-urgent messages',
} as const;
