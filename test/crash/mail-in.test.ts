// A daemon killed between commits of receiving a mail, and at commands to the mail server: the mail is stored and answered once. Nothing takes outgoing mail here.
// @module-tag deep
import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {liveUntil, spawnArmed} from '../support/armed-daemon.ts';
import {copyDatabase, count, kept, openToRead} from '../support/crash-home.ts';
import {everyRound, everyThird, killsIn, PATIENCE_MS, PLAYED, ROUNDS, roundsMs} from '../support/crash-steps.ts';
import {type ImapStandIn, startImap} from '../support/mail/imap-stand-in.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {mailSource} from '../support/mail/signed-mail.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

test(`killed after commits: the mail has one turn and one answer${PLAYED}`, {timeout: roundsMs(400_000)}, async () => {
  using read = await readMailbox();
  const commits = await stepsOf(read.path);
  expect(commits.length).toBeGreaterThanOrEqual(9);
  const steps = everyRound(everyThird(commits));
  const ends = await sideBySide(steps, step => lives(read.path, home => live(home, step)));
  expect(killsIn('a mail that arrives', ends)).toBeGreaterThan(steps.length / 2);
  for (const end of ends) expectAnsweredOnce(end);
});

test(`killed at commands to the mail server: nothing is lost and nothing is read twice${PLAYED}`, {
  timeout: roundsMs(200_000),
}, async () => {
  using read = await readMailbox();
  const commands = await commandsOf(read.path);
  expect(commands.filter(command => command === 'UID FETCH').length).toBeGreaterThanOrEqual(2);
  // A repeated command is one case, except the one that reads the mail.
  const numbers = commands.flatMap((command, index) =>
    ROUNDS > 1 || command === 'UID FETCH' || commands.indexOf(command) === index ? [index + 1] : [],
  );
  const ends = await sideBySide(everyRound(everyThird(numbers)), nth =>
    lives(read.path, async home => {
      let seen = 0;
      let isReached = false;
      home.imap.before(() => {
        seen += 1;
        isReached ||= seen === nth;
      });
      await using daemon = spawnArmed(home.path);
      await until('the command', () => isReached || isAnswered(home), PATIENCE_MS);
      await daemon.kill('SIGKILL');
      home.imap.before(() => {});
      return isReached;
    }),
  );
  killsIn('a command to the mail server', ends);
  for (const end of ends) expectAnsweredOnce(end);
});

type Home = AsyncDisposable & {readonly path: string; readonly imap: ImapStandIn};

type End = {
  readonly isDead: boolean;
  readonly asked: readonly string[];
  readonly turns: number;
  readonly answers: readonly string[];
};

const expectAnsweredOnce = ({asked, turns, answers}: End): void => {
  expect({asked, turns, answers}).toEqual({asked: ['At noon?'], turns: 1, answers: ['<1@example.org>']});
};

/** A home whose daemon has read its empty mailbox, and was killed. */
const readMailbox = async (): Promise<Disposable & {readonly path: string}> => {
  using home = tempDir();
  await using imap = await startImap();
  configure(home.path, imap);
  await using daemon = await startRealDaemon({home: home.path});
  await until('the mailbox is read', () => imap.isIdle(), PATIENCE_MS);
  await daemon.kill('SIGKILL');
  return kept(home.path);
};

/** A copy of that home. A mail has come since. */
const scene = async (from: string): Promise<Home> => {
  const folder = tempDir();
  const imap = await startImap();
  copyDatabase(from, folder.path);
  configure(folder.path, imap);
  const headers = {'Authentication-Results': 'mx.example.org; dmarc=pass header.from=example.org'};
  imap.deliver(mailSource({to: 'rooster@example.org', headers}));
  return {
    path: folder.path,
    imap,
    [Symbol.asyncDispose]: async () => {
      await imap[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

const configure = (home: string, imap: ImapStandIn): void => {
  const mail = {...mailConfig(NO_PORT, imap.port), authserv: 'mx.example.org'};
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'mail:alice@example.org']}];
  writeFileSync(`${home}/config.json`, JSON.stringify({users, mail}), {mode: 0o600});
};

const isAnswered = ({path}: Home): boolean =>
  count(path, `SELECT count(*) AS n FROM inbox WHERE state = 'handled'`) === 1 &&
  count(path, 'SELECT count(*) AS n FROM deliveries') === 1;

const live = (home: Home, at?: string): Promise<boolean> => liveUntil(home.path, () => isAnswered(home), at);

/** A daemon that is killed, and one that ends its work. */
const lives = async (from: string, first: (home: Home) => Promise<boolean>): Promise<End> => {
  await using home = await scene(from);
  const isDead = await first(home);
  if (!isAnswered(home)) await live(home);
  using database = openToRead(home.path);
  const texts = database.prepare(`SELECT text FROM messages WHERE role = 'user'`).all();
  const turns = database.prepare('SELECT id FROM turns').all();
  const answers = database.prepare('SELECT quote FROM deliveries').all();
  return {
    isDead,
    asked: texts.map(({text}) => String(text)),
    turns: turns.length,
    answers: answers.map(({quote}) => String(JSON.parse(String(quote)).id)),
  };
};

const stepsOf = async (from: string): Promise<readonly string[]> => {
  await using home = await scene(from);
  await live(home);
  return readFileSync(`${home.path}/notes`, 'utf8')
    .split('\n')
    .filter(step => step.startsWith('after commit #'));
};

const commandsOf = async (from: string): Promise<readonly string[]> => {
  await using home = await scene(from);
  const commands: string[] = [];
  home.imap.before(command => commands.push(command));
  await live(home);
  return commands;
};

const NO_PORT = 9;
