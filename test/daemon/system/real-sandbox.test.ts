// @module-tag deep
// The real sandbox of this machine: what it keeps from a command, and that a command ends with its sandbox.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {SandboxOrder} from '../../../src/daemon/ports/sandbox.ts';
import {type CommandOrder, runCommand} from '../../../src/daemon/tools/shell/run-command.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';
import {HAS_SANDBOX, realSandbox} from '../../support/real-sandbox.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';

const STANDING_TEXT = 'a rule\n';

const open = () => {
  const dir = tempDir('sandbox', '/tmp');
  const home = join(dir.path, 'rooster');
  const person = join(dir.path, 'person');
  const workspace = join(home, 'workspace');
  for (const folder of ['.ssh', '.config/gh', 'notes']) mkdirSync(join(person, folder), {recursive: true});
  writeFileSync(join(person, '.ssh/id_ed25519'), 'hunter2');
  writeFileSync(join(person, '.netrc'), 'hunter2');
  writeFileSync(join(person, 'notes/list.txt'), 'milk');
  mkdirSync(join(workspace, 'cron'), {recursive: true});
  mkdirSync(join(home, 'keys'));
  for (const path of ['config.json', 'rooster.db', 'keys/openai']) writeFileSync(join(home, path), 'hunter2');
  for (const path of ['AGENTS.md', 'TOOLS.md', 'cron/job.md']) writeFileSync(join(workspace, path), STANDING_TEXT);
  const sandbox = realSandbox(home, person);
  const run = async (command: string, order: Partial<SandboxOrder> = {}, other: Partial<CommandOrder> = {}) => {
    const inside = await sandbox.wrap({command, profile: 'workspace', hosts: [], ...order});
    const {end, output} = await runCommand({
      command: inside.command,
      cwd: workspace,
      environment: {PATH: process.env['PATH'] ?? '/usr/bin:/bin'},
      timeLimitMs: 20_000,
      signal: new AbortController().signal,
      clock: systemClock(),
      onGone: inside.release,
      ...other,
    });
    return {end, output, refusedHosts: inside.refusedHosts()};
  };
  return {
    outside: dir.path,
    home,
    person,
    workspace,
    sandbox,
    run,
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The processes of this machine with a word in their command line. */
const withWord = (word: string): readonly number[] =>
  [...new Set(readdirNumbers())].filter(pid => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word) && isAlive(pid);
    } catch {
      return false;
    }
  });

const readdirNumbers = (): readonly number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

