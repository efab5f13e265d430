// Small talk in English, and answers to what the offline assistant can't find or do.

// Line breaks only separate paragraphs and items. Screens and phones wrap lines to their own width.
export const ENGLISH_SMALL_TALK = {
  /** Greetings. `invitation`: what the person can try. */
  hello: (invitation: string) => `Hello! ${invitation}`,
  morning: (invitation: string) => `Good morning! ${invitation}`,
  evening: (invitation: string) => `Good evening! ${invitation}`,
  howAreYou: (invitation: string) => `I am up and keeping time. ${invitation}`,
  invitation: 'Try "remind me in 20 minutes to stretch" or "what is coming up?".',
  /** In a conversation without reminders. */
  clockInvitation: 'I can tell you the time.',
  goodbye: 'Goodbye!',
  thanks: 'You are welcome.',
  good: 'Good.',
  /** After "never mind"; `unchanged`: where the last message changed a reminder. */
  fine: 'OK.',
  unchanged: 'OK, nothing else changed. To take the last reminder back, say "cancel it".',
  present: 'I am here.',
  sorry: 'No problem.',
  who: "I am Rooster's offline assistant. I work without a model or a network, and keep your reminders.",
  help: `I keep reminders and tell the time. Some examples:
- "remind me in 20 minutes to stretch"
- "call Bob tomorrow at 9"
- "what is coming up?"
- "snooze the tea reminder 10 minutes"
- "move the dentist to friday 10:00"
- "cancel it", "done with tea"`,
  /** In a conversation without reminders. */
  clockHelp: 'Here I can only tell the time and the date.',
  linkSignal: `To reach me on Signal, link your phone:
1. Install signal-cli (https://github.com/AsamK/signal-cli/releases). \`rooster doctor\` says which version, and what else is missing.
2. Run \`rooster signal link\`. It shows a QR code.
3. On the phone open Signal, Settings, Linked devices, and scan the code.
4. Write to yourself there (Note to Self). \`rooster signal status\` says whether it works.`,
  makeJob:
    'At the terminal, write /job and when: /job every weekday at 8 check the weather. It asks for what is missing.',
  whyReached: 'At the terminal, write /why. It explains the last message; on a selected message, press Alt+W.',
  injectMessage: 'At the terminal, write /inject. It asks for the conversation and the text, and shows what follows.',
  ownerOnly: 'Only the owner can set that up.',
  meet: 'Likewise.',
  praise: 'Thank you.',
  /** The languages that the assistant understands. */
  languages: 'I understand English and German.',
  tooLong: 'That is too long: a reminder holds 10,000 characters at most.',
  /** `name`: the job; undefined for a reminder. */
  announced: (name: string | undefined = 'The reminder', text: string) =>
    `${name} said:${text.includes('\n') ? '\n' : ' '}${text}`,
  /** `others`: the jobs that announced something, with commas. */
  notAnnounced: (name: string, others: string) =>
    `"${name}" hasn't announced anything in this conversation.${others === '' ? '' : ` These did: ${others}.`}`,
  /** A reminder that isn't found. */
  missing: {
    number: 'There is no such number.',
    shortList: (count: number) => `The list has only ${count} reminders.`,
    like: (words: string) => `I can't find a reminder like "${words}".`,
    fired: (message: string) => `That reminder has already fired: ${message}. Say "done" or "snooze" with its name.`,
    ofThose: 'There are none of those.',
    fitting: 'You have no reminder that this fits.',
    /** "done", and no reminder waits for an answer. */
    rung: 'Nothing has rung that isn\'t done. To end a reminder before it rings, say "cancel" with its name.',
    /** Before the list of pending reminders. */
    pending: 'These are pending:',
  },
  /** Scheduled work that needs a model. The prompt or the output follows. */
  unattended: {
    reminder: 'You wanted this now, but it needs a model, and none is configured:',
    alarm: 'An alarm went off. Acting on it needs a model, and none is configured. Its note:',
    output: 'Tool output of the job:',
    task: "This task wasn't done: it needs a model, and none is configured.",
  },
  /** A move without its new time. */
  moveWhen: 'Say when to move it to: "move it to friday 10:00".',
  moveSameTime: 'Say the time too: "move it to tomorrow 17:00".',
  /** Quiet hours are a command. */
  quiet: 'To hold back what can wait, write /quiet 2h, or /quiet saturday 8 to 18.',
  /** Several times of day, for what isn't a daily series. */
  moveDays: 'Name the days too: "move it to every weekday at 9 and 21".',
  /** The texts of reminders that were set without one. */
  getUp: 'Time to get up.',
  timeIsUp: (length: string) => `Time is up: ${length}.`,
  alarm: 'Alarm',
  timer: 'Timer',
};
