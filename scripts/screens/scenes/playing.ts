// Shared steps of scenes: type and wait for the answer, and prepare a home.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {PICTURE_ZONE} from '../picture-zone.ts';
import type {Tmux} from '../tmux.ts';

/** Writes a message, sends it, and waits for the answer and for the end of the turn. */
export const say = async (screen: Tmux, text: string, answer: RegExp): Promise<void> => {
  await write(screen, text);
  await screen.press('Enter');
  await screen.shows(answer);
  await screen.shows(/Enter send/u);
};

/** Types, and waits until it stands there. */
export const write = async (screen: Tmux, text: string): Promise<void> => {
  await screen.type(text);
  await screen.shows(
    new RegExp(
      `${text
        .trimEnd()
        .slice(-12)
        .replaceAll(/[?./()|+*[\]]/gu, '\\$&')}`,
      'u',
    ),
  );
};

/** Tries are few once it has tried for a while, and the screen is quiet in between. */
export const slowTries = (screen: Tmux): Promise<unknown> => screen.shows(/next in [3-9]s|try \d in [3-9]s/u, 30_000);

/** A command with a slash. */
export const command = async (screen: Tmux, text: string): Promise<void> => {
  await write(screen, text);
  await screen.press('Enter');
};

/** Writes the files of cron jobs: name, schedule, prompt, and what else stands in their head. */
export const writeJobs = (home: string, jobs: readonly Job[], zone = PICTURE_ZONE): void => {
  const folder = join(home, 'workspace', 'cron');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  for (const [name, schedule, prompt, ...more] of jobs) {
    const head = [`schedule: "${schedule}"`, `timezone: ${zone}`, ...more];
    writeFileSync(join(folder, `${name}.md`), `---\n${head.join('\n')}\n---\n\n${prompt}\n`);
  }
};

export type Job = readonly [name: string, schedule: string, prompt: string, ...head: readonly string[]];

export const JOBS: readonly Job[] = [
  ['morning', '0 8 * * 1-5', 'What is on my list today?'],
  ['water-the-plants', '0 18 * * 3,6', 'Remind me to water the plants.'],
];

export const WIDE = {columns: 140, rows: 40} as const;
export const ROOMY = {columns: 100, rows: 30} as const;
export const SMALL = {columns: 60, rows: 20} as const;
export const USUAL = {columns: 80, rows: 24} as const;
export const NARROW = {columns: 40, rows: 15} as const;
