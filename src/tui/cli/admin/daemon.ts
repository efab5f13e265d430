// `rooster daemon`: controls the daemon process. Only `start` starts a daemon.

import {wantsJson} from '../args.ts';
import type {Run} from '../arguments.ts';
import {ask} from '../ask.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import {startInstalled, stopListening} from './install.ts';
import {stopIfRunning} from './stop-daemon.ts';

/** Runs in the foreground: this process becomes the daemon, or fails with a sentence about the one that runs. */
export const runInForeground: Run = async ({program}) => program.become(['run', '--alone']);

export const startInBackground: Run = async (world, args) => {
  const already = await reachIfRunning(world);
  if (already !== undefined) await already[Symbol.asyncDispose]();
  else await startInstalled(world);
  const status = await ask(world, 'daemon.status', {});
  if (wantsJson(args)) world.print.json(status);
  else
    world.print.line(`The daemon ${already === undefined ? 'is running' : 'was already running'}, pid ${status.pid}.`);
  return 0;
};

export const stopDaemon: Run = async (world, args) => {
  await stopListening(world);
  const stopped = await stopIfRunning(world);
  if (wantsJson(args)) world.print.json({});
  else if (stopped === undefined) world.print.line('The daemon is not running.');
  else world.print.line(`Stopped the daemon (pid ${stopped}).`);
  return 0;
};

export const restartDaemon: Run = async (world, args) => {
  await stopIfRunning(world);
  await startInstalled(world);
  const status = await ask(world, 'daemon.status', {});
  if (wantsJson(args)) world.print.json(status);
  else world.print.line(`The daemon is running, pid ${status.pid}.`);
  return 0;
};
