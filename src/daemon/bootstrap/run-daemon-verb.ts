// Parses the arguments of the daemon's program and maps results to sentences and exit codes.

import {homedir} from 'node:os';
import {placesOf} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {printable} from '../../shared/text/sanitize.ts';
import {configHelp} from '../config/check-config.ts';
import {handedSecrets, hideSecrets, SECRETS_HANDED} from '../system/own-secrets.ts';
import {checkFleet} from './fleet/check-fleet.ts';
import type {OneCell} from './fleet/read-fleet.ts';
import {runReplicaVerb} from './replica/run-replica.ts';
import {RESTARTED, runDaemon} from './run-daemon.ts';
import {runOfflineVerb} from './stopped/offline-verbs.ts';
import {runStoreVerb} from './stopped/run-store.ts';

/** Resolves with the exit code once the verb has finished. Never rejects. */
export const runDaemonVerb = async (args: readonly string[]): Promise<number> => {
  try {
    return await run(args);
  } catch (error) {
    const sentence = printable(errorMessage(error));
    process.stderr.write(`${sentence}\n`);
    // The command reads the reason of a one-shot verb as data.
    if (isOneShot(args)) process.stdout.write(`${JSON.stringify({error: sentence})}\n`);
    const isSecond = error instanceof GatewayError && error.code === 'conflict';
    return isSecond && !args.includes(ALONE) ? ALREADY_RUNNING : 1;
  }
};

const isOneShot = ([verb = 'run']: readonly string[]): boolean => verb !== 'run';

const run = async ([verb = 'run', ...rest]: readonly string[]): Promise<number> => {
  // An empty HOME counts as none.
  const places = placesOf(process.env, process.env['HOME'] || homedir());
  switch (verb) {
    case 'run': {
      const restarts = rest.includes(RESTARTS) ? 'at-once' : rest.includes(RESTARTED) ? 'rarely' : undefined;
      const trialOf = rest.includes(TRIAL) ? Number(rest[rest.indexOf(TRIAL) + 1]) : undefined;
      const oneCell = rest.includes(CELL) ? oneCellIn(rest.slice(rest.indexOf(CELL) + 1)) : undefined;
      const isHidden = rest.includes(SECRETS_HANDED);
      if (!isHidden) hideSecrets(oneCell?.configFile ?? places.config, ['run', ...rest], process.env);
      return await runDaemon(places, {secrets: isHidden ? handedSecrets() : {}, restarts, trialOf, oneCell});
    }
    case 'config-keys':
      process.stdout.write(`${JSON.stringify({keys: configHelp()})}\n`);
      return 0;
    case 'check-fleet':
      process.stdout.write(`${JSON.stringify(await checkFleet(places, process.env))}\n`);
      return 0;
    case 'check-config':
    case 'check-cron':
    case 'check-signal':
    case 'get-config':
    case 'set-config': {
      return await runOfflineVerb(verb, rest, places);
    }
    case 'backup':
    case 'check-copy':
    case 'check-database':
    case 'leave-version':
    case 'restore':
    case 'schema': {
      return await runStoreVerb(verb, rest, places);
    }
    case 'follow':
    case 'takeover':
    case 'unfollow': {
      return await runReplicaVerb(verb, rest, places);
    }
    default:
      process.stderr.write(
        `The daemon has no verb "${verb}": use run, backup, check-config, check-copy, check-cron, check-database, check-fleet, check-signal, config-keys, follow, get-config, leave-version, restore, schema, set-config, takeover or unfollow.\n`,
      );
      return 2;
  }
};

const oneCellIn = ([cell = '', configFile = '', startedBy]: readonly string[]): OneCell => ({
  ...{cell, configFile},
  startedBy: Number(startedBy),
});

/** A second start finds the first daemon. That isn't a failure: a daemon runs. */
const ALREADY_RUNNING = 0;
/** The option of a daemon in the background, which no service manager starts again. */
const RESTARTS = '--restarts';
/** The option of a daemon on a copy of a home: it answers questions of a process, and does nothing by itself. */
const TRIAL = '--trial';
/** The option of one of several cells: its name, the file with the fleet's setting, and the process that starts it. */
const CELL = '--cell';
/** With this option the process must be the daemon itself: a running daemon is a failure. */
const ALONE = '--alone';
