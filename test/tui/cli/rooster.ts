// A command, run in the test's world to its end.
import {type Args, parseArguments} from '../../../src/tui/cli/arguments.ts';
import {runVerb} from '../../../src/tui/cli/run-rooster.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../src/tui/cli/verbs.ts';
import {settle} from '../../support/fake-clock.ts';
import {commandWorld, type TestWorld, type TestWorldOptions} from './command-world.ts';

export type Ran = TestWorld & {readonly code: number};

/** Runs a command in the test's world, as `rooster` would. `waits`: it waits for a running daemon. */
export const rooster = async (
  argv: readonly string[],
  {waits = false, ...options}: TestWorldOptions & {readonly waits?: boolean},
): Promise<Ran> => {
  const made = await commandWorld(options);
  const parsed = parseArguments(argv, ENTRIES, ROOT_OPTIONS);
  if (parsed.kind !== 'run') throw new Error(`no verb: ${JSON.stringify(parsed)}`);
  let over = false;
  const mark = (): void => {
    over = true;
  };
  const running = runVerb(parsed.verb, made.world, parsed.args satisfies Args);
  running.then(mark, mark);
  // Time passes only while waiting for a daemon, so a command's relative times are exact.
  while (!over) await (waits || options.running === false ? made.clock.advance(10) : settle());
  return {...made, code: await running};
};
