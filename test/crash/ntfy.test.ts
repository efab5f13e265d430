// A daemon killed between every two steps of publishing to ntfy, and of acting on a press: nothing is lost, at most one message is published
// once more and says so, and a press has one effect.
// @module-tag deep
import {expect, test} from 'vitest';
import {spawnArmed} from '../support/armed-daemon.ts';
import {count, kept, NOWHERE, openToRead} from '../support/crash-home.ts';
import {configure, type Home, type IsOver, live, onTopic, scene, stepsOf} from '../support/crash-ntfy.ts';
import {everyThird, PATIENCE_MS, PLAYED} from '../support/crash-steps.ts';
import {startNtfyServer} from '../support/ntfy-server.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const TEXTS = ['one', 'two', 'three'];

test(`killed before commits of publishing: at most one duplicate, marked, and no loss${PLAYED}`, async () => {
  using queued = await queuedDeliveries();
  const commits = await stepsOf(queued.path, allSent);
  expect(commits.length).toBeGreaterThanOrEqual(6);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, step => liveTwice(queued.path, home => live(home, allSent, step)));
  expect(ends.filter(({isDead}) => isDead).length).toBeGreaterThan(steps.length / 2);
  for (const end of ends) expectAllPublished(end);
});

test('killed while the server has published and not answered: the repeat is the same notification', async () => {
  using queued = await queuedDeliveries();
  const ends = await sideBySide([1, 2, 3], nth =>
    liveTwice(queued.path, async home => {
      const {server} = home;
      server.answer(() => (onTopic(server).length < nth - 1 ? 'accept' : 'accept-then-hang'));
      await using daemon = spawnArmed(home.path);
      await until(`message ${nth} is published`, () => onTopic(server).length === nth, PATIENCE_MS);
      await daemon.kill('SIGKILL');
      server.answer('accept');
      return true;
    }),
  );
  for (const end of ends) expectAllPublished(end);
  expect(ends.map(({published}) => published.length)).toEqual([4, 4, 4]);
});

test(`killed before commits of a press: the reminder is snoozed exactly once${PLAYED}`, async () => {
  using fired = await firedReminder();
  const commits = await stepsOf(fired.path, isConfirmed, fired);
  expect(commits.length).toBeGreaterThanOrEqual(3);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, async step => {
    await using home = await scene(fired.path, fired);
    const isDead = await live(home, isConfirmed, step);
    if (isDead) await live(home, isConfirmed);
    return {isDead, ...pressedIn(home)};
  });
  expect(ends.filter(({isDead}) => isDead).length).toBeGreaterThan(steps.length / 2);
  for (const {state, reactions, confirmations} of ends) {
    expect({state, reactions, confirmations}).toEqual({state: 'pending', reactions: 1, confirmations: 1});
  }
});

type End = {
  readonly isDead: boolean;
  readonly published: readonly string[];
  readonly shown: readonly string[];
  readonly states: readonly string[];
  readonly repeats: number;
};

const expectAllPublished = ({published, shown, states, repeats}: End): void => {
  expect(states).toEqual(['sent', 'sent', 'sent']);
  expect([...new Set(published)]).toEqual(TEXTS);
  // Current servers show a repeat in the place of the first.
  expect(shown.toSorted()).toEqual(TEXTS.toSorted());
  const extra = published.length - TEXTS.length;
  expect(extra).toBeLessThanOrEqual(1);
  if (extra > 0) expect(repeats).toBe(1);
};

/** A home whose daemon died with three deliveries in the outbox, while the server was away. */
const queuedDeliveries = async (): Promise<Disposable & {readonly path: string}> => {
  using home = tempDir();
  configure(home.path, NOWHERE);
  await using daemon = await startRealDaemon({home: home.path});
  for (const text of TEXTS) await daemon.call('outbox.send', {to: 'ntfy:default', text});
  await daemon.kill('SIGKILL');
  return kept(home.path);
};

/** A home whose daemon died after a reminder was published, and what its snooze button publishes. */
const firedReminder = async (): Promise<Disposable & {readonly path: string; readonly press: string}> => {
  using home = tempDir();
  await using server = await startNtfyServer();
  configure(home.path, server.url);
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.call('reminder.set', {in: '1s', message: 'Tea', to: 'ntfy:default'});
  const isSent = () => count(home.path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === 1;
  await until('the reminder is sent', isSent, PATIENCE_MS);
  await daemon.kill('SIGKILL');
  const [tea] = onTopic(server);
  const actions = (tea?.['actions'] ?? []) as readonly {readonly label: string; readonly body: string}[];
  const press = actions.find(({label}) => label.startsWith('Snooze'))?.body;
  if (press === undefined) throw new Error('the notification has no snooze button');
  return {...kept(home.path), press};
};

const liveTwice = async (from: string, first: (home: Home) => Promise<boolean>): Promise<End> => {
  await using home = await scene(from);
  const isDead = await first(home);
  if (isDead) await live(home, allSent);
  using database = openToRead(home.path);
  const rows = database.prepare('SELECT state, repeat FROM deliveries ORDER BY ord').all();
  return {
    isDead,
    published: onTopic(home.server).map(({message}) => message),
    shown: home.server.shown('top').map(({message}) => message),
    states: rows.map(row => String(row['state'])),
    repeats: rows.filter(row => row['repeat'] === 1).length,
  };
};

const allSent: IsOver = ({path}) =>
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === TEXTS.length;

/** The press is settled, and the reminder's delivery and the confirmation are sent. */
const isConfirmed: IsOver = ({path}) =>
  count(path, `SELECT count(*) AS n FROM inbox WHERE channel = 'ntfy' AND state = 'handled'`) === 1 &&
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === 2;

const pressedIn = ({path}: Home) => {
  using database = openToRead(path);
  return {
    state: database.prepare('SELECT state FROM reminders').get()?.['state'],
    reactions: count(path, `SELECT count(*) AS n FROM messages WHERE text = '[reacted with ⏰]'`),
    confirmations: count(path, `SELECT count(*) AS n FROM deliveries WHERE text LIKE 'Snoozed:%'`),
  };
};
