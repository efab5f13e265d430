// F2: what a second machine that follows costs the first one. One daemon is followed and one is not, measured in turn.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {openStore} from '../../src/daemon/store/store.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import type {Check, Goal} from '../goal.ts';
import {chat, compare, setMany} from '../support/compare-daemons.ts';
import {inTurn, median} from '../support/figures.ts';
import {makeHome, reminderAt} from '../support/memory.ts';
import {
  activityOf,
  COMMAND,
  environment,
  pause,
  type RealDaemon,
  residentMB,
  runProgram,
  startRealDaemon,
} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const secondMachine: Goal = {
  name: 'F2',
  title: 'a second machine that follows',
  measure: async effort => [
    ...(await commits(effort.rounds)),
    ...(await followed(effort.rounds, effort.quick ? 10 : 60)),
    await firstCopy(),
  ],
};

/** In process: each commit adds a reminder. */
const commits = async (rounds: number): Promise<readonly Check[]> => {
  using folder = tempFolder();
  const options = {clock: systemClock(), log: {debug: quiet, info: quiet, warn: quiet, error: quiet}};
  using plain = openStore({...options, path: folder.file('plain.db')});
  using recorded = openStore({...options, path: folder.file('recorded.db')});
  recorded.commitLog.open();
  let bytes = 0;
  const add = (store: typeof plain): number => {
    const from = performance.now();
    for (let each = 0; each < ADDS; each += 1) store.transact(() => store.reminders.add(reminderAt(FAR)));
    return ((performance.now() - from) / ADDS) * 1_000;
  };
  const took = await inTurn(rounds, {
    plain: () => add(plain),
    recorded: () => {
      const before = recorded.commitLog.newest();
      const micros = add(recorded);
      const made = recorded.commitLog.after(before) ?? [];
      bytes = made.reduce((sum, {changes}) => sum + changes.length, 0) / made.length;
      return micros;
    },
  });
  const [ours, theirs] = [median(took.recorded), median(took.plain)];
  return [
    {
      what: 'a commit that is recorded ÷ one that is not',
      figure: ours / theirs,
      unit: '×',
      sides: `${ours.toFixed(0)} µs : ${theirs.toFixed(0)} µs; ${bytes.toFixed(0)} bytes`,
    },
  ];
};

const followed = async (rounds: number, seconds: number): Promise<readonly Check[]> => {
  using folder = tempFolder();
  const homes = {alone: folder.file('alone'), followed: folder.file('followed')};
  for (const home of Object.values(homes)) makeHome(home, 1_000);
  await using alone = await startRealDaemon(homes.alone);
  await using first = await startRealDaemon(homes.followed);
  await using _second = await startFollower(first, folder.file('second'));
  const sides = {
    ours: {...first, home: homes.followed},
    theirs: {...alone, home: homes.alone},
    without: 'not followed',
  };
  await pause(SETTLE_MS);
  const memory = [residentMB(first.pid), residentMB(alone.pid)] as const;
  const before = [activityOf(first.pid), activityOf(alone.pid)] as const;
  await pause(seconds * 1_000);
  const after = [activityOf(first.pid), activityOf(alone.pid)] as const;
  const rate = (index: 0 | 1): number => (after[index].sleeps - before[index].sleeps) / seconds;
  const share = (index: 0 | 1): string => ((after[index].workedMs - before[index].workedMs) / seconds / 10).toFixed(2);
  return [
    await compare('reminder.set', rounds, sides, setMany),
    await compare('a message at the terminal, answered', rounds, sides, chat),
    await compare('rooster status --json', rounds, sides, ({home}) => runProgram([COMMAND, 'status', '--json'], home)),
    {
      what: 'memory, idle',
      figure: memory[0] - memory[1],
      unit: 'MB',
      sides: `${memory[0].toFixed(1)} : ${memory[1].toFixed(1)} MB`,
    },
    {
      what: 'wake-ups, idle',
      figure: rate(0),
      unit: '/s',
      sides: `${share(0)} % of a processor; not followed ${rate(1).toFixed(2)}/s, ${share(1)} %`,
    },
  ];
};

const firstCopy = async (): Promise<Check> => {
  using folder = tempFolder();
  makeHome(folder.file('first'), 100_000);
  await using first = await startRealDaemon(folder.file('first'));
  await using second = await startFollower(first, folder.file('second'));
  return {
    what: 'the first copy, of 100,000 reminders',
    figure: second.tookMs,
    unit: 'ms',
    sides: `${(second.bytes / 1e6).toFixed(1)} MB, checked`,
  };
};

type Copied = {readonly tookMs: number; readonly bytes: number};

/** Resolves when it has its first copy. */
const startFollower = async (first: RealDaemon, home: string): Promise<Copied & AsyncDisposable> => {
  mkdirSync(home, {mode: 0o700});
  const {version} = await first.client.call('daemon.status');
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, first.socket, home, String(version)], {
    env: environment(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = child.stdout === null ? [] : await once(child.stdout, 'data');
  const copied: Copied = JSON.parse(String(said));
  return {
    ...copied,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};

const PROGRAM = fileURLToPath(new URL('../programs/follower.ts', import.meta.url));
const FAR = Date.now() + 864e5;
const ADDS = 300;
const SETTLE_MS = 6_000;
const quiet = (): void => {};
