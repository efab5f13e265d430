// A daemon killed before each commit while a conversation is deleted: it is whole or gone, and gone once that was acknowledged.
// Gone means everywhere: lists, search, events, tables, the readable copy, and the bytes of the database and its log.
// @module-tag deep
import {cpSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {commitsIn, restsOrDies, spawnArmed} from '../support/armed-daemon.ts';
import {count} from '../support/crash-home.ts';
import {everyThird, PATIENCE_MS, PLAYED} from '../support/crash-steps.ts';
import {connectTo} from '../support/daemon-client.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const SESSION = 'rooster:chat:garden';
const SECRET = 'xylophone';
const TEXTS = [`sow the ${SECRET}`, `water the ${SECRET}`];

test(`killed before commits of a deletion: the conversation is whole, or gone without a byte${PLAYED}`, async () => {
  using before = await homeWithSecret();
  expect(bytesWith(before.path)).not.toEqual([]);
  const commits = await commitsOf(before.path);
  expect(commits.length).toBeGreaterThanOrEqual(2);
  const ends = await sideBySide([...Object.keys(FOUND_AFTER), ...everyThird(commits)], step =>
    liveThrough(before.path, step),
  );
  for (const {step, isDead, isAcknowledged, found} of ends) {
    if (isAcknowledged) expect(found).toBe('gone');
    expect(['whole', 'gone']).toContain(found);
    const expected = FOUND_AFTER[step];
    if (expected !== undefined) expect({step, isDead, found}).toEqual({step, isDead: true, found: expected});
  }
  expect(ends.map(({left}) => left)).toEqual(ends.map(() => []));
});

/** A start and a deletion share their commits differently each time, so these steps have names. */
const FOUND_AFTER: Readonly<Record<string, string>> = {
  'before session.deleted #1': 'whole',
  'after session.deleted #1': 'gone',
  // The copy is removed, and the daemon still knows that it had to.
  'before mark sessions.purged #2': 'gone',
  'after mark sessions.purged #2': 'gone',
};

/** A home whose daemon died with a conversation, its copy, and another one. */
const homeWithSecret = async (): Promise<Disposable & {readonly path: string}> => {
  const home = tempDir();
  configure(home.path);
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.call('session.create', {key: SESSION, title: 'Garden'});
  for (const text of TEXTS) await daemon.call('session.record', {session: SESSION, text});
  await daemon.call('session.record', {session: 'rooster:main', text: 'stays'});
  await until('a readable copy', () => existsSync(copyIn(home.path)), PATIENCE_MS);
  await daemon.kill('SIGKILL');
  return home;
};

const configure = (home: string): void => {
  const off = {enabled: false};
  writeFileSync(`${home}/config.json`, JSON.stringify({heartbeat: off, reflection: off}), {mode: 0o600});
};

const commitsOf = async (from: string): Promise<readonly string[]> => {
  using home = copyOf(from);
  await live(home.path);
  return commitsIn(home.path);
};

const liveThrough = async (from: string, step: string) => {
  using home = copyOf(from);
  const {isDead, isAcknowledged} = await live(home.path, step);
  const found = await foundBy(home.path);
  return {
    step,
    isDead,
    isAcknowledged,
    found,
    left: [...tablesWith(home.path), ...bytesWith(home.path), ...copies(home.path)],
  };
};

const copyOf = (from: string): Disposable & {readonly path: string} => {
  const home = tempDir();
  for (const name of ['config.json', 'rooster.db', 'rooster.db-wal', 'workspace'])
    if (existsSync(`${from}/${name}`)) cpSync(`${from}/${name}`, `${home.path}/${name}`, {recursive: true});
  return home;
};

/** Deletes the conversation until the daemon dies, or has nothing left to do about it. */
const live = async (home: string, at?: string) => {
  await using running = spawnArmed(home, at);
  const isDeleted = async (): Promise<boolean> => {
    try {
      await using client = await connectTo(`${home}/run/rooster.sock`);
      await client.call('session.delete', {session: SESSION});
      return true;
    } catch {
      // The daemon is starting, or was killed.
      return false;
    }
  };
  let isAcknowledged = false;
  while (!running.isOver() && !isAcknowledged) {
    isAcknowledged = await isDeleted();
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  const isOver = (): boolean => count(home, TO_REMOVE) === 0;
  await until(`nothing is left to do, armed at ${at}`, () => running.isOver() || isOver(), PATIENCE_MS);
  await restsOrDies(running);
  return {isDead: running.isOver(), isAcknowledged};
};

/** The next daemon's state of the conversation. A whole one is deleted then. Ends with a clean stop. */
const foundBy = async (home: string): Promise<'whole' | 'gone' | 'broken'> => {
  await using daemon = await startRealDaemon({home});
  const {sessions} = await daemon.call('session.list', {});
  const isListed = sessions.some(({key}) => key === SESSION);
  const search = await daemon.call('message.search', {text: SECRET});
  const kept = isListed
    ? (await daemon.call('session.history', {session: SESSION})).messages.map(({text}) => text)
    : [];
  if (isListed) await daemon.call('session.delete', {session: SESSION});
  await until('the copy is removed', () => !existsSync(copyIn(home)), PATIENCE_MS);
  await daemon.kill('SIGTERM');
  if (!isListed) return search.messages.length === 0 ? 'gone' : 'broken';
  return search.messages.length === TEXTS.length && TEXTS.every(text => kept.includes(text)) ? 'whole' : 'broken';
};

const tablesWith = (home: string): readonly string[] => {
  using database = new DatabaseSync(`${home}/rooster.db`, {readOnly: true});
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({name}) => {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all();
    return JSON.stringify(rows).toLowerCase().includes(SECRET) ? [String(name)] : [];
  });
};

const bytesWith = (home: string): readonly string[] =>
  readdirSync(home).filter(
    name => name.startsWith('rooster.db') && readFileSync(`${home}/${name}`, 'latin1').toLowerCase().includes(SECRET),
  );

/** Deleted conversations whose copies are not removed yet. */
const TO_REMOVE = "SELECT count(*) AS n FROM marks WHERE name = 'sessions.purged' AND value <> '[]'";

const copyIn = (home: string): string => `${home}/workspace/sessions/rooster_chat_garden.jsonl`;
const copies = (home: string): readonly string[] =>
  readdirSync(`${home}/workspace/sessions`).filter(name =>
    readFileSync(`${home}/workspace/sessions/${name}`, 'utf8').includes(SECRET),
  );
