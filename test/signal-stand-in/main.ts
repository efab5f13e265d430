// The stand-in for signal-cli: a program of its own, started with the same command line. Without one it is Signal by hand.
import {byHand} from './program/by-hand.ts';
import {run} from './program/run.ts';
import {USAGE} from './program/usage.ts';

const argv = process.argv.slice(2);
if (argv.includes('--help') || argv.includes('-h')) process.stdout.write(USAGE);
else {
  const code = argv.length === 0 ? await byHand() : await run(argv);
  // Calls whose client is gone, and locks, must not keep it alive.
  process.stdout.write('', () => process.exit(code));
}
