// What a command is for, in a few words: said once, for the verbs of `rooster` and for what is typed behind a slash.

export const COMMAND_WORDS = {
  remind: 'set a reminder',
  cron: 'scheduled jobs',
  outbox: 'sent messages and their status',
  why: 'show what led to a message, run, delivery, reminder or alarm',
  inject: 'add a message to a conversation as its operator',
  status: 'show daemon, model, channels, conversations and what is next',
  signal: 'link and manage Signal',
} as const;
