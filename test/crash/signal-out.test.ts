// A daemon killed between every two steps of sending to Signal: each message of each delivery arrives, at most one of them once too often,
// and then its delivery says so.
// @module-tag deep
import {expect, test} from 'vitest';
import {ALICE} from '../signal-stand-in/signal/samples.ts';
import {commitsIn, liveUntil, spawnArmed} from '../support/armed-daemon.ts';
import {copyDatabase, count, kept, openToRead} from '../support/crash-home.ts';
import {everyThird, PATIENCE_MS, PLAYED} from '../support/crash-steps.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {type SignalHome, signalHome} from '../support/signal-home.ts';
import {until} from '../support/until.ts';

/** The second is too long for one message. */
const FIRST_HALF = 'first '.repeat(8_000);
const SECOND_HALF = 'second '.repeat(8_000);
const TEXTS = ['one', `${FIRST_HALF}\n\n${SECOND_HALF}`, 'three'];
const MESSAGES = ['one', `${FIRST_HALF}\n\n`, SECOND_HALF, 'three'];

test(`killed before commits of sending: at most one duplicate, marked, and no loss${PLAYED}`, async () => {
  using queued = await queuedDeliveries();
  const commits = await stepsOf(queued.path);
  // Each of three deliveries is claimed and ends, and the first half of one is recorded.
  expect(commits.length).toBeGreaterThanOrEqual(7);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, step => liveTwice(queued.path, home => live(home, step)));
  const died = ends.filter(({isDead}) => isDead);
  expect(died.length).toBeGreaterThan(steps.length / 2);
  for (const end of ends) expectWhole(end);
  console.log(
    `${died.length} deaths: 0 messages lost, ${ends.filter(({extra}) => extra > 0).length} once more, all marked`,
  );
});

test('killed while signal-cli sends each of the messages: at most one duplicate, and no loss', async () => {
  using queued = await queuedDeliveries();
  const ends = await sideBySide([1, 2, 3, 4], nth =>
    liveTwice(queued.path, async home => {
      if (nth > 1) home.server.addRule({method: 'send', times: nth - 1});
      home.server.addRule({method: 'send', never: true});
      await using daemon = spawnArmed(home.path);
      await until(`message ${nth} is under way`, () => home.sends().length === nth, PATIENCE_MS);
      await daemon.kill('SIGKILL');
      home.server.forgetRules();
      return true;
    }),
  );
  for (const end of ends) expectWhole(end);
  expect(ends.map(({extra}) => extra)).toEqual([1, 1, 1, 1]);
});

type End = {
  readonly isDead: boolean;
  readonly sent: readonly string[];
  readonly extra: number;
  readonly states: readonly string[];
  readonly repeats: readonly string[];
};

const expectWhole = ({sent, extra, states, repeats}: End): void => {
  expect(states).toEqual(['sent', 'sent', 'sent']);
  expect([...new Set(sent)]).toEqual(MESSAGES);
  expect(extra).toBeLessThanOrEqual(1);
  if (extra > 0) expect(repeats).toHaveLength(1);
};

/** A home whose daemon died with three deliveries in the outbox, while Signal was unreachable. */
const queuedDeliveries = async (): Promise<Disposable & {readonly path: string}> => {
  await using home = await signalHome();
  home.server.set('start', {exit: 3, stderr: 'No connection!', left: 1_000});
  await using daemon = await home.start();
  for (const text of TEXTS) await daemon.call('outbox.send', {to: `signal:${ALICE.uuid}`, text});
  await daemon.kill('SIGKILL');
  return kept(home.path);
};

const scene = async (queued: string): Promise<SignalHome> => {
  const home = await signalHome();
  copyDatabase(queued, home.path);
  return home;
};

const stepsOf = async (queued: string): Promise<readonly string[]> => {
  await using home = await scene(queued);
  await live(home);
  return commitsIn(home.path);
};

const liveTwice = async (queued: string, first: (home: SignalHome) => Promise<boolean>): Promise<End> => {
  await using home = await scene(queued);
  const isDead = await first(home);
  if (isDead) await live(home);
  using database = openToRead(home.path);
  const rows = database.prepare('SELECT id, state, repeat FROM deliveries ORDER BY ord').all();
  const sent = home.sends().map(({message}) => String(message));
  return {
    isDead,
    sent,
    extra: sent.length - new Set(sent).size,
    states: rows.map(row => String(row['state'])),
    repeats: rows.filter(row => row['repeat'] === 1).map(row => String(row['id'])),
  };
};

const live = (home: SignalHome, at?: string): Promise<boolean> => liveUntil(home.path, () => allSent(home), at);

const allSent = ({path}: SignalHome): boolean =>
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === TEXTS.length;
