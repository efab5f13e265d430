// The entry of the daemon: verbs, signals, exit codes, and nothing else.
import {enableCompileCache} from 'node:module';
import {homedir} from 'node:os';
import {GatewayError, wordsFor} from '../shared/gateway-error.ts';
import {placesOf} from '../shared/places.ts';

const main = async (args: readonly string[]): Promise<number> => {
  const [verb = 'run', ...rest] = args;
  const places = placesOf(process.env, homedir());
  switch (verb) {
    case 'run': {
      // The bundle keeps beside it what Node compiled of it: a sixth of the start.
      if (process.env['ROOSTER_VERSION'] !== undefined) enableCompileCache(`${import.meta.dirname}/.compiled`);
      const {runDaemon} = await import('./run-daemon.ts');
      return runDaemon(places);
    }
    case 'check-config':
    case 'check-cron':
    case 'set-config': {
      const {runCheck} = await import('./run-check.ts');
      return runCheck(verb, rest, places);
    }
    default:
      process.stderr.write(`The daemon has no verb "${verb}": use run, check-config, check-cron or set-config.\n`);
      return 2;
  }
};

/** A second start finds the first: that is no failure of the one that asked. */
const ALREADY_RUNNING = 0;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`);
  process.exitCode = error instanceof GatewayError && error.code === 'conflict' ? ALREADY_RUNNING : 1;
}
