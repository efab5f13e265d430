// @module-tag deep
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {formatReason} from '../../../../src/shared/text/sentences.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {until, untilGiven} from '../../../support/until.ts';
import {isAlive, superviseFixture} from './supervise-fixture.ts';

/** Ten minutes pass immediately; any other wait takes its real time. */
const tenMinutesPass = (clock: Clock): Clock => ({
  ...clock,
  after: (ms, run) => clock.after(ms === 10 * MINUTE ? 100 : ms, run),
});

const WELL = {serves: true} as const;
const received = (timestamp: number) => JSON.stringify({envelope: {timestamp}, account: '+15550000001'});

test('signal-cli starts in manual mode with private files, is greeted, and its journal is read', {
  tags: ['fast'],
}, async () => {
  using fixture = superviseFixture([{...WELL, receives: [received(1), received(2)]}]);
  await using signal = fixture.supervise();
  await signal.is('up');
  await until('both messages', () => signal.taken.length === 2);
  expect(signal.taken.map(({raw}) => raw)).toEqual([received(1), received(2)]);
  expect(fixture.notes()[0]).toBe(
    `start -a +15550000001 --config ${fixture.folder}/data -o json ` +
      `--trust-new-identities on-first-use --service-environment live daemon --socket ${fixture.folder}/sc.sock ` +
      '--receive-mode manual --ignore-stories --ignore-avatars --ignore-stickers',
  );
  expect(fixture.notes().slice(2)).toEqual(['version', 'subscribeReceive']);
  const mode = (name: string) => (statSync(join(fixture.folder, name)).mode & 0o777).toString(8);
  expect([
    mode(''),
    mode('data'),
    mode('journal'),
    mode('signal-cli.log'),
    mode('signal-cli.pid'),
    mode('sc.sock'),
  ]).toEqual(['700', '700', '600', '600', '600', '700']);
  expect(signal.bridge.health).toMatchObject({
    outbound: {open: true},
    inbound: {open: true},
    replays: true,
    version: '0.14.6',
    warnings: [],
    restarts: 0,
  });
  expect(await signal.bridge.rpc.version()).toEqual({kind: 'result', result: '0.14.6'});
});

test('shutdown unsubscribes, drains, disconnects, ends signal-cli and removes its socket', async () => {
  using fixture = superviseFixture([{...WELL, receives: [received(1)], receivesLast: [received(2)]}], 1);
  const signal = fixture.supervise();
  await signal.is('up');
  await signal.bridge[Symbol.asyncDispose]();
  expect(signal.taken.map(({raw}) => raw)).toEqual([received(1), received(2)]);
  expect(fixture.notes().slice(4)).toEqual(['unsubscribeReceive', 'hung up', 'SIGTERM']);
  expect(fixture.pids().filter(isAlive)).toEqual([]);
  expect(existsSync(join(fixture.folder, 'sc.sock'))).toBe(false);
  expect(signal.bridge.health.life).toEqual({kind: 'stopped'});
  expect(await signal.bridge.rpc.version()).toEqual({kind: 'unsent', because: 'signal-cli is not running'});
});

test('a signal-cli that ignores the end is killed after 20 s, and its socket is removed', async () => {
  using fixture = superviseFixture([{...WELL, ignoresTerm: true}], 20);
  const signal = fixture.supervise();
  await signal.is('up');
  await signal.bridge[Symbol.asyncDispose]();
  expect(fixture.notes().at(-1)).toBe('SIGTERM');
  expect(fixture.pids().filter(isAlive)).toEqual([]);
  expect(existsSync(join(fixture.folder, 'sc.sock'))).toBe(false);
});

test('a killed signal-cli restarts past its old socket, and received messages arrive once', async () => {
  using fixture = superviseFixture([
    {...WELL, receives: [received(1)]},
    {...WELL, receives: [received(2)]},
  ]);
  await using signal = fixture.supervise();
  await signal.is('up');
  await until('the first message', () => signal.taken.length === 1);
  process.kill(fixture.pids()[0] ?? 0, 'SIGKILL');
  await until('the second message', () => signal.taken.length === 2);
  // It may be in the journal before the greeting ends.
  await signal.is('up');
  expect(signal.taken.map(({raw}) => raw)).toEqual([received(1), received(2)]);
  expect(signal.changes.map(({life}) => life.kind)).toEqual(['starting', 'up', 'down', 'starting', 'up']);
  expect(signal.changes[2]?.life).toMatchObject({
    reason: {what: 'signal-cli was ended by SIGKILL', advice: 'It is started again.'},
  });
  expect(signal.bridge.health.restarts).toBe(1);
});