describe.runIf(HAS_SANDBOX)('the real sandbox', () => {
  test('writes in the workspace and in the folder for temporary files, and nowhere else', async () => {
    await using it = open();
    const {output} = await it.run(
      `echo in > a.txt; echo tmp > "$TMPDIR/b"; for f in ${it.outside}/x ${it.person}/x /tmp/x-$$ /etc/x; do echo out > "$f"; done`,
    );
    expect(readFileSync(join(it.workspace, 'a.txt'), 'utf8')).toBe('in\n');
    expect(readFileSync(join(it.home, 'scratch/b'), 'utf8')).toBe('tmp\n');
    expect(output.match(/Read-only file system/gu)).toHaveLength(4);
    expect(existsSync(join(it.outside, 'x')) || existsSync(join(it.person, 'x'))).toBe(false);
  });

  test('the profile read-only writes only temporary files', async () => {
    await using it = open();
    const {output} = await it.run('cat AGENTS.md; echo in > a.txt; echo tmp > "$TMPDIR/b" && cat "$TMPDIR/b"', {
      profile: 'read-only',
    });
    expect(output).toMatch(/^a rule\n[^\n]*a\.txt: Read-only file system\ntmp\n$/u);
    expect(existsSync(join(it.workspace, 'a.txt'))).toBe(false);
  });

  test("reads the person's files, and neither their secrets nor Rooster's home", async () => {
    await using it = open();
    const {output} = await it.run(
      [
        `cat ${it.person}/notes/list.txt`,
        `cat ${it.person}/.ssh/id_ed25519 ${it.person}/.netrc ${it.home}/config.json ${it.home}/rooster.db ${it.home}/keys/openai`,
        `ls -a ${it.person}/.config/gh ${it.home}`,
        `cat ../config.json /proc/self/root${it.home}/config.json`,
      ].join('\n'),
    );
    expect(output).toMatch(/^milk/u);
    expect(output).not.toContain('hunter2');
    expect(output).toMatch(/\nscratch\nworkspace\n/u);
  });

  test.each([
    ['changed', 'echo evil >> AGENTS.md; echo evil > cron/job.md; sed -i s/a/evil/ TOOLS.md; truncate -s 0 AGENTS.md'],
    ['created', 'echo evil > HEARTBEAT.md; touch HEARTBEAT.md; echo evil > cron/new.md; mkdir HEARTBEAT.md'],
    ['removed', 'rm -f AGENTS.md cron/job.md; rm -rf cron; rmdir cron; unlink TOOLS.md'],
    [
      'replaced by a rename',
      'echo evil > e; mv -f e AGENTS.md; mkdir c; echo evil > c/e.md; mv -T c cron; mv e HEARTBEAT.md',
    ],
    ['moved away', 'mv AGENTS.md b.md; mv cron c2; mv ../workspace ../w2'],
    ['replaced by a link', 'echo evil > e; ln -sf e AGENTS.md; ln -sfn c cron; ln -s e HEARTBEAT.md; ln -f e TOOLS.md'],
    [
      'reached by a link',
      'ln AGENTS.md hard; echo evil >> hard; ln -s AGENTS.md soft; echo evil >> soft; ln -s cron s; echo evil > s/x.md',
    ],
    [
      'reached by another way',
      'echo evil > /proc/self/cwd/AGENTS.md; echo evil > ./x/../AGENTS.md; cd cron && echo evil > x.md; cd ..; exec 9<.; echo evil > /proc/self/fd/9/AGENTS.md',
    ],
    [
      'reached from another namespace',
      'unshare -rm sh -c "umount AGENTS.md; umount cron; echo evil > AGENTS.md; echo evil > cron/x.md"; umount -l AGENTS.md; mount --bind . cron',
    ],
  ])('standing files are not %s', async (_, command) => {
    await using it = open();
    await it.run(command);
    expect(readFileSync(join(it.workspace, 'AGENTS.md'), 'utf8')).toBe(STANDING_TEXT);
    expect(readFileSync(join(it.workspace, 'TOOLS.md'), 'utf8')).toBe(STANDING_TEXT);
    expect(readFileSync(join(it.workspace, 'cron/job.md'), 'utf8')).toBe(STANDING_TEXT);
    expect(readdirSync(join(it.workspace, 'cron'))).toEqual(['job.md']);
    expect(existsSync(join(it.workspace, 'HEARTBEAT.md'))).toBe(false);
  });

  test('a standing file that is a link can not be protected, so nothing runs, with a sentence', async () => {
    await using it = open();
    expect(await it.sandbox.check()).toEqual({works: true});
    const path = join(it.workspace, 'AGENTS.md');
    rmSync(path);
    symlinkSync('dotfiles/agents.md', path);
    const reason = `${path} is a link, which the sandbox can't protect. Put the file itself there.`;
    expect(await it.sandbox.check()).toEqual({works: false, reason});
    await expect(it.run('rm AGENTS.md; touch ran')).rejects.toThrow(`The sandbox can't start. ${reason}`);
    expect(existsSync(join(it.workspace, 'ran'))).toBe(false);
  });

  test('a workspace that was missing a folder of jobs has one afterwards, and it is empty', async () => {
    await using it = open();
    rmSync(join(it.workspace, 'cron'), {recursive: true});
    await it.run('mkdir -p cron; echo evil > cron/x.md');
    expect(readdirSync(join(it.workspace, 'cron'))).toEqual([]);
  });

  test('what stands in for a missing file is gone after the command, and after a daemon that was killed meanwhile', async () => {
    await using it = open();
    const path = join(it.workspace, 'HEARTBEAT.md');
    const running = it.run('while [ ! -e go ]; do sleep 0.02; done');
    await until('the stand-in', () => existsSync(path));
    writeFileSync(join(it.workspace, 'go'), '');
    await running;
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    writeFileSync(join(it.home, 'scratch.placeholders'), JSON.stringify([path]));
    await using _next = realSandbox(it.home, it.person);
    expect(existsSync(path)).toBe(false);
    // An empty file of the person's own stays.
    writeFileSync(path, '');
    await using _third = realSandbox(it.home, it.person);
    expect(existsSync(path)).toBe(true);
  });

  test('hooks and configuration of a repository in the workspace are not changed: they run outside', async () => {
    await using it = open();
    const git = join(it.workspace, '.git');
    mkdirSync(join(git, 'hooks'), {recursive: true});
    writeFileSync(join(git, 'config'), '[core]\n');
    await it.run('echo evil > .git/hooks/pre-commit; echo evil >> .git/config; mv .git g');
    expect(readFileSync(join(git, 'config'), 'utf8')).toBe('[core]\n');
    expect(readdirSync(join(git, 'hooks'))).toEqual([]);
  });

  test('a path that was asked for can be written, and its neighbours cannot', async () => {
    await using it = open();
    const {output} = await it.run(`echo ok > ${it.person}/notes/new.txt; echo out > ${it.person}/x`, {
      write: [join(it.person, 'notes')],
    });
    expect(readFileSync(join(it.person, 'notes/new.txt'), 'utf8')).toBe('ok\n');
    expect(output).toContain('Read-only file system');
  });

  test('no request for a path opens the standing files, or what is in the home of Rooster', async () => {
    await using it = open();
    const {output} = await it.run(
      `echo evil > AGENTS.md; cat ${it.home}/config.json; echo evil > ${it.home}/config.json`,
      {
        write: [it.outside, join(it.workspace, 'AGENTS.md')],
      },
    );
    expect(output).not.toContain('hunter2');
    expect(readFileSync(join(it.workspace, 'AGENTS.md'), 'utf8')).toBe(STANDING_TEXT);
    expect(readFileSync(join(it.home, 'config.json'), 'utf8')).toBe('hunter2');
  });

  test('only listed hosts are reached, and a refused one is known by its name', async () => {
    await using it = open();
    const ask = (host: string) =>
      `exec 3<>/dev/tcp/localhost/3128; printf 'CONNECT ${host}:80 HTTP/1.1\\r\\nHost: ${host}\\r\\nProxy-Authorization: Basic %s\\r\\n\\r\\n' "$(printf %s "\${HTTP_PROXY#http://}" | sed 's/@.*//; s/%3D/=/g' | base64 -w0)" >&3; head -1 <&3`;
    const refused = await it.run(ask('refused.example'), {hosts: ['listed.example']});
    expect(refused.output).toMatch(/ 403 /u);
    expect(refused.refusedHosts).toEqual(['refused.example']);
    const listed = await it.run(ask('listed.example'), {hosts: ['listed.example']});
    // Allowed, and then not found: there is no such host.
    expect(listed.output).toMatch(/ 50\d /u);
    expect(listed.refusedHosts).toEqual([]);
    const below = await it.run(ask('a.listed.example'), {hosts: ['*.listed.example']});
    expect(below.output).toMatch(/ 50\d /u);
    expect((await it.run(ask('listed.example'), {hosts: ['*.listed.example']})).output).toMatch(/ 403 /u);
    // The list of one command is not that of the next.
    expect((await it.run(ask('listed.example'))).output).toMatch(/ 403 /u);
  });

  test('neither servers of this machine nor Unix sockets are reached', async () => {
    await using it = open();
    const socket = join(it.workspace, 'rooster.sock');
    const servers = [createServer(), createServer()];
    const [tcp, unix] = servers;
    await new Promise<void>(resolve => tcp?.listen(0, '127.0.0.1', resolve));
    await new Promise<void>(resolve => unix?.listen(socket, resolve));
    const address = tcp?.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const {output} = await it.run(
      `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo reached tcp; node -e "require('net').connect('${socket}').on('connect', () => console.log('reached unix')).on('error', error => console.log(error.code))"`,
    );
    for (const server of servers) server.close();
    expect(output).not.toContain('reached');
    expect(output).toContain('EPERM');
  });

  test('a stopped command ends with everything in its sandbox, after a time to clean up', async () => {
    await using it = open();
    const stop = new AbortController();
    const word = `marker${process.pid}a`;
    const running = it.run(
      `trap 'echo tidied > tidied; exit' TERM; (setsid env -i sh -c 'trap "" TERM; while :; do sleep 0.1; done' ${word} &) ; echo up > up; while :; do sleep 0.05; done`,
      {},
      {signal: stop.signal},
    );
    await until('it runs', () => existsSync(join(it.workspace, 'up')) && withWord(word).length > 0);
    stop.abort();
    expect((await running).end).toEqual({kind: 'stopped'});
    await until('it tidied', () => existsSync(join(it.workspace, 'tidied')));
    await until('all processes are gone', () => withWord(word).length === 0);
  });

  test('a background process ends with its command', async () => {
    await using it = open();
    const word = `marker${process.pid}b`;
    const {end} = await it.run(`(setsid sh -c 'sleep 60; sleep 60' ${word} > /dev/null 2>&1 &); echo started`);
    expect(end).toEqual({kind: 'exited', code: 0});
    await until('all processes are gone', () => withWord(word).length === 0);
  });

  test('a daemon that is killed leaves no process of a command, and the next one ends its proxy', async () => {
    await using it = open();
    const src = join(import.meta.dirname, '../../../src');
    const word = `marker${process.pid}c`;
    const program = `
      import {realSandbox} from ${JSON.stringify(join(import.meta.dirname, '../../support/real-sandbox.ts'))};
      import {runCommand} from ${JSON.stringify(join(src, 'daemon/tools/shell/run-command.ts'))};
      import {systemClock} from ${JSON.stringify(join(src, 'shared/time/clock.ts'))};
      const sandbox = realSandbox(${JSON.stringify(it.home)}, ${JSON.stringify(it.person)});
      const inside = await sandbox.wrap({
        command: 'trap "" TERM; echo up > up; sh -c "sleep 60; sleep 60" ${word}', profile: 'workspace', hosts: [],
      });
      await runCommand({
        command: inside.command, cwd: ${JSON.stringify(it.workspace)}, environment: {PATH: process.env.PATH},
        timeLimitMs: 60_000, signal: new AbortController().signal, clock: systemClock(), onGone: inside.release,
      });`;
    const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'ignore',
      // Proxies of other tests are in another folder.
      env: {...process.env, TMPDIR: it.person},
    });
    await until('it runs', () => existsSync(join(it.workspace, 'up')) && withWord(word).length > 0);
    daemon.kill('SIGKILL');
    // Until each of its threads has ended, its proxy is still its own.
    await once(daemon, 'exit');
    await until('all processes are gone', () => withWord(word).length === 0);
    const bridges = () => withWord(`UNIX-LISTEN:${it.person}/`);
    expect(bridges()).toHaveLength(1);
    await it.run('true');
    await until('the proxy is gone', () => bridges().length === 0);
  });

  test('a proxy that ends is started again with the next command', async () => {
    await using it = open();
    await it.run('true');
    const bridges = () => withWord('socat\0UNIX-LISTEN:').filter(pid => parentOf(pid) === process.pid);
    expect(bridges()).toHaveLength(1);
    for (const pid of bridges()) process.kill(pid, 'SIGKILL');
    await until('it is gone', () => bridges().length === 0);
    expect((await it.run('echo hi')).output).toBe('hi\n');
    expect(bridges()).toHaveLength(1);
  });

  test('the daemon decides what happens at a signal, not the library of the sandbox', async () => {
    await using it = open();
    const before = (['SIGINT', 'SIGTERM'] as const).map(signal => process.listenerCount(signal));
    await it.run('true');
    expect((['SIGINT', 'SIGTERM'] as const).map(signal => process.listenerCount(signal))).toEqual(before);
  });

  test('a sandboxed true takes at most 250 ms, and the first one a little more', async () => {
    await using it = open();
    await it.run('true');
    const fastest = async (work: () => unknown): Promise<number> => {
      const took: number[] = [];
      for (let round = 0; round < 8; round += 1) {
        const startedAt = performance.now();
        await work();
        took.push(performance.now() - startedAt);
      }
      return Math.min(...took);
    };
    // On a busy machine, starting any program takes longer.
    const plain = await fastest(() => spawnSync('sh', ['-c', 'true']));
    expect(await fastest(() => it.run('true'))).toBeLessThan(250 * Math.max(1, plain / 10));
  });
});

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
