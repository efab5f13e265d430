// The demo as data: what its home holds, and what is typed when. Half a minute of a day.

/** Keys as a terminal sends them. `text` is typed letter by letter. */
export type Step = {readonly wait: number} | {readonly text: string} | {readonly keys: string};

/** Files of jobs without a model: a command is their result. */
export const demoJobs = (timeZone: string): Readonly<Record<string, string>> => {
  const job = (schedule: string, announce: string, run: string): string =>
    `---\nschedule: ${schedule}\ntimezone: ${timeZone}\ndeliver: terminal:default\nannounce: ${announce}\nrun: ${JSON.stringify(run)}\n---\n`;
  return {
    backup: job('"15 */2 * * *"', 'none', 'echo "copied 1,204 files"'),
    standup: job('"55 9 * * 1-5"', 'direct', 'echo "Two meetings: planning at 10:00, Anna at 15:00."'),
    weather: job('"30 7 * * *"', 'direct', 'echo "Sunny, 21 degrees. Rain from 18:00."'),
  };
};

/** Reminders, as they would be typed. The first one rings while the demo runs. */
export const DEMO_REMINDERS: readonly {readonly when: string; readonly message: string}[] = [
  {when: '6s', message: 'stretch'},
  {when: '40m', message: 'take the bread out'},
  {when: '3h', message: 'call Bob'},
  {when: 'every weekday at 8', message: 'water the plants'},
];

/** These ran before the screen opens. */
export const DEMO_RUNS: readonly string[] = ['backup', 'weather'];

const ENTER = '\r';
/** Selects the last message. */
const CTRL_UP = '\x1b[1;5A';
const UP = '\x1b[A';
const ESC = '\x1b';
const alt = (key: string): string => `\x1b${key}`;

export const DEMO_SCRIPT: readonly Step[] = [
  {wait: 1_000},
  {text: '/remind 24s the tea is ready'},
  {wait: 400},
  {keys: ENTER},
  // "stretch" rings, and is answered while a sentence is being written.
  {wait: 3_000},
  {text: 'what is next'},
  {wait: 700},
  {keys: alt('d')},
  {wait: 1_500},
  {text: '?'},
  {keys: ENTER},
  {wait: 2_500},
  {keys: CTRL_UP},
  {wait: 300},
  {keys: UP},
  {keys: UP},
  {wait: 700},
  {keys: alt('w')},
  {wait: 4_000},
  {keys: ESC},
  {wait: 300},
  {keys: ESC},
  {wait: 300},
  {keys: alt('2')},
  {wait: 2_000},
  {keys: 'W'},
  {wait: 1_500},
  {keys: 'W'},
  // The tea crosses the line for now.
  {wait: 2_500},
  {keys: alt('3')},
  {wait: 1_500},
  {text: '/standup'},
  {keys: ENTER},
  {wait: 700},
  {keys: 'F'},
  {wait: 1_500},
  {keys: 'y'},
  {wait: 2_500},
  {keys: alt('1')},
  {wait: 2_500},
];
