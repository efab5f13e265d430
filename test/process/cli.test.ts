// The command as a process: the shipped bundle, on its own home, with the daemon that it starts.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, delimiter, join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {someDayLeft} from '../support/day-left.ts';
import {ensureBuilt, ROOT, roosterHome} from '../support/rooster-home.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

/** The first Node on the PATH that is too old for Rooster, if there is one. */
const OLD_NODE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'node'))
  .filter(node => existsSync(node))
  .find(node => Number.parseInt(spawnSync(node, ['-p', 'process.versions.node'], {encoding: 'utf8'}).stdout, 10) < 24);

beforeAll(ensureBuilt);

describe.concurrent('the command as a process', () => {
  describe('without a daemon', () => {
    test.each([
      ['--version', /^\d+\.\d+\.\d+\n$/u],
      ['-v', /^\d+\.\d+\.\d+\n$/u],
      ['-V', /^\d+\.\d+\.\d+\n$/u],
      ['--help', /^Rooster, a personal agent that keeps time\.\n/u],
      ['help', /Exit codes: 0 success/u],
      ['remind --help', /Usage: rooster remind WHEN \[TEXT\]/u],
      ['cron preview --help', /--tz ZONE/u],
      ['config path', /config\.json\n$/u],
      ['completion bash', /complete -o default -F _rooster rooster/u],
    ])('`rooster %s` answers and changes nothing', async (line, answer) => {
      using home = roosterHome();
      const ran = await home.run(line.split(' '));
      expect(ran).toMatchObject({code: 0, err: ''});
      expect(ran.out).toMatch(answer);
      expect(existsSync(home.path)).toBe(false);
    });

    test.each([
      ['sesions', 'error: unknown verb "sesions" (did you mean sessions?)\nSee: rooster --help\n'],
      ['reminders --jsno', 'error: unknown option "--jsno" (did you mean --json?)\nSee: rooster reminders --help\n'],
      [
        'remind 20m',
        `error: "20m" isn't a time and a text. Write both: rooster remind 20m tea\nSee: rooster remind --help\n`,
      ],
      [
        'reminders cancel dlv_17',
        'error: "dlv_17" is the wrong kind of ID (use one that starts with rem_)\nSee: rooster reminders cancel --help\n',
      ],
      ['chat --json', /^error: --json needs TEXT\. .+\nSee: rooster chat --help\n$/u],
    ])('`rooster %s` is wrong usage: exit code 2, a sentence on stderr, and nothing starts', async (line, words) => {
      using home = roosterHome();
      const ran = await home.run(line.split(' '));
      expect(ran).toMatchObject({code: 2, out: ''});
      expect(ran.err).toMatch(words);
      expect(existsSync(home.path)).toBe(false);
    });

    test('status says that no daemon runs, and starts none', async () => {
      using home = roosterHome();
      const words = await home.run(['status']);
      expect(words).toMatchObject({code: 3, err: ''});
      expect(words.out).toContain('The daemon is not running.');
      const {home: places, ...rest} = JSON.parse((await home.run(['status', '--json'])).out);
      expect(rest).toEqual({
        running: false,
        version: expect.any(String),
        now: expect.any(String),
        clients: 0,
        channels: [],
        nextWakes: [],
      });
      expect(places.socket).toBe(join(home.path, 'run/rooster.sock'));
      expect((await home.run(['daemon', 'status'])).code).toBe(3);
      expect((await home.run(['daemon', 'stop'])).code).toBe(0);
      expect(existsSync(home.path)).toBe(false);
    });

    test("the doctor finds no problem in a home that doesn't exist yet, and creates nothing", async () => {
      using home = roosterHome();
      const {code, out} = await home.run(['doctor', '--json']);
      const {healthy, findings} = JSON.parse(out);
      expect({code, healthy}).toEqual({code: 0, healthy: true});
      expect(findings).toContainEqual(expect.objectContaining({name: 'daemon', verdict: 'odd'}));
      expect(existsSync(home.path)).toBe(false);
    });

    test('the doctor lists each problem with its fix, and exits with 1', async () => {
      using home = roosterHome();
      mkdirSync(home.path, {mode: 0o700});
      writeFileSync(join(home.path, 'config.json'), '{"agent": {"model": "nosuch/model"}}');
      chmodSync(join(home.path, 'config.json'), 0o644);
      writeFileSync(join(home.path, 'rooster.db'), 'nonsense', {mode: 0o600});
      mkdirSync(join(home.path, 'workspace/cron'), {recursive: true, mode: 0o700});
      writeFileSync(join(home.path, 'workspace/cron/open.md'), '---\nschedule: 0 9 * * *\n---\nHello\n');
      chmodSync(join(home.path, 'workspace/cron/open.md'), 0o664);
      const {code, out} = await home.run(['doctor']);
      expect(code).toBe(1);
      expect(out).toMatch(/BAD +cron +cron\/open\.md, line 1: Other users can write it .*chmod go-w /u);
      expect(out).toContain(`fix: chmod 600 ${home.path}/config.json`);
      expect(out).toMatch(/BAD +database +.*isn't an SQLite database/u);
      expect(out).toMatch(/BAD +configuration +agent\.model: .*nosuch/u);
    });

    test('a configuration is set and checked', async () => {
      using home = roosterHome();
      expect(await home.run(['config', 'set', 'heartbeat.idleMinutes', '7'])).toMatchObject({code: 0, err: ''});
      expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({heartbeat: {idleMinutes: 7}});
      expect(await home.run(['config', 'check', '--json'])).toMatchObject({code: 0, out: '{"problems":[]}\n'});
      expect(await home.run(['config', 'unset', 'heartbeat.idleMinutes'])).toMatchObject({code: 0, err: ''});
      expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({heartbeat: {}});
      const refused = await home.run(['config', 'set', 'agent.model', 'nosuch/model']);
      expect(refused).toMatchObject({code: 1, out: ''});
      expect(refused.err).toMatch(/^error: Couldn't set agent\.model\. .*nosuch.*\n$/u);
      writeFileSync(join(home.path, 'config.json'), '{"agent": {"model": 7}}');
      const checked = await home.run(['config', 'check']);
      expect(checked).toMatchObject({code: 1, out: expect.stringMatching(/^agent\.model: .* Until then: /u)});
      expect(await home.run(['cron', 'check'])).toMatchObject({code: 0});
      expect((await home.run(['daemon', 'status'])).code).toBe(3);
    });

    test('the systemd unit it would install runs this bundle, and nothing is written', {tags: ['fast']}, async () => {
      using home = roosterHome();
      const {code, out} = await home.run(['daemon', 'install', '--print']);
      expect(code).toBe(0);
      // As a service manager reads it: its special characters are doubled.
      expect(out.replaceAll(/\$\$|%%/gu, twice => twice.charAt(0))).toContain(join(ROOT, 'dist/daemon.js'));
      expect(out).toContain(home.path);
      expect(existsSync(home.path)).toBe(false);
    });
  });

  // Only a machine with such a Node can try it: npm's own one is the right one.
  describe.skipIf(OLD_NODE === undefined)(`started by an old Node (${OLD_NODE ?? 'none is on the PATH'})`, () => {
    test("the command runs itself with the package's Node: same arguments, streams and exit code", async () => {
      using home = roosterHome();
      const by = {node: OLD_NODE ?? ''};
      expect(await home.run(['status'], by)).toMatchObject({
        code: 3,
        err: '',
        out: expect.stringContaining('The daemon is not running.'),
      });
      expect(await home.run(['sesions', 'a b'], by)).toMatchObject({
        code: 2,
        err: expect.stringContaining('"sesions"'),
      });
    });

    test('without a Node beside it the advice is one that works: in a package, and in a clone', async () => {
      using home = roosterHome();
      using folder = tempDir();
      // Without the compile cache of each start, which other processes fill and remove meanwhile.
      const filter = (source: string): boolean => basename(source) !== '.compiled';
      cpSync(join(ROOT, 'dist'), join(folder.path, 'dist'), {recursive: true, filter});
      writeFileSync(join(folder.path, 'package.json'), '{"type": "module"}');
      const entry = join(folder.path, 'dist/rooster.js');
      const inPackage = await home.run(['status'], {node: OLD_NODE ?? '', entry});
      expect(inPackage).toMatchObject({code: 1, out: ''});
      expect(inPackage.err).toMatch(
        /^error: Rooster needs Node 24 or newer; this is \d+\.\d+\.\d+\. Install a newer one: https:\S+\n$/u,
      );
      writeFileSync(join(folder.path, 'package-lock.json'), '{}');
      const inClone = await home.run(['status'], {node: OLD_NODE ?? '', entry});
      expect(inClone).toMatchObject({code: 1, out: ''});
      expect(inClone.err).toContain(` Run "npm ci" in ${folder.path}, which installs one.\n`);
    });

    test('a signal sent to the command reaches the process that runs', async () => {
      using home = roosterHome();
      using daemon = home.start(['daemon', 'run'], {node: OLD_NODE ?? ''});
      await until('the daemon', () => existsSync(join(home.path, 'run/rooster.sock')));
      expect(home.pid()).not.toBe(daemon.pid);
      daemon.signal('SIGTERM');
      expect(await daemon.ended).toMatchObject({code: 0});
      await home.run(['daemon', 'start']);
      using watch = home.start(['watch', '--since', '0'], {node: OLD_NODE ?? ''});
      await until('the first event', () => watch.out() !== '');
      watch.signal('SIGINT');
      expect(await watch.ended).toMatchObject({signal: 'SIGINT'});
    });
  });

  describe("where a daemon can't start", () => {
    test("the daemon's own sentence is the error, and the exit code is 3", async () => {
      using home = roosterHome();
      mkdirSync(home.path, {mode: 0o700});
      writeFileSync(join(home.path, 'rooster.db'), 'this is not a database, and it is long enough to look at', {
        mode: 0o600,
      });
      const {code, out, err} = await home.run(['remind', '1h', 'tea']);
      expect({code, out}).toEqual({code: 3, out: ''});
      expect(err).toMatch(/^error: [^\n]*rooster\.db[^\n]*damaged[^\n]*\n$/u);
    });

    test("a home that can't be written is named", async () => {
      using home = roosterHome();
      writeFileSync(home.path, 'a file');
      const {code, err} = await home.run(['remind', '1h', 'tea']);
      expect(code).toBe(3);
      expect(err).toContain(home.path);
    });

    test('an overlong socket path is refused with the limit, before anything is created', async () => {
      using home = roosterHome('x'.repeat(120));
      for (const verb of ['reminders', 'status']) {
        const {code, err} = await home.run([verb]);
        expect(code).toBe(3);
        expect(err).toMatch(/^error: The socket path .* bytes .* (?:103|107) .*\n$/u);
      }
      const {findings} = JSON.parse((await home.run(['doctor', '--json'])).out);
      const daemon = findings.find(({name}: {readonly name: string}) => name === 'daemon');
      expect(daemon).toMatchObject({verdict: 'bad', mend: 'export ROOSTER_HOME=$HOME/.rooster'});
      expect(existsSync(home.path)).toBe(false);
    });
  });

  describe('with the daemon it starts', () => {
    test('a reminder set through a pipe is confirmed, and the daemon outlives the command', {
      tags: ['fast'],
    }, async () => {
      using home = roosterHome();
      const ran = await home.run(['chat'], {input: 'remind me in 20 minutes to stretch\n'});
      expect(ran).toMatchObject({code: 0, err: ''});
      expect(ran.out).toMatch(/stretch/u);
      const {reminders} = await home.json(['reminders', '--json']);
      expect(reminders).toEqual([expect.objectContaining({message: 'stretch', state: 'pending', mode: 'verbatim'})]);
      expect((await home.run(['daemon', 'status'])).code).toBe(0);
      expect(await home.run(['daemon', 'stop'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('Stopped the daemon'),
      });
      expect((await home.run(['daemon', 'status'])).code).toBe(3);
    });

    test('a reminder that fires during a pipe session is printed as a line', async () => {
      using home = roosterHome();
      using chat = home.start(['chat']);
      chat.write('remind me in 1 second to stretch\n');
      await until('the reminder in the conversation', () => chat.out().includes('[reminder] stretch\n'));
      chat.end();
      expect(await chat.ended).toMatchObject({code: 0, err: ''});
    });

    test('each line is a message, and all are answered before the command ends', async () => {
      using home = roosterHome();
      const ran = await home.run(['chat'], {input: 'hello\n\nremind me in 2 hours to eat\nwhat is next?'});
      expect(ran.code).toBe(0);
      const {messages} = await home.json<{messages: readonly {role: string; text: string}[]}>([
        'sessions',
        'show',
        'rooster:main',
        '--json',
      ]);
      const said = messages.filter(({role, text}) => role === 'user' && text !== '');
      expect(said.map(({text}) => text)).toEqual(['hello', 'remind me in 2 hours to eat', 'what is next?']);
      expect(ran.out.trimEnd().split('\n').at(-1)).toMatch(/eat/u);
    });

    test('a reminder is set, snoozed, done and cancelled by commands, each with a confirmation', async () => {
      using home = roosterHome();
      const set = await home.run(['remind', 'tomorrow 9am', 'call Bob']);
      expect(set).toMatchObject({code: 0, err: ''});
      expect(set.out).toMatch(
        /^Reminder (\w{6}) is set for .*09:00 UTC.*: call Bob\nIt will be delivered word for word to the terminal\.\n$/u,
      );
      const id = /Reminder (\w+)/u.exec(set.out)?.[1] ?? '';
      const snoozed = await home.json(['reminders', 'snooze', id, '2 hours', '--json']);
      expect(snoozed).toMatchObject({
        id: expect.stringMatching(new RegExp(`^rem_.*${id}$`, 'u')),
        state: 'pending',
        message: 'call Bob',
      });
      expect((await home.run(['reminders', 'show', id])).out).toContain('call Bob');
      expect((await home.run(['reminders', 'cancel', id])).out).toBe(`Cancelled ${id}: call Bob\n`);
      expect(await home.json(['reminders', '--json'])).toEqual({reminders: []});
      const again = await home.run(['reminders', 'cancel', 'rem_nosuch']);
      expect(again).toMatchObject({code: 1, out: ''});
      expect(again.err).toMatch(/^error: [^\n]+\n$/u);
      const never = await home.run(['remind', 'never ever', 'x']);
      expect(never).toMatchObject({code: 1, out: '', err: expect.stringMatching(/^error: [^\n]+\n$/u)});
    });

    test('a time of several words needs no quotes, and a past time sets nothing', async () => {
      using home = roosterHome();
      await someDayLeft();
      // Counted from the moment when it is shown.
      const away = 'in (?:20 minutes|19 minutes \\d+ seconds)';
      const tea = await home.run(['remind', 'in', '20', 'minutes', 'tea', 'for', 'two']);
      expect(tea).toMatchObject({code: 0, out: expect.stringMatching(new RegExp(`${away}: tea for two\n`, 'u'))});
      const plain = await home.run(['remind', '20', 'minutes', 'tea']);
      expect(plain).toMatchObject({code: 0, out: expect.stringMatching(new RegExp(`${away}: tea\n`, 'u'))});
      const rent = await home.run(['remind', 'tomorrow', '9am', 'about', 'the', 'rent']);
      expect(rent).toMatchObject({code: 0, out: expect.stringMatching(/tomorrow 09:00 .*: about the rent\n/u)});
      const pills = await home.run(['remind', 'every', 'day', 'at', '9', 'pills']);
      expect(pills).toMatchObject({code: 0, out: expect.stringMatching(/: pills, every day at 09:00 /u)});
      for (const [line, words] of [
        ['1 January 2025 party', /in the past/u],
        ['tea for two', /"tea for two" says no time/u],
      ] as const) {
        expect(await home.run(['remind', ...line.split(' ')])).toMatchObject({
          code: 1,
          err: expect.stringMatching(words),
        });
      }
      const {reminders} = await home.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
      expect(reminders).toHaveLength(4);
    });

    test('things have short names: a title, the last letters of an id, a word', async () => {
      using home = roosterHome();
      await home.run(['chat', 'hello']);
      expect((await home.run(['sessions', 'show', 'main'])).out).toContain('hello');
      expect(await home.run(['chat', '--session', 'main', 'hello'])).toMatchObject({code: 0, err: ''});
      expect(await home.run(['sessions', 'show', 'nonsense'])).toMatchObject({
        code: 1,
        err: 'error: No conversation "nonsense". To list them: rooster sessions\n',
      });
      const id = /Reminder (\w+)/u.exec((await home.run(['remind', '2h', 'green tea'])).out)?.[1] ?? '';
      await home.run(['remind', '3h', 'black tea']);
      expect((await home.run(['reminders', 'show', id.slice(-5)])).out).toContain('green tea');
      expect(await home.run(['reminders', 'done', 'tea'])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^error: "tea" matches 2: \w{6} \(green tea\), \w{6} \(black tea\)\. .+\n$/u),
      });
      expect((await home.run(['reminders', 'cancel', 'green'])).out).toBe(`Cancelled ${id}: green tea\n`);
    });

    test('every list prints one document with --json', async () => {
      using home = roosterHome();
      await home.run(['daemon', 'start']);
      expect(Object.keys(await home.json(['sessions', '--json']))).toEqual(['sessions']);
      expect(Object.keys(await home.json(['reminders', '--json']))).toEqual(['reminders']);
      expect(Object.keys(await home.json(['runs', '--json']))).toEqual(['runs']);
      expect(Object.keys(await home.json(['outbox', '--json']))).toEqual(['deliveries']);
      expect(Object.keys(await home.json(['cron', '--json']))).toEqual(['jobs', 'invalid']);
      expect(Object.keys(await home.json(['config', 'check', '--json']))).toEqual(['problems']);
      expect(Object.keys(await home.json(['cron', 'preview', '0 8 * * *', '-n', '2', '--json']))).toEqual([
        'instants',
        'schedule',
      ]);
      expect(await home.json(['status', '--json'])).toMatchObject({
        model: {name: 'offline'},
        home: {config: expect.any(String)},
      });
      expect(await home.json(['chat', 'hello', '--json'])).toMatchObject({session: 'rooster:main', outcome: 'replied'});
    });

    test('clients that start at the same time share one daemon', {tags: ['fast']}, async () => {
      using home = roosterHome();
      const ran = await Promise.all([
        home.run(['remind', '1h', 'tea', '--json']),
        home.run(['sessions', 'new', 'Trip', '--json']),
        home.run(['chat', 'hello']),
        home.run(['daemon', 'start']),
      ]);
      expect(ran.map(({code, err}) => ({code, err}))).toEqual(ran.map(() => ({code: 0, err: ''})));
      const log = await home.run(['daemon', 'logs', '--json']);
      const records = log.out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line));
      expect(records.filter(({msg}: {msg: string}) => msg === 'The daemon is ready.')).toHaveLength(1);
    });

    test('watch continues across the death of the daemon, without a gap or a repeat', {
      tags: ['fast'],
    }, async () => {
      using home = roosterHome();
      await home.run(['daemon', 'start']);
      using watch = home.start(['watch', '--json', '--since', '0']);
      await home.run(['chat', 'hello']);
      await until('the first turn', () => watch.out().includes('"turn.ended"'));
      const before = home.pid();
      process.kill(before, 'SIGKILL');
      await until('it is noticed', () => watch.err().includes('Lost the daemon'));
      await home.run(['chat', 'hello again']);
      expect(home.pid()).not.toBe(before);
      await until(
        () => `the daemon is back, not: ${watch.err()}`,
        () => watch.err().includes('Reconnected to the daemon.'),
      );
      await until('the second turn', () => watch.out().split('"turn.ended"').length === 3);
      watch.signal('SIGINT');
      expect(await watch.ended).toMatchObject({signal: 'SIGINT'});
      const seqs = watch
        .out()
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    });

    test('a reader that closes the pipe ends the command silently, with its next output', async () => {
      using home = roosterHome();
      await home.run(['chat', 'hello']);
      using watch = home.shell(`"$NODE" "$ENTRY" watch --since 0 | head -n 1; echo "\${PIPESTATUS[0]}"`);
      await until('the first line', () => watch.out().includes(' started'));
      await home.run(['chat', 'hello again']);
      const {out, err} = await watch.ended;
      expect(out).toMatch(/ #1 .*daemon .* started.*\n0\n$/u);
      expect(err).toBe('');
    });

    test.runIf(existsSync('/dev/full'))("output that can't be written is a failure with one sentence", async () => {
      using home = roosterHome();
      await home.run(['daemon', 'start']);
      for (const verb of ['status', '--help', '--version', 'reminders --json']) {
        using full = home.shell(`"$NODE" "$ENTRY" ${verb} > /dev/full; echo "$?"`);
        const {out, err} = await full.ended;
        expect({verb, out}).toEqual({verb, out: '1\n'});
        expect(err).toMatch(/^error: Couldn't write the output: ENOSPC.*\n$/u);
      }
    });

    test.runIf(existsSync('/dev/full'))("a failing stderr doesn't change the exit code", async () => {
      using home = roosterHome();
      await home.run(['daemon', 'start']);
      for (const [verb, code] of [
        ['flap', 2],
        ['remind', 2],
        ['why nobody', 1],
      ] as const) {
        using full = home.shell(`"$NODE" "$ENTRY" ${verb} 2> /dev/full; echo "$?"`);
        const {out} = await full.ended;
        expect({verb, out}).toEqual({verb, out: `${code}\n`});
      }
    });

    test('setting a model without a key prints a line that names the variable', async () => {
      using home = roosterHome();
      const env = {ANTHROPIC_API_KEY: ''};
      const {code, err} = await home.run(['config', 'set', 'agent.model', 'anthropic/x'], {env});
      expect({code, err}).toMatchObject({code: 0, err: expect.stringContaining('set ANTHROPIC_API_KEY or')});
      const keyed = await home.run(['config', 'set', 'agent.model', 'anthropic/y'], {env: {ANTHROPIC_API_KEY: 'key'}});
      expect({code: keyed.code, err: keyed.err}).toEqual({code: 0, err: ''});
    });

    test("a future event isn't reported as pruned", async () => {
      using home = roosterHome();
      await home.run(['chat', 'hello']);
      using watch = home.shell(`exec "$NODE" "$ENTRY" watch --since 99999`);
      await until('the note', () => watch.err().includes('\n'));
      expect(watch.err()).toMatch(/^No event #99999 yet\. Continuing after #\d+\.\n$/u);
      watch.signal('SIGINT');
      await watch.ended;
    });

    test('no colour is printed without a terminal, even when colour is forced', async () => {
      using home = roosterHome();
      await home.run(['remind', '2h', 'stretch']);
      const {out} = await home.run(['reminders'], {env: {FORCE_COLOR: '1', TERM: 'xterm-256color'}});
      expect(out).toContain('stretch');
      expect(out).not.toContain('\u001b');
    });

    test('a secret of the configuration is never shown', async () => {
      using home = roosterHome();
      await home.run(['daemon', 'start']);
      const provider = {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-very-secret'};
      expect((await home.run(['config', 'set', 'providers.local', JSON.stringify(provider)])).code).toBe(0);
      for (const argv of [
        ['config', 'show'],
        ['config', 'show', '--json'],
        ['config', 'get', 'providers.local.apiKey'],
      ]) {
        const {code, out} = await home.run(argv);
        expect(code).toBe(0);
        expect(out).toContain('••••');
        expect(out).not.toContain('very-secret');
      }
    });

    test('a failed turn is a sentence on stderr and exit code 1', async () => {
      using home = roosterHome();
      const provider = {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1'};
      await home.run(['config', 'set', 'providers.local', JSON.stringify(provider)]);
      await home.run(['config', 'set', 'agent.model', 'local/none']);
      const {code, out, err} = await home.run(['chat', 'hello']);
      expect({code, out}).toEqual({code: 1, out: ''});
      expect(err).toMatch(/^error: [^\n]+\n$/u);
    });

    test('in the foreground this process is the daemon: a signal ends it cleanly', {tags: ['fast']}, async () => {
      using home = roosterHome();
      using daemon = home.start(['daemon', 'run']);
      await until('the daemon', () => existsSync(join(home.path, 'run/rooster.sock')));
      expect(home.pid()).toBe(daemon.pid);
      expect((await home.run(['status'])).out).toContain(`pid ${daemon.pid}`);
      const second = await home.run(['daemon', 'run']);
      expect(second).toMatchObject({code: 1, out: '', err: expect.stringContaining(`process ${daemon.pid}`)});
      expect(await home.run(['daemon', 'start'])).toMatchObject({code: 0, out: expect.stringContaining('already')});
      daemon.signal('SIGTERM');
      expect(await daemon.ended).toMatchObject({code: 0});
    });
  });
});
