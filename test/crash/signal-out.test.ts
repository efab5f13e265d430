// A daemon killed between every two steps of sending to Signal: each message of each delivery arrives, at most one of them once too often,
// and then its delivery says so.
// @module-tag deep
import {cpSync, existsSync, readFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {ALICE} from '../signal-stand-in/signal/samples.ts';
import {buildCrashPrograms, type CrashPrograms} from '../support/crash-programs.ts';
import {commitsToDieAt} from '../support/crash-steps.ts';
import {type DaemonProcess, spawnDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {type SignalHome, signalHome} from '../support/signal-home.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

/** The second is too long for one message. */
const FIRST_HALF = 'first '.repeat(8_000);
const SECOND_HALF = 'second '.repeat(8_000);
const TEXTS = ['one', `${FIRST_HALF}\n\n${SECOND_HALF}`, 'three'];
const MESSAGES = ['one', `${FIRST_HALF}\n\n`, SECOND_HALF, 'three'];

test('killed before each commit of sending: at most one duplicate, marked, and no loss', {
  timeout: 300_000,
}, async () => {
  using programs = await buildCrashPrograms();
  using queued = await queuedDeliveries();
  const steps = await stepsOf(programs, queued.path);
  // Each of three deliveries is claimed and ends, and the first half of one is recorded.
  expect(steps.length).toBeGreaterThanOrEqual(7);
  const ends = await sideBySide(steps, step => liveTwice(programs, queued.path, home => live(home, programs, step)));
  const died = ends.filter(({isDead}) => isDead);
  expect(died.length).toBeGreaterThan(steps.length / 2);
  for (const end of ends) expectWhole(end);
  console.log(
    `${died.length} deaths: 0 messages lost, ${ends.filter(({extra}) => extra > 0).length} once more, all marked`,
  );
});

test('killed while signal-cli sends each of the messages: at most one duplicate, and no loss', {
  timeout: 120_000,
}, async () => {
  using programs = await buildCrashPrograms();
  using queued = await queuedDeliveries();
  const ends = await sideBySide([1, 2, 3, 4], nth =>
    liveTwice(programs, queued.path, async home => {
      home.server.addRule({method: 'send', delayMs: 300, times: 0});
      await using daemon = spawned(home, programs);
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
  const kept = tempDir();
  copyDatabase(home.path, kept.path);
  return kept;
};

const copyDatabase = (from: string, to: string): void => {
  for (const name of ['rooster.db', 'rooster.db-wal']) {
    if (existsSync(`${from}/${name}`)) cpSync(`${from}/${name}`, `${to}/${name}`);
  }
};

const scene = async (queued: string): Promise<SignalHome> => {
  const home = await signalHome();
  copyDatabase(queued, home.path);
  return home;
};

const stepsOf = async (programs: CrashPrograms, queued: string): Promise<readonly string[]> => {
  await using home = await scene(queued);
  await live(home, programs);
  return commitsToDieAt(readFileSync(`${home.path}/notes`, 'utf8').split('\n'));
};

const liveTwice = async (
  programs: CrashPrograms,
  queued: string,
  first: (home: SignalHome) => Promise<boolean>,
): Promise<End> => {
  await using home = await scene(queued);
  const isDead = await first(home);
  if (isDead) await live(home, programs);
  using database = open(home);
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

const spawned = (home: SignalHome, {knife, daemon, compiled}: CrashPrograms, at?: string): DaemonProcess =>
  spawnDaemon({
    home: home.path,
    env: {
      NODE_COMPILE_CACHE: compiled,
      CRASH_NOTES: `${home.path}/notes`,
      ...(at === undefined ? {} : {CRASH_AT: at}),
    },
    through: [process.execPath, '--import', knife, daemon, 'run'],
  });

/** Until it dies (true), or everything is sent. */
const live = async (home: SignalHome, programs: CrashPrograms, at?: string): Promise<boolean> => {
  await using daemon = spawned(home, programs, at);
  await until(`an end, armed at ${at}`, () => daemon.isOver() || allSent(home), PATIENCE_MS);
  return daemon.isOver();
};

const allSent = (home: SignalHome): boolean => {
  using database = open(home);
  return database.prepare(`SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`).get()?.['n'] === TEXTS.length;
};

const open = (home: SignalHome): DatabaseSync =>
  new DatabaseSync(`${home.path}/rooster.db`, {readOnly: true, timeout: 1_000});

const PATIENCE_MS = 30_000;
