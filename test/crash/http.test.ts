// A daemon killed before each commit while a program posts to a hook or to /wake. The program repeats its request with the same key until
// it is accepted: exactly one message is stored, and every answer names it. A wake-up without a conversation opens exactly one.
// @module-tag deep
import {writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {expect, test} from 'vitest';
import {commitsIn, spawnArmed} from '../support/armed-daemon.ts';
import {copyDatabase, count, kept, openToRead, openTurns} from '../support/crash-home.ts';
import {everyRound, everyThird, killsIn, PATIENCE_MS, PLAYED, roundsMs} from '../support/crash-steps.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

test.each(['verbatim', 'turn', 'wake'] as const)(
  `killed before commits of a %s request: one message${PLAYED}`,
  {
    timeout: roundsMs(300_000),
  },
  async reply => {
    using first = await startedHome();
    const commits = await stepsOf(first.path, reply);
    expect(commits.length).toBeGreaterThanOrEqual(3);
    const steps = everyRound(everyThird(commits));
    const ends = await sideBySide(steps, step => liveThrough(first.path, reply, step));
    expect(killsIn(`a ${reply} request`, ends)).toBeGreaterThan(steps.length / 2);
    for (const {answers, ids, messages, deliveries, opened} of ends) {
      expect(opened).toBe(reply === 'wake' ? 1 : 0);
      expect(ids).toHaveLength(1);
      expect(messages).toBe(1);
      expect(deliveries).toBe(1);
      expect(new Set(answers)).toEqual(new Set(ids));
    }
  },
);

type Reply = 'verbatim' | 'turn' | 'wake';

/** A home whose database is made. */
const startedHome = async (): Promise<Disposable & {readonly path: string}> => {
  using home = tempDir();
  await using _daemon = await startRealDaemon({home: home.path});
  return kept(home.path);
};

const stepsOf = async (from: string, reply: Reply): Promise<readonly string[]> => {
  using home = tempDir();
  copyDatabase(from, home.path);
  configure(home.path, reply);
  await live(home.path, reply);
  return commitsIn(home.path);
};

const liveThrough = async (from: string, reply: Reply, step: string) => {
  using home = tempDir();
  copyDatabase(from, home.path);
  configure(home.path, reply);
  const first = await live(home.path, reply, step);
  const second = await live(home.path, reply);
  using database = openToRead(home.path);
  return {
    isDead: first.isDead,
    answers: [...first.answers, ...second.answers],
    ids: database
      .prepare('SELECT id FROM requests')
      .all()
      .map(({id}) => String(id)),
    messages: count(home.path, `SELECT count(*) AS n FROM messages WHERE sourceKind IN ('webhook', 'wake')`),
    opened: count(home.path, `SELECT count(*) AS n FROM sessions WHERE kind = 'chat'`),
    // A turn that was killed while it ran sends nothing; it is recorded as interrupted.
    deliveries:
      reply === 'verbatim'
        ? count(home.path, 'SELECT count(*) AS n FROM deliveries')
        : count(
            home.path,
            `SELECT count(*) AS n FROM turns WHERE sourceKind IN ('webhook', 'wake') AND state = 'ended'`,
          ),
  };
};

const configure = (home: string, reply: Reply): void => {
  const hooks = reply === 'wake' ? {} : {ci: {secret: SECRET, target: 'rooster:main', reply}};
  const off = {enabled: false};
  const http = {listen: socketIn(home), wake: {secret: SECRET, trust: 'full'}};
  const config = {http, hooks, heartbeat: off, reflection: off};
  writeFileSync(`${home}/config.json`, JSON.stringify(config), {mode: 0o600});
};

const socketIn = (home: string): string => `${home}/door.sock`;

/** Posts until the daemon dies, or the message is stored and its turn is over. */
const live = async (home: string, reply: Reply, at?: string) => {
  await using running = spawnArmed(home, at);
  const answers: string[] = [];
  const poster = (async () => {
    while (!running.isOver() && answers.length === 0) {
      const answer = await post(socketIn(home), reply);
      if (answer === undefined) await new Promise(resolve => setTimeout(resolve, 20));
      else answers.push(answer);
    }
  })();
  await poster;
  if (answers.length > 0) await until('the turn is over', () => running.isOver() || openTurns(home) === 0, PATIENCE_MS);
  return {isDead: running.isOver(), answers};
};

/** The id of the accepted request; undefined when there was no answer. */
const post = (socketPath: string, reply: Reply): Promise<string | undefined> =>
  new Promise(resolve => {
    const {path, type, body} = reply === 'wake' ? WAKE : HOOK;
    const headers = {authorization: `Bearer ${SECRET}`, 'content-type': type, 'idempotency-key': 'deploy-7'};
    const sent = request({socketPath, path, method: 'POST', headers, agent: false}, response => {
      let answer = '';
      response.on('data', chunk => (answer += String(chunk)));
      response.on('error', () => resolve(undefined));
      response.on('end', () =>
        resolve(response.statusCode === 202 ? (JSON.parse(answer) as {id: string}).id : undefined),
      );
    });
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });

const SECRET = 'the-secret-of-the-hook';
const HOOK = {path: '/hooks/ci', type: 'text/plain', body: 'Deployed.'};
const WAKE = {
  path: '/wake',
  type: 'application/json',
  body: JSON.stringify({user_id: 'owner', message: 'Deployed.', alarm_id: 'a1'}),
};
