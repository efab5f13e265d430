// A daemon killed between every two steps of receiving on Signal: a message is in its conversation once, and answered once, or its turn is
// reported as interrupted. An answer leaves twice only if the daemon died while sending it, and then it is marked.
// @module-tag deep
import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {commitsIn, liveUntil} from '../support/armed-daemon.ts';
import {OPEN_TURNS, openToRead} from '../support/crash-home.ts';
import {everyThird, PLAYED} from '../support/crash-steps.ts';
import {putNewDatabase} from '../support/new-database.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';

const WORDS = ['first', 'second'];

test(`killed before commits of receiving: every message arrives once${PLAYED}`, async () => {
  const commits = await stepsOf();
  expect(commits.length).toBeGreaterThan(10);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, liveTwice);
  const died = ends.filter(({isDead}) => isDead);
  // Commits that coincide in one life don't in another, so not every armed step is reached.
  expect(died.length).toBeGreaterThan(steps.length / 2);
  const wrong = ends.filter(
    ({said, handled, sent, aborted}) =>
      said.join() !== WORDS.join() ||
      handled !== WORDS.length ||
      WORDS.filter(word => sent.includes(`You said: ${word}`)).length + aborted !== WORDS.length,
  );
  expect(wrong).toEqual([]);
  const twice = ends.filter(({sent, repeats}) => sent.length > new Set(sent).size && repeats === 0);
  expect(twice).toEqual([]);
  console.log(
    `${died.length} deaths in ${steps.length} lives: 0 lost, 0 handled twice, ${ends.filter(({repeats}) => repeats > 0).length} answers sent again with a mark`,
  );
});

type End = {
  readonly step: string;
  readonly isDead: boolean;
  readonly said: readonly string[];
  readonly handled: number;
  readonly sent: readonly string[];
  readonly repeats: number;
  readonly aborted: number;
};

/** The result without any death. */
const stepsOf = async (): Promise<readonly string[]> => {
  await using home = await scene();
  await live(home);
  return commitsIn(home.path);
};

const liveTwice = async (step: string): Promise<End> => {
  await using home = await scene();
  const isDead = await live(home, step);
  if (isDead) await live(home);
  using database = openToRead(home.path);
  const all = (sql: string) => database.prepare(sql).all();
  return {
    step,
    isDead,
    said: all(`SELECT text FROM messages WHERE role = 'user' ORDER BY ord`).map(row => String(row['text'])),
    handled: all(`SELECT ord FROM inbox WHERE state = 'handled' AND receipt = 'sent'`).length,
    sent: home.sends().map(({message}) => String(message)),
    aborted: all(`SELECT id FROM turns WHERE outcome = 'aborted'`).length,
    repeats: all('SELECT id FROM deliveries WHERE repeat = 1').length,
  };
};

const scene = async (): Promise<SignalHome> => {
  const home = await signalHome();
  putNewDatabase(`${home.path}/rooster.db`);
  home.server.enqueue(...WORDS.map((words, index) => text(words, index + 1)));
  return home;
};

const live = (home: SignalHome, at?: string): Promise<boolean> => liveUntil(home.path, () => isOver(home), at);

/** In order of cause and effect, so that nothing begins after it was read as ended. */
const isOver = (home: SignalHome): boolean => {
  if (!existsSync(`${home.path}/rooster.db`)) return false;
  try {
    using database = openToRead(home.path);
    const count = (sql: string): number => Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);
    return (
      count(`inbox WHERE receipt = 'sent'`) === WORDS.length &&
      count(OPEN_TURNS) === 0 &&
      count('deliveries') === count(`turns WHERE outcome = 'replied'`) &&
      count(`deliveries WHERE state IN ('queued', 'sending')`) === 0
    );
  } catch {
    // It is just being created.
    return false;
  }
};
