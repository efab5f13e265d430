// A supervisor with a real process under it, in its own folder; time passes a few times as fast as outside.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type SuperviseDeps, startSupervised} from '../../../../src/daemon/channels/signal-cli/supervise.ts';
import {builtProgram} from '../../../support/built-program.ts';
import {writeShellCommand} from '../../../support/shell-command.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {fasterClock, type ObservedBridge, observedBridge} from './bridge-fixture.ts';
import type {CliScript} from './scripted-cli.ts';

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

  const supervise = (over: Partial<SuperviseDeps> = {}): ObservedBridge =>
    observedBridge(clock, deps => startSupervised({...deps, command, account: '+15550000001', folder, ...over}));

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
