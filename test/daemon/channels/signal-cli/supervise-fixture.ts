// A supervisor with a real process under it, in its own folder; time passes a few times as fast as outside.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import type {Bridge, BridgeHealth, Received} from '../../../../src/daemon/channels/signal-cli/bridge.ts';
import {createSwitchboard} from '../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {type SuperviseDeps, startSupervised} from '../../../../src/daemon/channels/signal-cli/supervise.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {builtProgram} from '../../../support/built-program.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {writeShellCommand} from '../../../support/shell-command.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';
import type {CliScript} from './scripted-cli.ts';

export const fasterClock = (times: number): Clock => {
  const clock = systemClock();
  return {...clock, after: (ms, run) => clock.after(ms / times, run)};
};

export type Supervised = AsyncDisposable & {
  readonly bridge: Bridge;
  readonly taken: readonly Received[];
  readonly changes: readonly BridgeHealth[];
  is(kind: BridgeHealth['life']['kind']): Promise<void>;
};

const PROGRAM = await builtProgram(new URL('scripted-cli.ts', import.meta.url));

export const superviseFixture = (scripts: readonly CliScript[], times = 5) => {
  const dir = tempDir();
  const clock = fasterClock(times);
  const command = join(dir.path, 'signal-cli');
  writeFileSync(join(dir.path, 'script.json'), JSON.stringify(scripts));
  writeShellCommand(command, [process.execPath, PROGRAM, dir.path]);
  const folder = join(dir.path, 'signal');
  const notes = (): readonly string[] => {
    const path = join(dir.path, 'notes');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };

  const supervise = (over: Partial<SuperviseDeps> = {}): Supervised => {
    const taken: Received[] = [];
    const changes: BridgeHealth[] = [];
    const bridge = startSupervised({
      command,
      account: '+15550000001',
      folder,
      clock,
      log: memoryLog(),
      host: ROOSTER,
      switchboard: createSwitchboard(),
      chance: () => 0.5,
      take: received => void taken.push(...received),
      onChange: health => changes.push(health),
      ...over,
    });
    return {
      bridge,
      taken,
      changes,
      is: kind => until(`life is ${kind}`, () => bridge.health.life.kind === kind),
      [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose](),
    };
  };

  return {
    path: dir.path,
    folder,
    supervise,
    notes,
    pids: () => notes().flatMap(line => (line.startsWith('pid ') ? [Number(line.slice(4))] : [])),
    starts: () => notes().filter(line => line.startsWith('start')).length,
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
