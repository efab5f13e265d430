// What the README shows. Each scene is played by typing, as anybody would, and waits for what the screen answers.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Scene} from './take.ts';
import type {Tmux} from './tmux.ts';

export const SCENES: readonly Scene[] = [
  {
    name: 'chat',
    title: 'rooster',
    size: {columns: 80, rows: 24},
    play: async screen => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you[^?]*stretch\./u);
      await screen.shows(FIRED);
      await say(screen, 'snooze it 10 minutes', /Snoozed until[^?]*stretch\./u);
      await say(screen, 'remind me tomorrow at 9am to call Bob', /I will remind you tomorrow[^?]*Bob\./u);
      await screen.type('remind me every weekday at 8 to ');
    },
  },
  {
    name: 'wide',
    title: 'rooster, with room',
    size: {columns: 140, rows: 40},
    prepare: home => writeJobs(home),
    play: async screen => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you[^?]*stretch\./u);
      await screen.shows(FIRED);
      await say(screen, 'remind me in 20 minutes to take the bread out', /I will remind you[^?]*bread\s+out/u);
      await say(screen, 'remind me tomorrow at 9am to call Bob', /I will remind you tomorrow[^?]*Bob\./u);
      await say(screen, 'what is next?', /Next,[^?]*bread/u);
    },
  },
  {
    name: 'help',
    title: 'rooster: keys and commands',
    size: {columns: 80, rows: 24},
    play: async screen => {
      await say(screen, 'remind me in 20 minutes to stretch', /I will remind you/u);
      await screen.press('?');
      await screen.shows(/keys and commands/u);
    },
  },
  {
    name: 'narrow',
    title: 'rooster, 40 columns',
    size: {columns: 40, rows: 15},
    play: async screen => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you/u);
      await screen.shows(FIRED);
    },
  },
];

/** Writes a message, sends it, and waits for the answer. */
const say = async (screen: Tmux, text: string, answer: RegExp): Promise<void> => {
  await screen.type(text);
  await screen.shows(new RegExp(`> .*${text.slice(-12).replaceAll(/[?.]/gu, '\\$&')}`, 'u'));
  await screen.press('Enter');
  await screen.shows(answer);
  // The turn is over when the screen no longer counts its seconds.
  await screen.shows(/Enter send/u);
};

const writeJobs = (home: string): void => {
  const folder = join(home, 'workspace', 'cron');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  for (const [name, schedule, prompt] of JOBS) {
    writeFileSync(join(folder, `${name}.md`), `---\nschedule: "${schedule}"\n---\n\n${prompt}\n`);
  }
};

const JOBS = [
  ['morning', '0 8 * * 1-5', 'What is on my list today?'],
  ['water-the-plants', '0 18 * * 3,6', 'Remind me to water the plants.'],
] as const;

const FIRED = /\b(reminder|re…er)\s+stretch/u;
