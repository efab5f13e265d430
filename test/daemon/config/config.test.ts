import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {type ConfigStore, openConfig} from '../../../src/daemon/config/config.ts';
import {mistakenJobs} from '../../../src/daemon/flows/cron/define-cron.ts';
import type {Problem} from '../../../src/shared/records/problem.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {testKnowledge} from '../../support/test-config.ts';
import {until} from '../../support/until.ts';

const fixture = () => {
  const dir = tempDir();
  const path = join(dir.path, 'home', 'config.json');
  const clock = fakeClock();
  const log = memoryLog();
  mkdirSync(join(dir.path, 'home'));
  const open = (at = path): ConfigStore =>
    openConfig({path: at, clock, log, check: (raw, before) => checkConfig(raw, {...testKnowledge, before})});
  /** The same, while watched. */
  const follow = async (at = path): Promise<ConfigStore> => {
    const config = open(at);
    await clock.advance(200);
    return config;
  };
  const write = (value: unknown, at = path): void =>
    writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value));
  return {dir, path, clock, log, open, follow, write, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

/** The edit has been noticed, and the wait after it is over. */
const settled = async (clock: FakeClock, ms = 100): Promise<void> => {
  await until('the edit is noticed', () => clock.timers > 0);
  await clock.advance(ms);
};

type Change = {readonly keys: readonly string[]; readonly problems: readonly Problem[]};

const changesOf = (config: ConfigStore): Change[] => {
  const changes: Change[] = [];
  config.onChange((_, problems, keys) => changes.push({keys, problems}));
  return changes;
};

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('at start', () => {
  test('a missing file gives the defaults and a private folder', () => {
    using at = fixture();
    const path = join(at.dir.path, 'new', 'folder', 'config.json');
    using config = at.open(path);
    expect(config.current().agent.model).toBe('offline');
    expect(config.problems()).toEqual([]);
    expect(config.raw()).toEqual({});
    expect(modeOf(join(at.dir.path, 'new'))).toBe(0o700);
    expect(modeOf(join(at.dir.path, 'new', 'folder'))).toBe(0o700);
    expect(readdirSync(join(at.dir.path, 'new', 'folder'))).toEqual([]);
  });

  test.each(['', '  \n', '{}'])('a file with %j gives the defaults', contents => {
    using at = fixture();
    at.write(contents);
    using config = at.open();
    expect(config.current().agent.id).toBe('rooster');
    expect(config.problems()).toEqual([]);
  });

  test('a file with invalid JSON gives the defaults and a line number', () => {
    using at = fixture();
    at.write('{\n  "agent": {"id": "hen"},,\n}');
    using config = at.open();
    expect(config.current().agent.id).toBe('rooster');
    expect(config.problems()).toEqual([
      {
        key: 'config.json',
        reason: 'It is not valid JSON: in line 2, column 26, there is a comma too many.',
        inForce: 'the defaults, until it is fixed',
        line: 2,
      },
    ]);
    expect(at.log.lines.filter(({level}) => level !== 'info')).toHaveLength(1);
  });

  test('a folder in place of the file gives the defaults and an error', () => {
    using at = fixture();
    mkdirSync(at.path);
    using config = at.open();
    expect(config.current().agent.id).toBe('rooster');
    expect(config.problems().map(({reason}) => reason)).toEqual([`${at.path} isn't a file.`]);
  });

  test('an oversized file gives the defaults and an error', () => {
    using at = fixture();
    at.write(' '.repeat(4 * 1024 * 1024 + 1));
    using config = at.open();
    expect(config.problems().map(({reason}) => reason)).toEqual([`${at.path} is larger than 4 MB.`]);
  });

  test('a duplicate key is reported', () => {
    using at = fixture();
    at.write('{"agent": {"id": "hen"}, "agent": {"id": "cock"}}');
    using config = at.open();
    expect(config.current().agent.id).toBe('cock');
    expect(config.problems()).toEqual([{key: 'agent', reason: 'The key appears twice.', inForce: 'the later one'}]);
  });

  test('a file that others can read becomes private', () => {
    using at = fixture();
    at.write({providers: {one: {kind: 'openai', apiKey: 'hunter22'}}});
    chmodSync(at.path, 0o664);
    using config = at.open();
    expect(config.problems()).toEqual([]);
    expect(modeOf(at.path)).toBe(0o600);
    expect(config.raw()).toEqual({providers: {one: {kind: 'openai', apiKey: '••••'}}});
  });
});

test('a file that every user can write becomes private, and this is reported', () => {
  using at = fixture();
  at.write({agent: {model: 'offline'}});
  chmodSync(at.path, 0o666);
  using config = at.open();
  expect(config.problems()).toMatchObject([
    {reason: expect.stringContaining('Every user could write this file (mode 666)')},
  ]);
  expect(mistakenJobs(config.problems(), at.path, () => 1)).toEqual([]);
  expect(modeOf(at.path)).toBe(0o600);
});

test.skipIf(process.getuid?.() !== 0)('a file of another user is ignored: the defaults apply', () => {
  using at = fixture();
  at.write({agent: {id: 'intruder'}});
  chownSync(at.path, 65_534, 65_534);
  using config = at.open();
  expect(config.current().agent.id).not.toBe('intruder');
  expect(config.problems()).toMatchObject([{reason: expect.stringContaining('belongs to another user (uid 65534)')}]);
});

describe('an edit', () => {
  test.each([[{agent: 'offline'}], ['{"agent": {"mod']])(
    '%j keeps its problems when it is read again unchanged',
    async mistaken => {
      using at = fixture();
      at.write(mistaken);
      using config = at.open();
      const before = config.problems();
      expect(before).toMatchObject([{inForce: expect.stringContaining('default')}]);
      await at.clock.advance(200);
      expect(config.problems()).toEqual(before);
    },
  );

  test('made while the daemon starts takes effect', async () => {
    using at = fixture();
    using config = at.open();
    at.write({agent: {id: 'early'}});
    await at.clock.advance(200);
    expect(config.current().agent.id).toBe('early');
  });

  test('takes effect, and the changed keys are published', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}});
    using config = await at.follow();
    const changes = changesOf(config);
    at.write({agent: {id: 'hen', fallbacks: ['offline']}, timezone: 'Asia/Tokyo'});
    await settled(at.clock);
    expect(config.current().timezone).toBe('Asia/Tokyo');
    expect(changes).toEqual([{keys: ['timezone', 'agent.fallbacks'], problems: []}]);
  });

  test('that creates the file takes effect', async () => {
    using at = fixture();
    using config = await at.follow();
    at.write({agent: {id: 'hen'}});
    await settled(at.clock);
    expect(config.current().agent.id).toBe('hen');
  });

  test('by an editor that replaces the file takes effect, every time', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}});
    using config = await at.follow();
    for (const id of ['one', 'two', 'three']) {
      at.write({agent: {id}}, `${at.path}.new`);
      renameSync(`${at.path}.new`, at.path);
      await settled(at.clock);
      expect(config.current().agent.id).toBe(id);
    }
  });

  test('that changes no value notifies no listener', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}});
    using config = await at.follow();
    const changes = changesOf(config);
    at.write('{\n  "agent": {"id": "hen", "model": "offline"}\n}\n');
    await settled(at.clock);
    expect(changes).toEqual([]);
    expect(config.raw()).toEqual({agent: {id: 'hen', model: 'offline'}});
  });

  test('of another file in the folder is ignored', async () => {
    using at = fixture();
    using config = await at.follow();
    at.write({agent: {id: 'hen'}}, join(at.dir.path, 'home', 'rooster.db'));
    at.write({timezone: 'Asia/Tokyo'});
    await settled(at.clock);
    expect(config.current().timezone).toBe('Asia/Tokyo');
    expect(config.current().agent.id).toBe('rooster');
  });

  test('with invalid JSON changes nothing until it is fixed', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}, wrong: 1});
    using config = await at.follow();
    const changes = changesOf(config);
    at.write('{"agent": {"id": "co');
    await settled(at.clock);
    expect(config.current().agent.id).toBe('hen');
    expect(config.problems().map(({key, inForce}) => [key, inForce])).toEqual([
      ['config.json', 'the earlier configuration, until it is fixed'],
    ]);
    at.write('{"agent": {"id": "cock"}}');
    await settled(at.clock);
    expect(config.current().agent.id).toBe('cock');
    expect(changes.map(({keys, problems}) => [keys, problems.length])).toEqual([
      [[], 1],
      [['agent.id'], 0],
    ]);
  });

  test('with one mistake keeps that key and applies the rest', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}, timezone: 'Asia/Tokyo'});
    using config = await at.follow();
    at.write({agent: {id: 'co ck'}, timezone: 'Asia/Seoul'});
    await settled(at.clock);
    expect(config.current().agent.id).toBe('hen');
    expect(config.current().timezone).toBe('Asia/Seoul');
    expect(config.problems().map(({key, inForce}) => [key, inForce])).toEqual([['agent.id', '"hen", as before']]);
  });

  test.each([
    ['emptied', (path: string) => writeFileSync(path, '')],
    ['taken away', (path: string) => rmSync(path)],
  ])('that leaves the file %s for a moment is waited for', async (_, vanish) => {
    using at = fixture();
    at.write({users: [{name: 'alice', trust: 'full', match: ['signal:alice-uuid']}]});
    using config = await at.follow();
    const changes = changesOf(config);
    vanish(at.path);
    await settled(at.clock);
    expect(config.current().users[0]?.name).toBe('alice');
    at.write({users: [{name: 'alice', trust: 'inner', match: ['signal:alice-uuid']}]});
    await until('the new file is noticed', () => (at.clock.nextTimerAt ?? Infinity) - at.clock.now() <= 100);
    await at.clock.advance(5_000);
    expect(config.current().users[0]?.trust).toBe('inner');
    expect(changes.map(({keys}) => keys)).toEqual([['users']]);
  });

  test('that deletes the file restores the defaults, and a new file is followed again', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}});
    using config = await at.follow();
    rmSync(at.path);
    await settled(at.clock, 2_000);
    expect(config.current().agent.id).toBe('rooster');
    at.write({agent: {id: 'cock'}});
    await settled(at.clock);
    expect(config.current().agent.id).toBe('cock');
  });

  test('through a symbolic link takes effect, even when the link changes its target', async () => {
    using at = fixture();
    const elsewhere = join(at.dir.path, 'dotfiles');
    mkdirSync(elsewhere);
    at.write({agent: {id: 'one'}}, join(elsewhere, 'rooster.json'));
    at.write({agent: {id: 'three'}}, join(elsewhere, 'other.json'));
    symlinkSync(join(elsewhere, 'rooster.json'), at.path);
    using config = await at.follow();
    at.write({agent: {id: 'two'}}, join(elsewhere, 'rooster.json'));
    await settled(at.clock);
    expect(config.current().agent.id).toBe('two');
    symlinkSync(join(elsewhere, 'other.json'), `${at.path}.new`);
    renameSync(`${at.path}.new`, at.path);
    await settled(at.clock);
    expect(config.current().agent.id).toBe('three');
    at.write({agent: {id: 'four'}}, join(elsewhere, 'other.json'));
    await settled(at.clock);
    expect(config.current().agent.id).toBe('four');
  });

  test('in a folder that was deleted and recreated is found within half a minute', async () => {
    using at = fixture();
    at.write({agent: {id: 'hen'}});
    using config = await at.follow();
    rmSync(join(at.dir.path, 'home'), {recursive: true});
    await settled(at.clock, 2_000);
    mkdirSync(join(at.dir.path, 'home'));
    at.write({agent: {id: 'cock'}});
    await at.clock.advance(31_000);
    expect(config.current().agent.id).toBe('cock');
    at.write({agent: {id: 'cockerel'}});
    await settled(at.clock);
    expect(config.current().agent.id).toBe('cockerel');
  });

  test('reaches every current listener, even when another one throws', async () => {
    using at = fixture();
    using config = await at.follow();
    config.onChange(() => {
      throw new TypeError('I cannot follow');
    });
    const gone: string[] = [];
    config.onChange(() => gone.push('heard'))[Symbol.dispose]();
    const changes = changesOf(config);
    at.write({agent: {id: 'hen'}});
    await settled(at.clock);
    expect(changes).toHaveLength(1);
    expect(gone).toEqual([]);
    expect(at.log.lines.filter(({level}) => level === 'error')).toHaveLength(1);
  });

  test('after disposal is ignored, and no timer is left', async () => {
    using at = fixture();
    const config = await at.follow();
    at.write({agent: {id: 'hen'}});
    await until('the edit is noticed', () => at.clock.timers > 0);
    config[Symbol.dispose]();
    expect(at.clock.timers).toBe(0);
    expect(config.current().agent.id).toBe('rooster');
  });
});