test.for([
  ['User +15550000001 is not registered.', 1, 'unlinked', /Link it again: rooster signal link/u],
  ['WARN  App - Authorization failed', 3, 'unlinked', /unlinked/u],
  ['signal-cli version is too old for the Signal-Server, please update.', 2, 'updateRequired', /Update signal-cli/u],
] as const)(`after "%s" signal-cli isn't restarted: %s`, async ([says, exits, kind, sentence]) => {
  using fixture = superviseFixture([{says: [says], exits}, WELL]);
  await using signal = fixture.supervise();
  await signal.is(kind);
  expect(signal.bridge.health.outbound).toEqual({open: false, because: expect.stringMatching(sentence)});
  expect(fixture.starts()).toBe(1);
  signal.bridge.poke();
  await signal.is('up');
  expect(fixture.starts()).toBe(2);
});

test('a database of signal-cli without tables is reported with the way out: restore it, or link again', async () => {
  const says = [
    'thread panicked at rust/bridge/jni/src/lib.rs',
    'org.sqlite.SQLiteException: [SQLITE_ERROR] SQL error or missing database (no such table: recipient)',
    '\tat org.sqlite.core.DB.newSQLException(DB.java:1030)',
  ];
  using fixture = superviseFixture([{says, exits: 2}, WELL]);
  await using signal = fixture.supervise();
  await signal.is('up');
  expect(signal.changes.flatMap(({life}) => ('reason' in life ? [formatReason(life.reason)] : []))).toEqual([
    "signal-cli's database is damaged: it lacks its tables. Restore signal-cli's data from a backup, or link again: rooster signal link. Rooster retries.",
  ]);
});

test('a signal-cli without a network restarts until it has one', async () => {
  using fixture = superviseFixture([
    {says: ['Error while checking account +15550000001: No connection!'], exits: 3},
    {exits: 0},
    WELL,
  ]);
  await using signal = fixture.supervise();
  await signal.is('up');
  expect(fixture.starts()).toBe(3);
  expect(signal.changes.flatMap(({life}) => ('reason' in life ? [formatReason(life.reason)] : []))).toEqual([
    "signal-cli can't reach Signal. Check the network; Rooster retries.",
    'signal-cli ended, as it does when the account was closed. It is started again.',
  ]);
});

test('a lock of another signal-cli is reported, and our waiting signal-cli ends with the daemon', async () => {
  using fixture = superviseFixture([{says: ['Config file is in use by another instance, waiting…']}]);
  const signal = fixture.supervise();
  await signal.is('conflict');
  expect(signal.bridge.health.inbound).toEqual({open: false, because: expect.stringContaining('Another signal-cli')});
  await signal.bridge[Symbol.asyncDispose]();
  expect(fixture.pids().filter(isAlive)).toEqual([]);
});

test('a missing program is named, with a fix', async () => {
  using fixture = superviseFixture([]);
  await using signal = fixture.supervise({command: join(fixture.path, 'no-such-program')});
  await signal.is('down');
  expect(signal.bridge.health.life).toMatchObject({
    reason: {advice: 'Install signal-cli, or name it in signal.command.'},
  });
});

test("a version that is too old isn't started, and the message says what to do", async () => {
  using fixture = superviseFixture([{...WELL, version: '0.13.19'}]);
  await using signal = fixture.supervise();
  await signal.is('updateRequired');
  expect(fixture.starts()).toBe(0);
  expect(signal.bridge.health.inbound).toEqual({
    open: false,
    because: expect.stringMatching(
      /^signal-cli 0\.13\.19 is too old: Rooster needs 0\.14\.5 or newer.*Update signal-cli/u,
    ),
  });
});

