// Thousands of waiting messages, while the daemon and its signal-cli are killed again and again during receiving: each is in the
// conversation once, in order; and messages sent meanwhile are sent once, or marked as possibly sent twice.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {ALICE, CAROL, OWN} from '../signal-stand-in/signal/samples.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {until, untilGiven} from '../support/until.ts';

const COUNT = ROUNDS > 1 ? 3_000 : 1_500;
const SOME = COUNT / 15;
const WORDS = Array.from({length: COUNT}, (_, index) => `message ${index + 1}`);

test('daemon and signal-cli killed in turn while receiving: messages arrive once, in order', async () => {
  await using home = await signalHome();
  home.server.enqueue(...WORDS.map((words, index) => text(words, index + 1)));
  let [daemons, clis] = [0, 0];
  for (let round = 1; round <= 4; round += 1) {
    await using daemon = await home.start();
    await until('some more is kept', () => kept(home) >= Math.min(COUNT, 2 * round * SOME) || isOver(home));
    if (home.server.queueLength() > 0) {
      // Not between decrypting and passing on: signal-cli itself loses messages there, which is reported.
      home.server.set('crashAt', 'handled');
      clis += 1;
      // It doesn't die if that was the last message.
      await until('it died', () => home.server.get('crashAt') === null || home.server.queueLength() === 0);
    }
    await until('some more is kept', () => kept(home) >= Math.min(COUNT, (2 * round + 1) * SOME) || isOver(home));
    await daemon.kill('SIGKILL');
    daemons += 1;
  }
  await using _ = await home.start();
  await until('all is handled', () => isOver(home), 150_000);
  using database = open(home);
  const said = database.prepare(`SELECT text FROM messages WHERE role = 'user' ORDER BY ord`).all();
  expect(said.map(row => row['text'])).toEqual(WORDS);
  expect(database.prepare('SELECT state, count(*) AS n FROM inbox GROUP BY state').all()).toEqual([
    {state: 'handled', n: COUNT},
  ]);
  console.log(`${daemons} deaths of the daemon, ${clis} of signal-cli, ${COUNT} messages: 0 lost, 0 handled twice`);
});

test('signal-cli killed repeatedly while sending: nothing is lost silently, and possible duplicates are marked', async () => {
  await using home = await signalHome();
  const deaths = [5, 12, 25];
  // Each death interrupts a send: that one would never end by itself.
  for (const [index, nth] of deaths.entries()) {
    home.server.addRule({method: 'send', delayMs: 20, times: nth - 1 - (deaths[index - 1] ?? 0)});
    home.server.addRule({method: 'send', never: true});
  }
  await using daemon = await home.start();
  await daemon.follow(0);
  for (let number = 1; number <= 40; number += 1) {
    const to = number % 2 === 0 ? ALICE : CAROL;
    await daemon.call('outbox.send', {to: `signal:${to.uuid}`, text: `letter ${number}`});
  }
  const killed = new Set<number>();
  await untilGiven('all are sent', async () => {
    const pid = signalCliOf(home);
    // After a death, the file names the dead one for a moment.
    if (home.sends().length >= (deaths[killed.size] ?? Number.POSITIVE_INFINITY) && pid > 0 && !killed.has(pid)) {
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    // An uncertain delivery is retried after some minutes.
    for (const {id, repeat} of (await daemon.call('outbox.list', {state: 'queued'})).deliveries) {
      // It may have left in the meantime.
      if (repeat) await daemon.call('outbox.retry', {id}).catch(() => undefined);
    }
    return count(home, `deliveries WHERE state = 'sent'`) === 40 ? true : undefined;
  });
  const kills = killed.size;
  const sent = home.sends().map(({message}) => String(message));
  using database = open(home);
  const marked = database
    .prepare('SELECT text FROM deliveries WHERE repeat = 1')
    .all()
    .map(row => String(row['text']));
  const twice = sent.filter((words, index) => sent.indexOf(words) !== index);
  expect(kills).toBe(deaths.length);
  expect(twice.length).toBeGreaterThan(0);
  expect(new Set(sent).size).toBe(40);
  expect(twice.filter(words => !marked.includes(words))).toEqual([]);
  for (const {uuid} of [ALICE, CAROL]) {
    const theirs = home.sends().flatMap(({recipient, message}) => (recipient === uuid ? [String(message)] : []));
    const numbers = [...new Set(theirs)].map(words => Number(words.slice('letter '.length)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
  console.log(`${kills} deaths of signal-cli, 40 deliveries: 0 lost, ${twice.length} sent once more, all marked`);
});

/** Its process; 0 before the first start. */
const signalCliOf = (home: SignalHome): number => {
  const file = join(home.path, 'signal', OWN.number, 'signal-cli.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
};

const open = (home: SignalHome): DatabaseSync =>
  new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true, timeout: 5_000});

const count = (home: SignalHome, what: string): number => {
  using database = open(home);
  return Number(database.prepare(`SELECT count(*) AS n FROM ${what}`).get()?.['n']);
};

const kept = (home: SignalHome): number => count(home, 'inbox');
const isOver = (home: SignalHome): boolean => count(home, `inbox WHERE state = 'handled'`) === COUNT;
