// The line-by-line front end as a process: its signals and its exit code.
import os from 'node:os';
import process from 'node:process';
import type {Places} from '../../shared/records/places.ts';
import {clientFiles} from '../terminal/client-files.ts';
import {lineRunner} from '../terminal/run-line.ts';
import {openPlain, type PlainOptions} from './open-plain.ts';

type StartPlainOptions = Omit<PlainOptions, 'files' | 'newKey' | 'runner'> & {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Resolves with the exit code after quitting. */
export const startPlain = async ({places, env, ...options}: StartPlainOptions): Promise<number> => {
  const end = Promise.withResolvers<number>();
  const signalled = (signal: NodeJS.Signals): void => end.resolve(128 + os.constants.signals[signal]);
  const interrupted = (signal: NodeJS.Signals): void => {
    if (!plain.interrupt()) signalled(signal);
  };
  await using plain = openPlain({
    ...options,
    files: clientFiles(places.client),
    runner: lineRunner(env, process.cwd(), options.clock),
    newKey: () => `plain-${crypto.randomUUID()}`,
  });
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', signalled);
  process.on('SIGHUP', signalled);
  try {
    return await Promise.race([plain.left.then(() => LEFT), end.promise]);
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', signalled);
    process.off('SIGHUP', signalled);
  }
};

const LEFT = 0;