test.for([
  [
    ['usage: signal-cli daemon', "signal-cli: error: unrecognized arguments: '--ignore-avatars'", ''],
    /unrecognized arguments: '--ignore-avatars'/u,
  ],
  [
    ['java.lang.IllegalStateException: broken accounts.json', '\tat org.asamk.Main.main(Main.java:1)', ''],
    /broken accounts\.json/u,
  ],
  [
    ['Missing required native library dependency: libsignal-client.', ''],
    /no libsignal-client library for this machine/u,
  ],
  [['/usr/bin/signal-cli: exec: java: not found', ''], /finds no Java\. Install a Java runtime/u],
  [
    [`Failed to bind socket /x/sc.sock: Unix domain path too long`],
    /ended with code 2: Failed to bind socket .*path too long/u,
  ],
] as const)('a signal-cli that exits with %j is quoted', async ([says, sentence]) => {
  using fixture = superviseFixture([{says, exits: 2}, WELL]);
  await using signal = fixture.supervise();
  await signal.is('up');
  const because = signal.changes.flatMap(({life}) => ('reason' in life ? [formatReason(life.reason)] : []));
  expect(because).toEqual([expect.stringMatching(sentence)]);
  // Its own words end up in the log.
  expect(because[0]?.startsWith('signal-cli ended')).toBe(because[0]?.includes(join(fixture.folder, 'signal-cli.log')));
});

test('a folder whose socket path is too long is reported, and nothing starts', async () => {
  using fixture = superviseFixture([WELL]);
  const folder = join(fixture.path, 'x'.repeat(80), 'signal');
  await using signal = fixture.supervise({folder});
  await signal.is('down');
  expect(fixture.starts()).toBe(0);
  expect(signal.bridge.health.inbound).toEqual({
    open: false,
    because: expect.stringMatching(/sc\.sock has \d+ bytes and this system takes 107 at most.*ROOSTER_HOME/u),
  });
});

const signalArguments = (folder: string) => [
  ...['-a', '+15550000001', '--config', `${folder}/data`, '-o', 'json', 'daemon', '--socket', `${folder}/sc.sock`],
];

/** As a killed daemon leaves it: running, with its pid recorded. */
const leaveRunning = async (fixture: ReturnType<typeof superviseFixture>) => {
  mkdirSync(fixture.folder, {recursive: true});
  const orphan = spawn(join(fixture.path, 'signal-cli'), signalArguments(fixture.folder), {
    detached: true,
    stdio: 'ignore',
  });
  // In case it isn't killed earlier; it ends with its test.
  onTestFinished(() => void orphan.kill('SIGKILL'));
  writeFileSync(join(fixture.folder, 'signal-cli.pid'), `${orphan.pid}\n`);
  await until('the orphan runs', () => fixture.pids().length === 1);
  return orphan;
};

/** True when the socket accepts connections; it is a file a moment earlier. */
const connected = (path: string): Promise<true | undefined> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(undefined));
  });

test('a signal-cli left running by a killed daemon is adopted, not started twice, and ended with us', async () => {
  using fixture = superviseFixture([WELL]);
  const orphan = await leaveRunning(fixture);
  await untilGiven('the orphan listens', () => connected(join(fixture.folder, 'sc.sock')));
  const signal = fixture.supervise();
  await signal.is('up');
  expect(fixture.starts()).toBe(1);
  await signal.bridge[Symbol.asyncDispose]();
  await until('the orphan ended', () => orphan.exitCode !== null || orphan.signalCode !== null);
  expect(fixture.starts()).toBe(1);
});

test("an orphaned signal-cli that doesn't answer is ended before another starts", async () => {
  using fixture = superviseFixture([{}, WELL]);
  const orphan = await leaveRunning(fixture);
  await using signal = fixture.supervise();
  await signal.is('up');
  await until('the orphan ended', () => orphan.exitCode !== null || orphan.signalCode !== null);
  expect(fixture.starts()).toBe(2);
});

