// Everything that the daemon checks, in the order of the problems in `rooster status`. The daemon runs each check, and
// `rooster doctor` shows what it found, with a fix. A check without a fix has a line of its own in the doctor's list,
// which tells more than the problem does, such as where the HTTP server listens.
import type {Finding, Problem} from '../records/problem.ts';

type Check = {
  /** Named in the problem of a check that failed. */
  readonly looksAt: string;
  /** The fix for each key that its problems have. */
  readonly fixes?: Readonly<Record<string, string>>;
};

export type CheckId = keyof typeof CHECKS;

const CHECKS = {
  configuration: {looksAt: 'the configuration'},
  channels: {looksAt: 'the connections of the channels'},
  cron: {looksAt: 'the job files'},
  unserved: {looksAt: 'deliveries for channels that are not set up'},
  http: {looksAt: 'the HTTP server and its secrets'},
  speech: {
    looksAt: 'the programs for voice messages',
    fixes: {'speech.command': 'install it, or change speech.command'},
  },
  ping: {
    looksAt: 'the pings to the watcher',
    fixes: {ping: 'fix what the line above says; rooster daemon restart tries at once'},
  },
  expected: {looksAt: 'the expected calls of hooks'},
  unanswered: {looksAt: 'messages that wait for the model'},
  store: {
    looksAt: 'the disk and the database',
    fixes: {
      disk: 'free some disk space',
      database: 'run rooster backup, rooster restore or rooster daemon restart, as the line above says',
      daemon: 'check the disk; rooster daemon restart ends this report',
    },
  },
  fleet: {looksAt: 'the fleet', fixes: {fleet: 'see what the line above says; docs/scale.md has more'}},
  replica: {
    looksAt: 'a second machine',
    fixes: {replica: 'see what the line above says; docs/second-machine.md has more'},
  },
  update: {looksAt: 'the last update'},
  backup: {looksAt: 'the daily backup', fixes: {backup: 'fix what the line above says, then run rooster backup'}},
  people: {looksAt: 'reminders of people who are no longer configured'},
  region: {looksAt: 'the holidays of the region'},
  timers: {looksAt: 'checks that run regularly'},
  sockets: {looksAt: 'the sockets', fixes: {socket: 'rooster daemon restart'}},
} as const satisfies Readonly<Record<string, Check>>;

export const CHECK_IDS = Object.keys(CHECKS) as readonly CheckId[];

/** Undefined if no check has a fix for the problem. */
export const problemFinding = ({key, reason, inForce}: Problem): Finding | undefined => {
  const fix = Object.values<Check>(CHECKS).find(({fixes}) => fixes?.[key] !== undefined)?.fixes?.[key];
  return fix === undefined ? undefined : {name: key, verdict: 'bad', what: `${reason} ${inForce}`, fix};
};

/** For output line by line: why nothing is sent or confirmed, or that it is again. */
export const heldLine = (reason = 'Everything is sent and confirmed again.'): string => reason;

export const failedCheck = (id: CheckId, reason: string): Problem => ({
  key: 'check',
  reason: `Couldn't check ${CHECKS[id].looksAt}: ${reason}`,
  inForce: 'The other checks ran.',
});
