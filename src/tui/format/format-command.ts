// What a command is for, in a few words: said once, for the verbs of `rooster` and for what is typed behind a slash.

export const COMMAND_WORDS = {
  remind: 'set a reminder, delivered word for word',
  cron: 'jobs that come back',
  outbox: 'what was sent to people, and how far it got',
  why: 'the story behind a message, run, delivery, reminder or alarm',
  inject: 'put words into a conversation by hand, as its operator',
  status: 'daemon, model, channels, sessions, next wake',
  signal: 'the bridge to Signal',
} as const;