describe('setting a key', () => {
  const TEXT = '{"zebra": 1, "agent": {"id": "hen"}, "users": [{"name": "alice", "trust": "full"}]}';

  test('updates memory and the private file, and keeps the rest of the file', async () => {
    using at = fixture();
    at.write(TEXT);
    using config = at.open();
    const changes = changesOf(config);
    expect(await config.set('users[0].trust', 'inner')).toEqual([]);
    expect(config.current().users[0]?.trust).toBe('inner');
    expect(changes.map(({keys}) => keys)).toEqual([['users']]);
    const written = readFileSync(at.path, 'utf8');
    expect(JSON.parse(written)).toEqual({...JSON.parse(TEXT), users: [{name: 'alice', trust: 'inner'}]});
    expect(Object.keys(JSON.parse(written))).toEqual(['zebra', 'agent', 'users']);
    expect(written).toBe(TEXT.replace('full', 'inner'));
    expect(modeOf(at.path)).toBe(0o600);
    expect(readdirSync(join(at.dir.path, 'home'))).toEqual(['config.json']);
  });

  test("or removing it keeps the person's comments and layout", async () => {
    using at = fixture();
    const text = [
      '// Mine. Back up before changing.',
      '{',
      '    "agent": {"id": "hen"}, // the old one',
      '    /* who */ "users": [',
      '        {"name": "alice", "trust": "full"}, // me',
      '    ],',
      '}',
      '',
    ];
    at.write(text.join('\n'));
    using config = at.open();
    expect(config.problems()).toEqual([]);
    expect(await config.set('heartbeat.idleMinutes', 9)).toEqual([]);
    expect(await config.set('users[0].trust', 'inner')).toEqual([]);
    expect(await config.set('agent.id', undefined)).toEqual([]);
    expect(config.current()).toMatchObject({agent: {id: 'rooster'}, heartbeat: {idleMinutes: 9}});
    expect(readFileSync(at.path, 'utf8').split('\n')).toEqual([
      '// Mine. Back up before changing.',
      '{',
      '    "agent": {}, // the old one',
      '    /* who */ "users": [',
      '        {"name": "alice", "trust": "inner"}, // me',
      '    ],',
      '    "heartbeat": {',
      '        "idleMinutes": 9',
      '    },',
      '}',
      '',
    ]);
    expect(modeOf(at.path)).toBe(0o600);
    expect(readdirSync(join(at.dir.path, 'home'))).toEqual(['config.json']);
  });

  test('creates a missing file', async () => {
    using at = fixture();
    using config = at.open();
    expect(await config.set('heartbeat.idleMinutes', 9)).toEqual([]);
    expect(JSON.parse(readFileSync(at.path, 'utf8'))).toEqual({heartbeat: {idleMinutes: 9}});
    expect(modeOf(at.path)).toBe(0o600);
    expect(config.current().heartbeat).toEqual({enabled: true, idleMinutes: 9, continueMinutes: 30});
  });

  test('to undefined removes it and restores its default', async () => {
    using at = fixture();
    at.write(TEXT);
    using config = at.open();
    expect(await config.set('agent.id', undefined)).toEqual([]);
    expect(config.current().agent.id).toBe('rooster');
    expect(await config.set('users', undefined)).toEqual([]);
    expect(JSON.parse(readFileSync(at.path, 'utf8'))).toEqual({zebra: 1, agent: {}});
  });

  test.each([
    ['agent.model', 'llama', 'agent.model', /must be "offline"/],
    ['agnet.model', 'offline', 'agnet', /did you mean "agent"\?/],
    ['users[0].trust', 'ful', 'users[0].trust', /must be one of/],
    ['users[1]', {name: 'alice', trust: 'public', match: []}, 'users[1].name', /another "alice"/],
    ['users.alice', 1, 'users.alice', /The key can't be set/],
    ['', 1, '', /The key can't be set/],
  ])('%s to %j is refused with its sentence, and nothing is written', async (key, value, at, reason) => {
    using place = fixture();
    place.write(TEXT);
    using config = place.open();
    const problems = await config.set(key, value);
    expect(problems).toHaveLength(1);
    expect(problems).toMatchObject([{key: at, reason: expect.stringMatching(reason), inForce: expect.any(String)}]);
    expect(readFileSync(place.path, 'utf8')).toBe(TEXT);
  });

  test('works while another key is invalid', async () => {
    using at = fixture();
    at.write(TEXT);
    using config = at.open();
    expect(config.problems().map(({key}) => key)).toEqual(['zebra']);
    expect(await config.set('agent.id', 'cock')).toEqual([]);
  });

  test.each(['{"agent": ', '[1]'])("is refused where it would lose the file's contents: %j", async contents => {
    using at = fixture();
    at.write(contents);
    using config = at.open();
    const problems = await config.set('agent.id', 'cock');
    expect(problems.map(({key, inForce}) => [key, inForce])).toEqual([['config.json', 'nothing was written']]);
    expect(readFileSync(at.path, 'utf8')).toBe(contents);
  });

  test('keeps an edit that a person makes at the same time', async () => {
    using at = fixture();
    at.write(TEXT);
    using config = at.open();
    at.write({timezone: 'Asia/Tokyo'});
    await config.set('agent.id', 'cock');
    expect(config.current().timezone).toBe('Asia/Tokyo');
    expect(JSON.parse(readFileSync(at.path, 'utf8'))).toEqual({timezone: 'Asia/Tokyo', agent: {id: 'cock'}});
  });

  test("doesn't lose a concurrent change", async () => {
    using at = fixture();
    using config = at.open();
    await Promise.all(['a', 'b', 'c', 'd'].map(name => config.set(`providers.${name}`, {kind: 'openai'})));
    expect(Object.keys(config.current().providers).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('accepts dots in a value or an env name', async () => {
    using at = fixture();
    using config = at.open();
    await config.set('providers.local', {kind: 'openai-compatible', baseUrl: 'http://a.b.c/v1', apiKey: {env: 'KEY'}});
    expect(config.current().providers['local']?.baseUrl).toBe('http://a.b.c/v1');
    expect(config.raw()).toEqual({
      providers: {local: {kind: 'openai-compatible', baseUrl: 'http://a.b.c/v1', apiKey: {env: 'KEY'}}},
    });
  });

  test('writes through a symbolic link and keeps the link', async () => {
    using at = fixture();
    const target = join(at.dir.path, 'rooster.json');
    at.write(TEXT, target);
    symlinkSync(target, at.path);
    using config = at.open();
    expect(await config.set('agent.id', 'cock')).toEqual([]);
    expect(JSON.parse(readFileSync(target, 'utf8')).agent.id).toBe('cock');
    expect(readdirSync(at.dir.path)).toEqual(['home', 'rooster.json']);
  });

  test('in a read-only place fails with a sentence', async () => {
    using at = fixture();
    // Even root can't create a file there.
    symlinkSync('/proc/rooster.json', at.path);
    using config = at.open();
    await expect(config.set('agent.id', 'cock')).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/Couldn't write .*config\.json: /),
    });
  });
});
