// A second machine that keeps a copy over Debian's OpenSSH, and takes over when a person says so.
// @module-tag deep
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {ensureBuilt, ROOT, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {type SshServer, startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = whyNoSshServer();

/** A machine that knows the other as `den`. */
const secondOf = (server: SshServer, there: RoosterHome) => {
  const here = roosterHome('second');
  writeConfig(here.path, {hosts: {den: {address: server.address, command: server.programFor(there.path)}}});
  const env = {PATH: `${server.client}:${process.env['PATH']}`};
  return {...here, env, run: (argv: readonly string[]) => here.run(argv, {env})};
};

describe.skipIf(why !== undefined)(
  why === undefined ? 'a second machine' : `a second machine (skipped: ${why})`,
  () => {
    test('keeps a copy that is current, takes over, and the first one comes back and stays quiet', async () => {
      await using server = await startSshServer();
      using first = roosterHome('first');
      using second = secondOf(server, first);
      await first.run(['remind', '20m', 'bread']);
      writeConfig(first.path, {agent: {id: 'berta'}});
      const followed = await second.run(['follow', 'den']);
      expect([followed.code, followed.out]).toEqual([0, expect.stringContaining('Keeps a copy of den, up to date')]);
      expect((await first.run(['status'])).out).toMatch(/Replica +.* keeps a copy, up to date\./u);
      expect((await second.run(['remind', '1h', 'here'])).err).toContain('This machine only keeps a copy of den.');
      const refused = await second.run(['takeover']);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('den answers, so nothing is taken over.'),
      ]);
      await first.run(['remind', '8s', 'tea']);
      await until('the copy has it', () => 'tea' in statesIn(second.path));
      // The network is lost, so the copy lacks this; then the plug is pulled.
      await server.stop();
      await first.run(['remind', '25m', 'known to den only']);
      process.kill(first.pid(), 'SIGKILL');
      const taken = await second.run(['takeover']);
      expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('This machine has taken over from den')]);
      expect(taken.out).toContain('2 reminders will ring here.');
      expect(readFileSync(join(second.path, 'config.json'), 'utf8')).toContain('berta');
      await until('it rings here', () => statesIn(second.path)['tea'] === 'fired');
      // A new home at the place of the old one is not the old machine.
      renameSync(first.path, `${first.path}.away`);
      await server.start();
      await first.run(['remind', '1h', 'new']);
      await until('it refused', () => logOf(second.path).includes('No machine follows this daemon.'));
      process.kill(first.pid(), 'SIGKILL');
      renameSync(first.path, `${first.path}.new`);
      renameSync(`${first.path}.away`, first.path);
      await first.run(['daemon', 'start']);
      await until('the old machine was told', () => marksIn(first.path).includes('replica.replaced'));
      await untilGiven('it is quiet', async () => {
        const {out} = await first.run(['status']);
        return out.includes('nothing happens here any more') ? out : undefined;
      });
      const set = await first.run(['remind', '1s', 'too late']);
      expect([set.code, set.err]).toEqual([1, expect.stringContaining('has taken over')]);
      expect(statesIn(first.path)).toEqual({bread: 'pending', tea: 'pending', 'known to den only': 'pending'});
      expect((await second.run(['status'])).out).toMatch(/of den (?:is|are) not here/u);
      expect((await second.run(['daemon', 'dismiss', 'replica'])).out).toContain('Dismissed the report');
      expect((await second.run(['status'])).out).not.toMatch(/of den (?:is|are) not here/u);
    });

    test('killed again and again while the first one changes, has everything in the end', async () => {
      await using server = await startSshServer();
      using first = roosterHome('first');
      using second = secondOf(server, first);
      await first.run(['remind', '1h', 'before']);
      await second.run(['follow', 'den']);
      for (let round = 0; round < 5; round += 1) {
        const set = Array.from({length: 4}, (_, each) => first.run(['remind', '1h', `water plant ${round}-${each}`]));
        await new Promise(resolve => setTimeout(resolve, round * 120));
        process.kill(second.pid(), 'SIGKILL');
        if (round % 2 === 1) server.cut();
        await Promise.all(set);
        await second.run(['daemon', 'start']);
      }
      await until('the copy has all', () => Object.keys(statesIn(second.path)).length === 21);
      using copy = databaseOf(second.path);
      expect(copy?.prepare('PRAGMA integrity_check').all()).toEqual([{integrity_check: 'ok'}]);
      expect(statesIn(second.path)).toEqual(statesIn(first.path));
    });

    test('a takeover that is killed at any moment is finished by the next one, and nothing is lost', async () => {
      await using server = await startSshServer();
      using first = roosterHome('first');
      using second = secondOf(server, first);
      for (const each of ['one', 'two', 'three']) await first.run(['remind', '1h', each]);
      writeFileSync(join(first.path, 'workspace/AGENTS.md'), 'Be brief.\n');
      await second.run(['follow', 'den']);
      await until('the file is there', () => existsSync(join(second.path, 'replica/workspace/AGENTS.md')));
      await second.run(['daemon', 'stop']);
      process.kill(first.pid(), 'SIGKILL');
      await server.stop();
      const copy = `${second.path}.kept`;
      cpSync(second.path, copy, {recursive: true});
      for (let round = 0; round < 6; round += 1) {
        const home = join(dirname(second.path), `round-${round}`);
        cpSync(copy, home, {recursive: true});
        const env = {...process.env, ...second.env, ROOSTER_HOME: home};
        const child = spawn(process.execPath, [join(ROOT, 'dist/daemon.js'), 'takeover'], {env, stdio: 'ignore'});
        await new Promise(resolve => setTimeout(resolve, 60 + round * 25));
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        const isDone = !existsSync(join(home, 'following.json'));
        const again = spawn(process.execPath, [join(ROOT, 'dist/daemon.js'), 'takeover'], {env, stdio: 'ignore'});
        expect((await once(again, 'exit'))[0]).toBe(isDone ? 1 : 0);
        expect(Object.keys(statesIn(home))).toEqual(['one', 'two', 'three']);
        expect(readFileSync(join(home, 'workspace/AGENTS.md'), 'utf8')).toBe('Be brief.\n');
        expect(marksIn(home)).toContain('replica.tookOver');
      }
    });
  },
);

const databaseOf = (home: string): DatabaseSync | undefined => {
  const path = join(home, 'rooster.db');
  return existsSync(path) ? new DatabaseSync(path, {readOnly: true}) : undefined;
};

const statesIn = (home: string): Readonly<Record<string, string>> => {
  using database = databaseOf(home);
  const rows = database?.prepare('SELECT message, state FROM reminders').all() ?? [];
  return Object.fromEntries(rows.map(({message, state}) => [String(message), String(state)]));
};

const marksIn = (home: string): readonly string[] => {
  using database = databaseOf(home);
  return (database?.prepare('SELECT name FROM marks').all() ?? []).map(({name}) => String(name));
};

const logOf = (home: string): string => readFileSync(join(home, 'logs/daemon.log'), 'utf8');