test('a recorded pid that now belongs to another program is left alone', async () => {
  using fixture = superviseFixture([WELL]);
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {detached: true, stdio: 'ignore'});
  onTestFinished(() => void stranger.kill('SIGKILL'));
  mkdirSync(fixture.folder, {recursive: true});
  writeFileSync(join(fixture.folder, 'signal-cli.pid'), `${stranger.pid}\n`);
  const signal = fixture.supervise();
  await signal.is('up');
  await signal.bridge[Symbol.asyncDispose]();
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

/** Probes come soon, and a program that is asked to end has little time. */
const SHORTER: Readonly<Record<number, number>> = {
  [30 * SECOND]: 200,
  [10 * SECOND]: 100,
  [5 * SECOND]: 1_000,
  [20 * SECOND]: 300,
  [MINUTE]: 300,
  [2 * MINUTE]: 3_000,
};
const probesCome = (clock: Clock): Clock => ({
  ...clock,
  after: (ms, run) => clock.after(SHORTER[ms] ?? ms, run),
});

test('a hanging signal-cli is noticed, shown as down, ended and restarted', async () => {
  using fixture = superviseFixture([WELL, WELL], 1);
  await using signal = fixture.supervise({clock: probesCome(systemClock())});
  await signal.is('up');
  process.kill(fixture.pids()[0] ?? 0, 'SIGSTOP');
  await signal.is('down');
  expect(signal.bridge.health.outbound).toEqual({
    open: false,
    because: expect.stringMatching(/^signal-cli hangs: it does not answer \(.*\)\. It is ended and started again\.$/u),
  });
  await until('another one is up', () => signal.bridge.health.life.kind === 'up' && fixture.starts() >= 2);
  expect(isAlive(fixture.pids()[0] ?? 0)).toBe(false);
});

test('the first send finds a signal-cli that gets no answer from Signal, and replaces it', async () => {
  using fixture = superviseFixture([{...WELL, mute: ['send', 'listDevices']}, WELL], 1);
  await using signal = fixture.supervise({clock: probesCome(systemClock())});
  await signal.is('up');
  const reply = await signal.bridge.rpc.send({target: {recipient: 'alice'}, message: 'hello'});
  expect(reply.kind).toBe('lost');
  await until('another one is up', () => signal.bridge.health.life.kind === 'up' && fixture.starts() >= 2);
  expect(signal.changes.flatMap(({life}) => (life.kind === 'down' ? [formatReason(life.reason)] : []))).toContainEqual(
    expect.stringMatching(/^signal-cli hangs: it gets no answer from Signal/u),
  );
});

test('a failing write closes the inbound side only, and the messages come again until stored', async () => {
  using fixture = superviseFixture([{...WELL, receives: [received(1)]}]);
  let full = true;
  const kept: string[] = [];
  await using signal = fixture.supervise({
    take: lines => {
      if (full) throw new Error('the disk is full');
      kept.push(...lines.map(({raw}) => raw));
    },
  });
  await signal.is('up');
  await until('the health reports the trouble', () => !signal.bridge.health.inbound.open);
  expect(signal.bridge.health.inbound).toEqual({
    open: false,
    because: "Couldn't store a received message: the disk is full. Rooster retries.",
  });
  expect(signal.bridge.health.outbound).toEqual({open: true});
  full = false;
  await until('it is kept', () => kept.length === 1);
  await until('the way in is open', () => signal.bridge.health.inbound.open);
});

test('a large journal is emptied while idle, and no message is lost or repeated', async () => {
  using fixture = superviseFixture([{...WELL, receives: [received(1)], receivesLast: [received(2)]}], 1);
  const signal = fixture.supervise({largeJournal: 10, clock: tenMinutesPass(systemClock())});
  await until(
    'it was subscribed to again',
    () => fixture.notes().filter(line => line === 'subscribeReceive').length >= 2,
  );
  await until('all was taken', () => signal.taken.length >= 3);
  await signal.bridge[Symbol.asyncDispose]();
  expect(signal.taken.slice(0, 3).map(({raw}) => raw)).toEqual([received(1), received(2), received(1)]);
  expect(fixture.notes().slice(2, 6)).toEqual([
    'version',
    'subscribeReceive',
    'unsubscribeReceive',
    'subscribeReceive',
  ]);
  expect(statSync(join(fixture.folder, 'journal')).size).toBeLessThan(3 * (received(1).length + 1));
});

test("messages stored before a restart of the daemon don't come again", async () => {
  using fixture = superviseFixture([
    {...WELL, receives: [received(1)]},
    {...WELL, receives: [received(2)]},
  ]);
  const first = fixture.supervise();
  await until('the first message', () => first.taken.length === 1);
  await first.bridge[Symbol.asyncDispose]();
  const position = first.taken.at(-1)?.position;
  await using second = fixture.supervise({...(position !== undefined && {from: position})});
  await until('the second message', () => second.taken.length === 1);
  expect(second.taken.map(({raw}) => raw)).toEqual([received(2)]);
  expect(readFileSync(join(fixture.folder, 'journal'), 'utf8')).toBe(`${received(1)}\n${received(2)}\n`);
});
