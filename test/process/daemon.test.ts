// The daemon as a process: it answers, only one runs, it stops cleanly on request, and it starts in any home, or says in one sentence why
// not and changes nothing.
// @module-tag deep
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import {dial} from '../../src/ipc/socket/dial.ts';
import {startAnthropicServer} from '../support/anthropic-server.ts';
import type {RecordedRequest} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {runRealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

describe.concurrent('the daemon as a process', () => {
  describe('a daemon that starts', () => {
    test('answers with its identity and its home', {tags: ['fast']}, async () => {
      using home = tempDir();
      await using daemon = await startRealDaemon({home: home.path});
      expect(daemon.hello).toMatchObject({protocol: 1, pid: daemon.pid, bootId: expect.any(String)});
      const status = await daemon.call('daemon.status', {});
      expect(status).toMatchObject({pid: daemon.pid, home: daemon.places, model: {name: 'offline', ready: true}});
      expect(status.problems).toEqual([]);
      expect(await daemon.kill('SIGTERM')).toEqual({code: 0, signal: null, stdout: '', stderr: ''});
      expect(existsSync(daemon.places.socket)).toBe(false);
    });

    test('is the only one: a second start names it, succeeds, and changes nothing', {
      tags: ['fast'],
    }, async () => {
      using home = tempDir();
      await using daemon = await startRealDaemon({home: home.path});
      // The first line comes after the first answer.
      await until(
        'it has said that it is ready',
        () =>
          existsSync(join(home.path, 'logs/daemon.log')) &&
          readFileSync(join(home.path, 'logs/daemon.log'), 'utf8').includes('ready'),
      );
      const before = traces(home.path);
      const second = await runRealDaemon({home: home.path});
      expect(second).toMatchObject({code: 0, stdout: ''});
      expect(second.stderr).toMatch(/^[^\n]+ already [^\n]+\n$/u);
      expect(second.stderr).toContain(`process ${daemon.pid}`);
      expect(traces(home.path)).toEqual(before);
      await using client = await daemon.connect();
      expect(client.hello.bootId).toBe(daemon.hello.bootId);
    });

    test('is one of several started at once, and the others name it', async () => {
      using home = tempDir();
      const starts = Array.from({length: 5}, () =>
        startRealDaemon({home: home.path}).catch((error: Error) => error.message),
      );
      const all = await Promise.all(starts);
      const serving = all.filter(each => typeof each !== 'string');
      const [daemon] = serving;
      try {
        // The others may have reached the serving one on its socket before they ended.
        expect(new Set(serving.map(each => each.hello.pid)).size).toBe(1);
        const pid = daemon?.hello.pid;
        const ends = await Promise.all(serving.filter(each => each.pid !== pid).map(each => each.ended));
        for (const {code, stderr} of ends) expect([code, stderr]).toEqual([0, expect.stringContaining('already')]);
        for (const each of all) if (typeof each === 'string') expect(each).toContain('already');
      } finally {
        for (const each of serving) await each[Symbol.asyncDispose]();
      }
      await using next = await startRealDaemon({home: home.path});
      expect(await next.call('session.list', {})).toEqual({sessions: []});
    });

    test('replaces a killed one, whatever that left behind', async () => {
      using home = tempDir();
      const first = await startRealDaemon({home: home.path});
      await first.kill('SIGKILL');
      expect(lstatSync(first.places.socket).isSocket()).toBe(true);
      // The pid of the dead process may belong to another one by now.
      writeFileSync(`${first.places.database}.pid`, `${process.pid}\n`);
      await using second = await startRealDaemon({home: home.path});
      expect(second.hello).toMatchObject({pid: second.pid});
      expect(second.hello.bootId).not.toBe(first.hello.bootId);
      await first[Symbol.asyncDispose]();
    });

    test('keeps all files private, whatever the umask and the existing modes', async () => {
      using home = tempDir();
      writeConfig(home.path, {});
      await using daemon = await startRealDaemon({
        home: home.path,
        through: ['sh', '-c', 'umask 000; exec "$@"', 'sh'],
      });
      await daemon.follow(0);
      await daemon.say('remind me in 2 hours to stretch');
      await until('the copy of the conversation', () =>
        existsSync(join(home.path, 'workspace/sessions/rooster_main.jsonl')),
      );
      await until('the workspace', () => existsSync(join(home.path, 'workspace/MEMORY.md')));
      const open = everythingIn(home.path).filter(path => (statSync(path).mode & 0o077) !== 0);
      expect(open).toEqual([]);
      expect((statSync(daemon.places.socket).mode & 0o777).toString(8)).toBe('600');
    });
  });

  describe('a daemon with a model', () => {
    test.each([
      ['openai', startOpenAiServer],
      ['openai-compatible', startOpenAiServer],
      ['anthropic', startAnthropicServer],
    ] as const)('of kind %s, with its key in the environment, answers over the wire', async (kind, startServer) => {
      using home = tempDir();
      await using server = await startServer([
        {kind: 'tools', calls: [{id: 'call_1', name: 'list_files', arguments: ['{}']}]},
        {kind: 'text', chunks: ['Here ', 'I am.']},
      ]);
      const apiKey = {env: 'WIRE_KEY'};
      writeConfig(home.path, {
        agent: {model: 'wire/test-model'},
        providers: {wire: {kind, baseUrl: server.baseUrl, apiKey}},
      });
      await using daemon = await startRealDaemon({home: home.path, env: {WIRE_KEY: 'wire-key-0123456789'}});
      await daemon.follow(0);
      expect(await daemon.say('where are you?')).toMatchObject({outcome: 'replied'});
      const {messages} = await daemon.call('session.history', {session: 'rooster:main'});
      expect(messages.at(-1)?.text).toBe('Here I am.');
      expect(messages.find(({role}) => role === 'tool')?.text).toContain('AGENTS.md');
      expect(JSON.stringify(server.requests[0]?.headers)).toContain('wire-key-0123456789');
    });
  });

  describe('a daemon that is stopped', () => {
    const TOLD = [
      ['by SIGTERM', async daemon => daemon.signal('SIGTERM')],
      ['by SIGINT', async daemon => daemon.signal('SIGINT')],
      ['by a client', async daemon => void (await daemon.call('daemon.stop', {}))],
    ] as const satisfies readonly (readonly [string, (daemon: Daemon) => Promise<void>])[];

    test.each(TOLD)('%s lets the running turn finish, and then ends', async (_, tell) => {
      using home = tempDir();
      const held = Promise.withResolvers<void>();
      await using server = await startOpenAiServer(async () => {
        await held.promise;
        return {kind: 'text', chunks: ['Here ', 'I am.']};
      });
      writeConfig(home.path, modelAt(server.baseUrl));
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.follow(0);
      const {turnId} = await daemon.call('session.send', {text: 'where are you?'});
      await until('the model is asked', () => server.requests.length === 1);
      await tell(daemon);
      await until('nobody new is let in', () => !existsSync(daemon.places.socket));
      // A message accepted now waits for the next daemon.
      const later = await daemon.call('session.send', {text: 'and later?'});
      held.resolve();
      expect(await daemon.event('turn.ended')).toMatchObject({turnId, outcome: 'replied'});
      expect(await daemon.ended).toMatchObject({code: 0, stderr: ''});
      await using next = await startRealDaemon({home: home.path});
      await next.follow(0);
      expect(await next.event('turn.ended', each => each.turnId === later.turnId)).toMatchObject({outcome: 'replied'});
      expect(server.requests).toHaveLength(2);
    });

    test("aborts a turn that doesn't finish, with its processes, and says so", async () => {
      using home = tempDir();
      await using server = await startOpenAiServer([
        {
          kind: 'tools',
          calls: [{id: 'call_1', name: 'bash', arguments: ['{"command": "echo $$ > pid; exec sleep 600"}']}],
        },
      ]);
      writeConfig(home.path, modelAt(server.baseUrl));
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.follow(0);
      const {turnId} = await daemon.call('session.send', {text: 'sleep'});
      const pidFile = join(home.path, 'workspace/pid');
      await until('the command runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
      daemon.signal('SIGTERM');
      daemon.signal('SIGTERM');
      expect(await daemon.ended).toMatchObject({code: 0});
      expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
      expect(await daemon.event('turn.ended', each => each.turnId === turnId)).toMatchObject({
        outcome: 'aborted',
        error: expect.stringMatching(/^Interrupted: /u),
      });
    });

    test('outlives the terminal it was started from', async () => {
      using home = tempDir();
      await using daemon = await startRealDaemon({home: home.path});
      daemon.signal('SIGHUP');
      expect(await daemon.call('session.list', {})).toEqual({sessions: []});
    });

    test.each([
      ['an exception', 'throw new Error("kaput")'],
      ['a rejection', 'void Promise.reject(new Error("kaput"))'],
    ])('by %s that nothing handles logs it, exits with a failure, and can start again', async (_, deed) => {
      using home = tempDir();
      const kaput = `data:text/javascript,process.on('SIGUSR2', () => { ${deed} })`;
      await using server = await startOpenAiServer([{kind: 'hang', chunks: ['Once']}]);
      writeConfig(home.path, modelAt(server.baseUrl));
      await using daemon = await startRealDaemon({home: home.path, nodeFlags: ['--import', kaput]});
      await daemon.call('session.send', {text: 'tell me a story'});
      await until('the model is asked', () => server.requests.length === 1);
      expect(await daemon.kill('SIGUSR2')).toMatchObject({code: 1, stderr: 'kaput\n'});
      expect(logOf(daemon.places.log).filter(({level}) => level === 'error')).toMatchObject([
        {msg: 'The daemon failed and exits: kaput', error: {message: 'kaput', stack: expect.stringContaining('at ')}},
      ]);
      await using next = await startRealDaemon({home: home.path});
      await next.follow(0);
      expect(await next.event('turn.ended')).toMatchObject({
        outcome: 'aborted',
        error: expect.stringContaining('Ask again'),
      });
    });
  });

  describe('a configuration with a mistake in it', () => {
    const junk = Buffer.from(Array.from({length: 4096}, (_, index) => (index * 7919 + 13) % 256));
    const MISTAKES: Readonly<Record<string, readonly [config: unknown, key: string, reason: RegExp]>> = {
      'that is no JSON': ['{"agent": {"model": "offline",}', 'config.json', /not valid JSON: in line 1, column 32/u],
      'that ends in the middle': ['{"agent": {"mod', 'config.json', /not valid JSON/u],
      'that is no object': [[], 'config.json', /object in braces/u],
      'of binary garbage': [junk, 'config.json', /not valid JSON/u],
      'in UTF-16': [Buffer.from('\uFEFF{"agent": {}}', 'utf16le'), 'config.json', /not valid JSON/u],
      'of 10 MB of junk': ['x'.repeat(10_000_000), 'config.json', /larger than 4 MB/u],
      'of 3 MB of brackets': ['['.repeat(3_000_000), 'config.json', /nested too deeply/u],
      'with a wrong type': [{agent: {model: 7, id: ['a']}}, 'agent.model', /./u],
      'with a section that is none': [{agent: 'offline'}, 'agent', /./u],
      'with a key nobody knows': [{agnet: {model: 'offline'}}, 'agnet', /./u],
      'with a key twice': ['{"timezone": "UTC", "timezone": "UTC"}', 'timezone', /twice/u],
      'with a prototype': ['{"__proto__": {"agent": {"model": "x/y"}}}', '__proto__', /./u],
      'with a model of nobody': [{agent: {model: 'nobody/x'}}, 'agent.model', /no provider "nobody"/iu],
      'with a zone that does not exist': [{timezone: 'Mars/Olympus'}, 'timezone', /./u],
      'with a job that never comes right': [
        {cron: [{name: 'x', cron: '99 * * * *', message: 'x'}]},
        'cron[0].cron',
        /./u,
      ],
    };

    test.each(Object.entries(MISTAKES))('%s: the daemon starts and names it', async (_, [config, key, reason]) => {
      using home = tempDir();
      writeConfig(home.path, config);
      await using daemon = await startRealDaemon({home: home.path});
      const {problems} = await daemon.call('config.check', {});
      const problem = problems.find(each => each.key === key);
      expect(problem, JSON.stringify(problems)).toMatchObject({reason: expect.stringMatching(reason), inForce: /./u});
      for (const each of problems) expect(each.reason.length).toBeLessThan(300);
      expect(await daemon.call('daemon.status', {})).toMatchObject({problems, model: {name: 'offline', ready: true}});
      expect(Object.prototype).not.toHaveProperty('agent', expect.anything());
    });

    const PLACES: Readonly<Record<string, (path: string) => void>> = {
      'is a folder': path => mkdirSync(path),
      'is a link to itself': path => symlinkSync(path, path),
      'is a device that never ends': path => symlinkSync('/dev/zero', path),
    };

    test.each(Object.entries(PLACES))(
      'because its file %s: the daemon starts and the problem is listed',
      async (_, make) => {
        using home = tempDir();
        make(join(home.path, 'config.json'));
        await using daemon = await startRealDaemon({home: home.path});
        const {problems} = await daemon.call('config.check', {});
        expect(problems).toMatchObject([{key: 'config.json', reason: expect.stringContaining('config.json')}]);
      },
    );

    test.skipIf(process.getuid?.() === 0)(
      "because its file can't be read: the daemon starts and the problem is listed",
      async () => {
        using home = tempDir();
        writeFileSync(join(home.path, 'config.json'), '{}', {mode: 0o000});
        await using daemon = await startRealDaemon({home: home.path});
        expect(await daemon.call('config.check', {})).toMatchObject({
          problems: [{reason: expect.stringContaining('EACCES')}],
        });
      },
    );

    test('is followed as it is edited: valid values apply, and wrong ones keep the previous value', async () => {
      using home = tempDir();
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.follow(daemon.hello.seq);
      writeConfig(home.path, modelAt('http://127.0.0.1:1/v1'));
      expect((await daemon.event('config.changed')).keys).toContain('agent.model');
      const modelNow = async () => (await daemon.call('daemon.status', {})).model.name;
      expect(await modelNow()).toBe('local/test-model');

      writeConfig(home.path, '{"agent": {"model": "offline"');
      const rejected = await daemon.event('config.rejected');
      expect(rejected.problems).toMatchObject([{key: 'config.json', inForce: expect.stringContaining('the earlier')}]);
      expect(await modelNow()).toBe('local/test-model');

      writeConfig(home.path, {agent: {model: 'offline'}});
      await daemon.event('config.changed', ({seq}) => seq > rejected.seq);
      expect(await modelNow()).toBe('offline');
      expect(await daemon.call('config.check', {})).toEqual({problems: []});
    });
  });

  describe("a daemon that can't start says why in one sentence and changes nothing", () => {
    test('with an overlong socket path', async () => {
      using home = tempDir();
      const deep = join(home.path, 'x'.repeat(100));
      await failsWith(deep, /socket path \S+ has \d+ bytes and this system takes \d+ at most/u);
      expect(existsSync(deep)).toBe(false);
    });

    test('with a file as home', async () => {
      using home = tempDir();
      const path = join(home.path, 'home');
      writeFileSync(path, 'mine');
      await failsWith(path, /./u);
      expect(readFileSync(path, 'utf8')).toBe('mine');
    });

    test('with a home where nothing can be created', async () => {
      // Not even root may.
      await failsWith('/sys/rooster', /cannot|could not/u);
    });

    test('with a file in place of the socket folder', async () => {
      using home = tempDir();
      writeFileSync(join(home.path, 'run'), 'mine');
      await failsWith(home.path, /run/u);
      expect(readFileSync(join(home.path, 'run'), 'utf8')).toBe('mine');
    });

    const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
      'is no database': path => writeFileSync(path, 'Dear diary, '.repeat(1_000)),
      'is empty': path => writeFileSync(path, ''),
      'was cut off': path => writeFileSync(path, readFileSync(path).subarray(0, 5_000)),
      'was overwritten in the middle': path => {
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0x5a, 4096, bytes.length - 4096));
      },
      'was written by a newer Rooster': path => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 999');
        database.close();
      },
      'belongs to another program': path => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA application_id = 7');
        database.close();
      },
    };

    test.each(Object.entries(DAMAGES))('with a database that %s', async (_, damage) => {
      using home = tempDir();
      const daemon = await startRealDaemon({home: home.path});
      await daemon.call('session.send', {text: 'keep this'});
      await daemon.kill('SIGTERM');
      damage(daemon.places.database);
      const bytes = readFileSync(daemon.places.database);
      await failsWith(home.path, /rooster\.db/u);
      expect(readFileSync(daemon.places.database).equals(bytes)).toBe(true);
      await daemon[Symbol.asyncDispose]();
    });

    test('but it does start with something in place of the log or the workspace', async () => {
      using home = tempDir();
      writeFileSync(join(home.path, 'logs'), '');
      writeFileSync(join(home.path, 'workspace'), '');
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.follow(0);
      expect(await daemon.say('hello')).toMatchObject({outcome: 'replied'});
    });
  });

  test('a secret is never in a log, an event, an error or a response', async () => {
    using home = tempDir();
    const written = 'orchard-lantern-4f9a17c2';
    const inEnvironment = 'meadow-compass-83be02d1';
    const keyIn = ({headers}: RecordedRequest): string => String(headers['authorization']).replace('Bearer ', '');
    // A provider that publishes the key of each request.
    await using server = await startOpenAiServer(request => ({
      kind: 'status',
      status: 400,
      body: JSON.stringify({error: {message: `Nobody knows ${keyIn(request)} here`}}),
    }));
    const config = modelAt(server.baseUrl, {apiKey: written});
    writeConfig(home.path, config);
    await using daemon = await startRealDaemon({home: home.path, env: {SPARE_KEY: inEnvironment}});
    await daemon.follow(0);
    const sentences = [await daemon.say('hello?')];

    const spare = {kind: 'openai-compatible', baseUrl: server.baseUrl, apiKey: {env: 'SPARE_KEY'}};
    const providers = {
      ...config.providers,
      spare,
      wrong: {kind: 'openai-compatible', baseUrl: server.baseUrl, apikey: written},
      listed: {kind: 'openai-compatible', baseUrl: server.baseUrl, apiKey: [written]},
      inUrl: {kind: 'openai-compatible', baseUrl: `http://user:${written}@127.0.0.1:1/v1`},
    };
    writeConfig(home.path, {...config, agent: {...config.agent, model: 'spare/test-model'}, providers});
    await daemon.event('config.changed');
    sentences.push(await daemon.say('and now?'));
    writeConfig(home.path, `${JSON.stringify({...config, providers: {}})} "${written}"`);
    await until('it is read', () => daemon.events.filter(({type}) => type === 'config.rejected').length >= 2);
    sentences.push(await daemon.say('and now?'));
    expect(sentences.map(({outcome}) => outcome)).toEqual(['failed', 'failed', 'failed']);
    for (const {error} of sentences) expect(error).toContain('Nobody knows •••• here');
    expect(server.requests.map(keyIn)).toEqual([written, inEnvironment, inEnvironment]);

    const told = [
      daemon.events,
      await daemon.call('config.get', {}),
      await daemon.call('config.check', {}),
      await daemon.call('daemon.status', {}),
      await daemon.call('session.history', {session: 'rooster:main'}),
    ];
    await daemon.kill('SIGTERM');
    const kept = everythingIn(home.path).filter(path => statSync(path).isFile() && !path.endsWith('config.json'));
    for (const secret of [written, inEnvironment]) {
      expect(JSON.stringify(told)).not.toContain(secret);
      expect(kept.filter(path => readFileSync(path).includes(secret))).toEqual([]);
    }
  });
});

type Daemon = Awaited<ReturnType<typeof startRealDaemon>>;

const failsWith = async (home: string, sentence: RegExp): Promise<void> => {
  const {code, stderr, stdout} = await runRealDaemon({home});
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^[^\n]{10,400}\n$/u);
  expect(stderr).not.toMatch(/\bat \S+:\d+:\d+/u);
  expect([code, stdout]).toEqual([1, '']);
  await expect(dial(`${home}/run/rooster.sock`)).rejects.toThrow();
};

/** Things that another daemon in the same home must not change. */
const traces = (home: string): unknown =>
  ['run/rooster.sock', 'rooster.db', 'rooster.db.pid', 'rooster.db.lock', 'logs/daemon.log'].map(name => {
    const {ino, size, mtimeMs} = lstatSync(join(home, name));
    return [name, ino, size, mtimeMs];
  });

const everythingIn = (home: string): readonly string[] =>
  readdirSync(home, {recursive: true, encoding: 'utf8'}).map(name => join(home, name));

const logOf = (path: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
