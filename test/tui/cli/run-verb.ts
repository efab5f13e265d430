// A verb of the command, run in the test's world to its end.
import {type Given, parseArguments} from '../../../src/tui/cli/arguments.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../src/tui/cli/verbs.ts';
import {settle} from '../../support/fake-clock.ts';
import {commandWorld, type TestWorld, type TestWorldOptions} from './command-world.ts';

export type Ran = TestWorld & {readonly code: number};

/** Runs a verb in the test's world, as `rooster` would. `waits`: it waits for something of a daemon that runs. */
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
  const running = parsed.verb.run(made.world, parsed.given satisfies Given);
  running.then(mark, mark);
  // Time passes only where a daemon is waited for: what a verb says of a moment is said of this one.
  while (!over) await (waits || options.running === false ? made.clock.advance(10) : settle());
  return {...made, code: await running};
};
