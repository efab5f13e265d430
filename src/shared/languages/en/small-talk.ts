// Small talk in English.
import type {SmallTalkTexts} from '../small-talk.ts';

// Line breaks only separate paragraphs and items. Screens and phones wrap lines to their own width.
export const ENGLISH_SMALL_TALK: SmallTalkTexts = {
  hello: invitation => `Hello! ${invitation}`,
  morning: invitation => `Good morning! ${invitation}`,
  evening: invitation => `Good evening! ${invitation}`,
  howAreYou: invitation => `I am up and keeping time. ${invitation}`,
  invitation: 'Try "remind me in 20 minutes to stretch" or "what is coming up?".',
  clockInvitation: 'I can tell you the time.',
  goodbye: 'Goodbye!',
  thanks: 'You are welcome.',
  good: 'Good.',
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
  clockHelp: 'Here I can only tell the time and the date.',
  linkSignal: `To reach me on Signal, link your phone:
1. Install signal-cli (https://github.com/AsamK/signal-cli/releases). \`rooster doctor\` says which version, and what else is missing.
2. Run \`rooster signal link\`. It shows a QR code.
3. On the phone open Signal, Settings, Linked devices, and scan the code.
4. Write to yourself there (Note to Self). \`rooster signal status\` says whether it works.`,
  ownerOnly: 'Only the owner can set that up.',
  meet: 'Likewise.',
  praise: 'Thank you.',
  languages: 'I understand English and German.',
  tooLong: 'That is too long: a reminder holds 10,000 characters at most.',
  announced: (name = 'The reminder', text) => `${name} said:${text.includes('\n') ? '\n' : ' '}${text}`,
  notAnnounced: (name, others) =>
    `"${name}" hasn't announced anything in this conversation.${others === '' ? '' : ` These did: ${others}.`}`,
  missing: {
    number: 'There is no such number.',
    shortList: count => `The list has only ${count} reminders.`,
    like: words => `I can't find a reminder like "${words}".`,
    fired: message => `That reminder has already fired: ${message}. Say "done" or "snooze" with its name.`,
    ofThose: 'There are none of those.',
    fitting: 'You have no reminder that this fits.',
    rung: 'Nothing has rung that isn\'t done. To end a reminder before it rings, say "cancel" with its name.',
    pending: 'These are pending:',
  },
  unattended: {
    reminder: 'You wanted this now, but it needs a model, and none is configured:',
    alarm: 'An alarm went off. Acting on it needs a model, and none is configured. Its note:',
    output: 'Tool output of the job:',
    task: "This task wasn't done: it needs a model, and none is configured.",
  },
  moveWhen: 'Say when to move it to: "move it to friday 10:00".',
  moveSameTime: 'Say the time too: "move it to tomorrow 17:00".',
  quiet: 'To hold back what can wait, write /quiet 2h.',
  moveDays: 'Name the days too: "move it to every weekday at 9 and 21".',
  getUp: 'Time to get up.',
  timeIsUp: length => `Time is up: ${length}.`,
  alarm: 'Alarm',
};
