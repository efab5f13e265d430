// Commands in sentences, as they have to be typed: with `--host den` for this call only, the next one needs it, too.
// Whatever isn't such a command stays as it is.

/** The sentence with its commands of Rooster as `called` calls them, such as `rooster --host den`. */
export const commandsAs = (called: string | undefined, sentence: string): string =>
  called === undefined ? sentence : sentence.replaceAll(COMMAND, `${called} $1`);

/** The same for a text that may tell of roosters: only commands in backticks. */
export const quotedCommandsAs = (called: string | undefined, text: string): string =>
  called === undefined ? text : text.replaceAll(QUOTED, `\`${called} $1`);

/** The verbs that use the daemon, or its machine. */
export const WORDS_OF_HOST: readonly string[] = [
  'alarms',
  'approvals',
  'backup',
  'broadcast',
  'calendar',
  'chat',
  'config',
  'cron',
  'daemon',
  'delegate',
  'delegations',
  'digest',
  'doctor',
  'find',
  'inject',
  'mail',
  'next',
  'outbox',
  'policy',
  'quiet',
  'reach',
  'remind',
  'reminders',
  'restore',
  'runs',
  'sessions',
  'setup',
  'signal',
  'stats',
  'status',
  'timer',
  'update',
  'watch',
  'why',
];

const WORDS = WORDS_OF_HOST.join('|');
const COMMAND = new RegExp(`(?<![\\w./-]|\\b(?:an?|the|this|my|your|our) )rooster (${WORDS})(?![\\w-])`, 'gu');
const QUOTED = new RegExp(`\`rooster (${WORDS})(?![\\w-])`, 'gu');
