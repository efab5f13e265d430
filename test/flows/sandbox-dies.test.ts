// The real sandbox dies while a person is asked, or in the middle of the call that they allowed: the output is an error, nothing runs
// outside, nothing runs twice, and the turn goes on.
// @module-tag deep
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {HAS_SANDBOX, realSandbox} from '../support/real-sandbox.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

type Input = {readonly command: string; readonly [more: string]: unknown};

/** Alice asks for a command that needs her yes. The folder `out` is outside of the workspace. */
const open = async (inputIn: (out: string) => Input) => {
  // Below /dev/shm there is no sandbox.
  const dir = tempDir('sandbox', '/tmp');
  const [home, out, programs] = ['home', 'out', 'programs'].map(name => join(dir.path, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, out, programs]) mkdirSync(folder);
  for (const name of readdirSync('/usr/bin')) symlinkSync(join('/usr/bin', name), join(programs, name));
  const sandbox = realSandbox(home, dir.path, {PATH: programs});
  const daemon = await openTestDaemon({
    home,
    sandbox,
    env: {PATH: programs},
    models: scriptedModel([{calls: [{name: 'bash', input: inputIn(out)}]}, 'Done.', 'Hello.']).models,
    config: {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
      heartbeat: {enabled: false},
      reflection: {enabled: false},
    },
  });
  await daemon.call('session.send', {text: 'go'});
  const {approval} = await daemon.event('approval.asked');
  const linesIn = (path: string): number => {
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
  };
  const lines = (name: string): number => linesIn(join(out, name));
  return {
    daemon,
    out,
    lines,
    /** The lines that the command wrote where only a command outside the sandbox can. */
    outside: () => linesIn(`${out}-side`),
    programs,
    approve: () => daemon.call('approval.answer', {id: approval.id, answer: 'approve'}),
    /** The output, once the turn has gone on to its end. The next turn works, too. */
    output: async (): Promise<string> => {
      expect((await daemon.event('turn.ended')).outcome).toBe('replied');
      expect(await daemon.say('hello')).toBe('Hello.');
      const {messages} = await daemon.call('session.history', {session: 'rooster:main', limit: 20});
      return messages.find(({role}) => role === 'tool')?.text ?? '';
    },
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

/** Processes of this machine by their command line. */
const processes = (fits: (words: readonly string[]) => boolean): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .filter(pid => {
      try {
        return fits(readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0'));
      } catch {
        return false;
      }
    });

const bubblewrapOf = (word: string) =>
  processes(([program = '', ...words]) => /(?:^|\/)bwrap$/u.test(program) && words.some(text => text.includes(word)));
const allOf = (word: string) => processes(words => words.some(text => text.includes(word)));
const proxies = () =>
  processes(([program = '', first = '']) => /socat$/u.test(program) && first.startsWith('UNIX-LISTEN'));

/** A command that says when it has begun, waits, and says when it goes on. */
const waiting = (out: string, after = ''): Input => ({
  command: `echo begun >> ${out}/begun; echo out >> ${out}-side; while [ ! -e ${out}/go ]; do sleep 0.05; done; ${after} echo after >> ${out}/after`,
  write: [out],
});

describe.runIf(HAS_SANDBOX)('a sandbox that dies', () => {
  test('control: one that lives runs what was allowed to its end, once', async () => {
    await using it = await open(out => waiting(out));
    expect(it.lines('begun')).toBe(0);
    await it.approve();
    await until('it runs', () => it.lines('begun') === 1);
    writeFileSync(join(it.out, 'go'), '');
    expect(await it.output()).not.toContain('signal');
    expect([it.lines('begun'), it.lines('after'), it.outside()]).toEqual([1, 1, 0]);
  });

  test('bubblewrap is killed while the command runs: it ends with it, and is not run again', async () => {
    await using it = await open(out => waiting(out));
    await it.approve();
    await until('it runs', () => it.lines('begun') === 1);
    const word = `${it.out}/begun`;
    expect(bubblewrapOf(word).length).toBeGreaterThan(0);
    for (const pid of bubblewrapOf(word)) process.kill(pid, 'SIGKILL');
    const output = await it.output();
    writeFileSync(join(it.out, 'go'), '');
    await until('nothing of it is left', () => allOf(word).length === 0);
    expect(output).toMatch(/SIGKILL|signal|exit code|ended with/iu);
    expect([it.lines('begun'), it.lines('after'), it.outside()]).toEqual([1, 0, 0]);
  });

  test('the proxy is killed while the command runs: it reaches nothing, and the turn goes on', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('reached');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const {port} = server.address() as AddressInfo;
    const reach = `curl -s --max-time 3 http://127.0.0.1:${port}/; curl -s --noproxy '*' --max-time 3 http://127.0.0.1:${port}/;`;
    await using it = await open(out => ({...waiting(out, reach), hosts: ['listed.example']}));
    const before = new Set(proxies());
    await it.approve();
    await until('it runs', () => it.lines('begun') === 1);
    const own = proxies().filter(pid => !before.has(pid));
    expect(own.length).toBeGreaterThan(0);
    for (const pid of own) process.kill(pid, 'SIGKILL');
    writeFileSync(join(it.out, 'go'), '');
    const output = await it.output();
    server.close();
    expect(output).not.toContain('reached');
    expect(requests).toBe(0);
    expect([it.lines('begun'), it.lines('after'), it.outside()]).toEqual([1, 1, 0]);
  });

  test.each([
    ['bubblewrap', 'bwrap'],
    ['the program of the proxy', 'socat'],
  ])('%s is gone between the question and the yes: an error, and nothing runs outside', async (_, program) => {
    await using it = await open(out => ({...waiting(out), hosts: ['listed.example']}));
    rmSync(join(it.programs, program));
    writeFileSync(join(it.out, 'go'), '');
    await it.approve();
    const output = await it.output();
    if (program === 'bwrap') expect([it.lines('begun'), it.lines('after')]).toEqual([0, 0]);
    expect(it.lines('begun')).toBeLessThanOrEqual(1);
    expect(it.outside()).toBe(0);
    expect(output).toMatch(/sandbox|not found|No such file|Read-only/iu);
  });

  test('control: a command that was allowed outside runs without bubblewrap', async () => {
    await using it = await open(out => ({command: waiting(out).command, outside: true}));
    rmSync(join(it.programs, 'bwrap'));
    writeFileSync(join(it.out, 'go'), '');
    await it.approve();
    await it.output();
    expect([it.lines('begun'), it.lines('after'), it.outside()]).toEqual([1, 1, 1]);
  });
});
