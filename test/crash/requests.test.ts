// Requests of several people on Signal while the daemon is killed at random moments: afterwards each request has exactly one reminder, and
// each person has heard about each of theirs. A whole day of them, with a kill every 20 to 30 s:
// `REQUESTS=600 BETWEEN_MS=1000 LIFE_MS=20000,30000 npx vitest run … test/crash/requests.test.ts`.
// @module-tag deep
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {ALICE, CAROL, type Sender} from '../signal-stand-in/signal/samples.ts';
import {OPEN_TURNS, openToRead} from '../support/crash-home.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 30);
const BETWEEN_MS = Number(process.env['BETWEEN_MS'] ?? 60);
const FEWEST_KILLS = 4;
/** A daemon lives for so long after it answers: at least, and less than. */
const [SHORTEST_LIFE_MS = 150, LONGEST_LIFE_MS = 2_000] = (process.env['LIFE_MS'] ?? '150,1000').split(',').map(Number);

test(`${REQUESTS} requests with kills at random moments: one reminder and a word for each`, {
  timeout: 180_000 + REQUESTS * (2_000 + BETWEEN_MS),
}, async () => {
  const random = seededRandom(7);
  const people: readonly (readonly [string, Sender])[] = [
    ['alice', ALICE],
    ['carol', CAROL],
  ];
  await using home = await signalHome({
    agent: {model: 'offline'},
    users: people.map(([name, {uuid}], index) => ({
      name,
      trust: 'full',
      match: [...(index === 0 ? ['terminal:default'] : []), `signal:${uuid}`],
    })),
  });
  const asking = (async () => {
    for (let number = 1; number <= REQUESTS; number += 1) {
      const [, sender] = people[number % people.length] ?? [];
      home.server.enqueue(text(`remind me in 30 hours to do X${number}.`, number, sender));
      await sleep(BETWEEN_MS);
    }
  })();
  let kills = 0;
  let asked = false;
  void asking.then(() => {
    asked = true;
  });
  while (!asked || kills < FEWEST_KILLS) {
    await using daemon = await home.start();
    await sleep(SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    await daemon.kill('SIGKILL');
    kills += 1;
  }
  await using _ = await home.start();
  await until('all is handled and sent', () => isOver(home));
  expect(remindersIn(home)).toEqual(Array.from({length: REQUESTS}, (_each, index) => `do X${index + 1}`).toSorted());
  const heard = home.sends().map(({message}) => String(message));
  const silent = Array.from({length: REQUESTS}, (_each, index) => `X${index + 1}`).filter(
    name => !heard.some(words => new RegExp(`\\b${name}\\b`, 'u').test(words)),
  );
  expect(silent).toEqual([]);
  console.log(`${kills} kills, ${REQUESTS} requests: 0 without a reminder, 0 without a word`);
});

const remindersIn = (home: SignalHome): readonly string[] =>
  rows(home, 'SELECT message FROM reminders')
    .map(({message}) => String(message).replace(/\.$/u, ''))
    .toSorted();

const isOver = (home: SignalHome): boolean =>
  home.server.queueLength() === 0 &&
  rows(
    home,
    `SELECT 1 FROM inbox WHERE state <> 'handled' UNION ALL SELECT 1 FROM ${OPEN_TURNS}
     UNION ALL SELECT 1 FROM deliveries WHERE state IN ('queued', 'sending')`,
  ).length === 0;

const rows = (home: SignalHome, sql: string): readonly Record<string, unknown>[] => {
  using database = openToRead(home.path);
  return database.prepare(sql).all();
};
