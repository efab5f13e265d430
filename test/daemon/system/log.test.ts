import {spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {type LogDeps, openLog} from '../../../src/daemon/system/log.ts';
import {createRedactor} from '../../../src/daemon/system/redact.ts';
import {builtProgram} from '../../support/built-program.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {tempDir} from '../../support/temp-dir.ts';

const fixture = () => {
  const dir = tempDir();
  const folder = join(dir.path, 'logs');
  const path = join(folder, 'daemon.log');
  const clock = fakeClock(Date.UTC(2026, 10, 21, 20, 3));
  const redactor = createRedactor();
  const open = (options: Partial<LogDeps> = {}) => openLog({path, clock, redactor, ...options});
  const text = (file = path): string => readFileSync(file, 'utf8');
  const lines = (file = path): readonly Record<string, unknown>[] =>
    text(file)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
  return {folder, path, clock, redactor, open, text, lines, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('a line is one JSON object with level, time, process, fields and sentence, written synchronously', () => {
  using at = fixture();
  const log = at.open();
  log.warn({session: 'rooster:main', took: 7}, 'A reminder fires late.');
  expect(at.text()).toBe(
    `{"level":"warn","time":"2026-11-21T20:03:00.000Z","pid":${process.pid},"session":"rooster:main","took":7,"msg":"A reminder fires late."}\n`,
  );
});

test('a field with the name of a built-in one is renamed, so that no line has duplicate names', () => {
  using at = fixture();
  const log = at.open();
  log.error({level: 'mine', msg: 7, text: 'ä\u2028"\\\n\ud800 %s', err: new RangeError('off')}, 'four');
  expect(at.lines().at(-1)).toMatchObject({level: 'error', level_: 'mine', msg: 'four', msg_: 7});
});

test('lines below the level are not written', () => {
  using at = fixture();
  const log = at.open({level: 'warn'});
  const sayAll = (): void => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]({}, level);
  };
  sayAll();
  expect(at.lines().map(({msg}) => msg)).toEqual(['warn', 'error']);
});

test('the log has no secret and, from info up, no message text', () => {
  using at = fixture();
  at.redactor.know('hunter22');
  const log = at.open({level: 'debug'});
  const fields = {apiKey: 'x', url: 'http://a/?k=hunter22', message: {text: 'Call Bob.'}, text: 'Call Bob.'};
  log.info(fields, 'sent with hunter22');
  log.debug(fields, 'sent');
  expect(at.text()).not.toContain('hunter22');
  const [info, debug] = at.lines();
  expect(info).toMatchObject({
    apiKey: '••••',
    text: '[9 characters]',
    message: {text: '[9 characters]'},
    msg: 'sent with ••••',
  });
  expect(debug).toMatchObject({apiKey: '••••', text: 'Call Bob.'});
});

test('the last lines before a crash are there', async () => {
  using at = fixture();
  const program = await builtProgram(new URL('../../support/programs/log-and-die.ts', import.meta.url));
  for (const how of ['exit', 'throw', 'kill']) {
    spawnSync(process.execPath, ['--no-warnings', program, at.path, how], {stdio: 'ignore'});
    expect(at.lines().map(({msg}) => msg)).toEqual(['first', 'last words']);
    rmSync(at.path);
  }
});

describe('the log file', () => {
  test('is private, like its folder, whatever their modes and the umask', () => {
    using at = fixture();
    mkdirSync(at.folder);
    chmodSync(at.folder, 0o755);
    writeFileSync(at.path, '');
    chmodSync(at.path, 0o644);
    const before = process.umask(0);
    try {
      at.open();
      expect(statSync(at.folder).mode & 0o777).toBe(0o700);
      expect(statSync(at.path).mode & 0o777).toBe(0o600);
      rmSync(at.folder, {recursive: true});
      const log = at.open();
      log.info({}, 'new');
      expect(statSync(at.folder).mode & 0o777).toBe(0o700);
      expect(statSync(at.path).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  test('continues where the last daemon stopped', () => {
    using at = fixture();
    const first = at.open();
    first.info({}, 'one');
    const second = at.open();
    second.info({}, 'two');
    expect(at.lines().map(({msg}) => msg)).toEqual(['one', 'two']);
  });

  test('is rotated when full, at start and later, and never exceeds its limit', () => {
    using at = fixture();
    const largestBytes = 2_000;
    mkdirSync(at.folder);
    writeFileSync(at.path, `${'x'.repeat(2_500)}\n`);
    const log = at.open({largestBytes});
    log.info({}, 'line 0');
    expect(at.text(`${at.path}.1`)).toHaveLength(2_501);
    for (let line = 1; line <= 100; line += 1) log.info({}, `line ${line}`);
    expect(readdirSync(at.folder).sort()).toEqual(['daemon.log', 'daemon.log.1']);
    expect(statSync(at.path).size).toBeLessThanOrEqual(largestBytes);
    expect(statSync(`${at.path}.1`).size).toBeLessThanOrEqual(largestBytes);
    const kept = [...at.lines(`${at.path}.1`), ...at.lines()].map(({msg}) => Number(String(msg).slice('line '.length)));
    expect(kept.at(-1)).toBe(100);
    expect(kept).toEqual(Array.from({length: kept.length}, (_, index) => 101 - kept.length + index));
  });

  test('is recreated when it is moved or deleted under a running daemon', () => {
    using at = fixture();
    const log = at.open();
    log.info({}, 'one');
    renameSync(at.path, `${at.path}.mine`);
    log.info({}, 'two');
    rmSync(at.folder, {recursive: true});
    log.info({}, 'three');
    expect(at.lines().map(({msg}) => msg)).toEqual(['three']);
  });

  test("stops nothing when it can't be written, and later reports how much was lost", () => {
    using at = fixture();
    writeFileSync(at.folder, 'in the way');
    const log = at.open();
    log.info({}, 'lost');
    log.error({}, 'lost too');
    rmSync(at.folder);
    log.info({}, 'here');
    expect(at.lines().map(({msg, lost}) => [msg, lost])).toEqual([
      ['here', undefined],
      ['lines were lost', 2],
    ]);
  });
});
