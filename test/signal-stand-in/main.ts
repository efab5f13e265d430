// The stand-in for signal-cli: a separate program with the same command line. Without arguments it is Signal by hand.
import {byHand} from './program/by-hand.ts';
import {run} from './program/run.ts';
import {USAGE} from './program/usage.ts';

const argv = process.argv.slice(2);
if (argv.includes('--help') || argv.includes('-h')) process.stdout.write(USAGE);
else {
  const code = argv.length === 0 ? await byHand() : await run(argv);
  // Calls of disconnected clients, and locks, must not keep it alive.
  process.stdout.write('', () => process.exit(code));
}
