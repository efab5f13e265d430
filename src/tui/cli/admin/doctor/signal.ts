// Checks the way from this machine to the phone: signal-cli, its Java and version, the account, the people, the
// deliveries. The daemon and its program supply the facts; this file judges them in pure functions.
import {existsSync} from 'node:fs';
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {isAddress, isPushable, TERMINAL} from '../../../../shared/records/address.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {formatLink} from '../../../format/format-link.ts';
import {ask} from '../../ask.ts';
import {askProgram} from '../../client/ask-program.ts';
import type {CommandWorld} from '../../command.ts';
import {bad, good, odd} from './finding.ts';
import {type OutboxFacts, outboxFindings} from './outbox.ts';

/** The output of the daemon program's `check-signal`. */
type SignalCheck = {
  readonly signal?: {readonly account?: string; readonly endpoint: string; readonly command: string};
  readonly users: readonly {readonly name: string; readonly match: readonly string[]}[];
  readonly probe: {
    readonly program?: {
      readonly kind: string;
      readonly version?: string;
      readonly warning?: string;
      readonly because?: string;
    };
    readonly endpoint?: {
      readonly kind: string;
      readonly version?: string;
      readonly warning?: string;
      readonly because?: string;
      readonly accounts?: readonly string[];
    };
    readonly linked?: boolean;
    readonly tooLong?: string;
  };
};

type ChannelStatus = Wire<DaemonStatus>['channels'][number];

export type SignalFacts = SignalCheck &
  OutboxFacts & {
    /** The operator's own answer: does the phone ring? */
    readonly rings?: ChannelStatus['rings'];
  };

export const signalFindings = async (
  world: CommandWorld,
  daemon: Wire<DaemonStatus> | undefined,
): Promise<readonly Finding[]> => {
  // The daemon's program would create the home.
  if (!existsSync(world.places.config)) return [notSetUp(false, [])];
  const check = await askProgram(world, ['check-signal'], isCheck);
  const status = daemon?.channels.find(({channel}) => channel === 'signal');
  const asked = daemon === undefined ? {} : await askDaemon(world);
  return judgeSignal({...check, status, ...asked});
};

const askDaemon = async (world: CommandWorld): Promise<Pick<SignalFacts, 'rings' | 'held' | 'dead' | 'names'>> => {
  const [{rings, held}, {deliveries}] = await Promise.all([
    ask(world, 'signal.status', {}),
    ask(world, 'outbox.list', {state: 'dead', limit: MOST_LOOKED_AT}),
  ]);
  const dead = deliveries.filter(({address, discarded}) => address.startsWith('signal:') && discarded !== true);
  return {dead, names: world.names(), rings, held};
};

/** All findings about the way to the phone, from this machine outwards. */
export const judgeSignal = (facts: SignalFacts): readonly Finding[] => {
  const {signal, probe} = facts;
  if (signal === undefined) return [notSetUp(probe.program?.kind === 'works', elsewhere(facts.users))];
  const way = [...programFindings(facts), ...endpointFindings(facts), ...accountFindings(facts)];
  return [
    ...way,
    ...bridgeFindings(
      facts,
      way.some(({verdict}) => verdict === 'bad'),
    ),
    ...warningFindings(facts),
    ...signalUserFindings(facts),
    ...ringFindings(facts),
    ...outboxFindings(NAME, facts),
  ];
};

const notSetUp = (hasProgram: boolean, others: readonly string[]): Finding => {
  if (others.length > 0) return good(NAME, `Signal is not set up; reminders reach you at ${others.join(', ')}`);
  return odd(
    NAME,
    'Signal is not set up; reminders reach you at the terminal only',
    hasProgram ? 'rooster signal link' : `${INSTALL}, then run rooster signal link`,
  );
};

/** The owner's addresses on other channels that can ring. */
const elsewhere = (users: SignalCheck['users']): readonly string[] =>
  (users.find(({match}) => match.includes(TERMINAL))?.match ?? []).filter(
    address => isAddress(address) && isPushable(address) && !address.startsWith('signal:'),
  );

const programFindings = ({signal, probe: {program, tooLong}}: SignalFacts): readonly Finding[] => {
  if (program === undefined || signal === undefined) return [];
  const {command} = signal;
  const fail = (what: string, fix: string): readonly Finding[] => [bad(NAME, what, fix)];
  if (tooLong !== undefined) return fail(tooLong, 'set ROOSTER_HOME to a folder with a shorter path');
  switch (program.kind) {
    case 'works':
      // A too old signal-cli isn't started.
      return versionFindings(`signal-cli ${program.version}`, program.warning, 'bad');
    case 'absent':
      return fail(
        `couldn't find the program "${command}"`,
        `${INSTALL}, or run rooster config set signal.command /path/to/signal-cli`,
      );
    case 'notExecutable':
      return fail(
        `"${command}" is not executable`,
        `chmod +x ${command}, or set the right path with rooster config set signal.command PATH`,
      );
    case 'noJava':
      return fail(`"${command}" couldn't find Java`, JAVA);
    case 'oldJava':
      return fail(`"${command}" needs a newer Java`, JAVA);
    case 'noNative':
      return fail(`"${command}" has no libsignal-client library for this machine`, NATIVE);
    default:
      return fail(`"${command}" does not work: ${program.because}`, `run it yourself to see why: ${command} --version`);
  }
};

const versionFindings = (
  what: string,
  warning: string | undefined,
  verdict: 'odd' | 'bad' = 'odd',
): readonly Finding[] =>
  warning === undefined
    ? [good(NAME, what)]
    : [{name: NAME, verdict, what: warning, fix: `${INSTALL}, then run rooster daemon restart`}];

const endpointFindings = ({signal, status, probe: {endpoint}}: SignalFacts): readonly Finding[] => {
  if (endpoint === undefined || signal === undefined) return [];
  const where = signal.endpoint;
  if (endpoint.kind !== 'answers') {
    const what = `no signal-cli answers at ${where}: ${endpoint.because}`;
    const fix = `start signal-cli there (signal-cli -a ACCOUNT daemon --receive-mode manual …), or let Rooster start it: rooster config set signal.endpoint spawn`;
    return [bad(NAME, what, fix)];
  }
  const {accounts, version, warning} = endpoint;
  const found = versionFindings(`signal-cli ${version} at ${where}`, warning);
  if (accounts !== undefined && !isServed(accounts, signal.account)) {
    const serves = accounts.length === 0 ? 'no account' : accounts.join(', ');
    const fix =
      accounts[0] === undefined
        ? 'link an account there (signal-cli link), then start signal-cli with -a ACCOUNT'
        : `rooster config set signal.account ${accounts[0]}`;
    return [...found, bad(NAME, `the signal-cli at ${where} has ${serves}`, fix)];
  }
  if (status?.replays !== false) return found;
  const what =
    'messages that arrive while the daemon is stopped may be lost, because signal-cli receives them without it';
  return [...found, odd(NAME, what, 'start that signal-cli with --receive-mode manual, or let Rooster start it')];
};

const isServed = (accounts: readonly string[], account: string | undefined): boolean =>
  account === undefined ? accounts.length === 1 : accounts.includes(account);

const accountFindings = ({signal, status, probe: {linked}}: SignalFacts): readonly Finding[] => {
  // If Signal has unlinked the device, the daemon reports that.
  if (signal?.endpoint !== 'spawn' || status?.life === 'unlinked') return [];
  const {account} = signal;
  const fix = 'rooster signal link';
  if (account === undefined) return [bad(NAME, 'no account is linked', fix)];
  if (linked !== false) return [good(NAME, `linked to ${account}`)];
  return [bad(NAME, `signal-cli has no account ${account}; it was never linked here`, fix)];
};

/** The daemon's bridge status, unless a finding above explains it. */
const bridgeFindings = ({status}: SignalFacts, isExplained: boolean): readonly Finding[] => {
  if (status === undefined) return [];
  const {inbound, outbound, life = '', trouble, detail} = status;
  if (inbound === 'up' && outbound === 'up') return [good(NAME, 'the daemon sends and receives')];
  if (life === 'starting') return [odd(NAME, 'signal-cli is starting', 'run rooster doctor again in a minute')];
  if (isExplained) return [];
  const what = `${formatLink({inbound, outbound})}${detail === undefined ? '' : `: ${detail}`}`;
  return [bad(NAME, what, bridgeFix(life, trouble))];
};

const bridgeFix = (life: string, trouble: ChannelStatus['trouble']): string =>
  (trouble && TROUBLE_FIXES[trouble]) ?? FIXES[life] ?? 'rooster signal status, or rooster daemon logs';

/** The working bridge's warnings, unless the program or endpoint reported them above. */
const warningFindings = ({status, probe}: SignalFacts): readonly Finding[] => {
  const warnings = [probe.program?.warning, probe.endpoint?.warning];
  // A signal-cli that we start stores incoming messages unless something prevents that.
  const isSwallowed = status?.endpoint === 'spawn' && status.replays === false;
  return (status?.warnings ?? [])
    .filter(warning => !warnings.includes(warning))
    .map(what =>
      odd(
        NAME,
        what,
        status?.lost?.includes(what)
          ? 'ask the senders to send their messages again'
          : isSwallowed
            ? 'set signal.command to signal-cli itself, or make the wrapper pass its output on'
            : 'rooster daemon restart, if signal-cli has been updated since',
      ),
    );
};

const signalUserFindings = ({signal, users}: SignalFacts): readonly Finding[] => {
  if (signal === undefined) return [];
  const isReachable = ({match}: SignalCheck['users'][number]): boolean =>
    match.some(address => address.startsWith('signal:'));
  const owner = users.find(({match}) => match.includes(TERMINAL));
  const name = owner?.name ?? 'owner';
  const fix = `rooster signal allow ${signal.account ?? 'YOUR-NUMBER'} --user ${name} (use your own number if the agent has a different one)`;
  if (!users.some(isReachable)) {
    return [bad(NAME, 'no person has a Signal address, so nobody there gets an answer', fix)];
  }
  if (owner === undefined || isReachable(owner)) return [good(NAME, `reminders reach ${name} on Signal`)];
  const others = elsewhere(users);
  if (others.length > 0) return [good(NAME, `${name} has no Signal address; reminders reach ${others.join(', ')}`)];
  return [odd(NAME, `${name} has no Signal address, so reminders stay at the terminal`, fix)];
};

/** Only a person knows whether a phone rings, so this reports their answer. */
const ringFindings = ({users, status, rings}: SignalFacts): readonly Finding[] => {
  const owner = users.find(({match}) => match.includes(TERMINAL));
  const isReached = owner?.match.some(address => address.startsWith('signal:')) === true;
  if (!isReached || status?.outbound !== 'up') return [];
  if (rings === undefined) {
    const what = 'not tested yet whether the phone rings for a message';
    return [odd(NAME, what, 'rooster signal ring')];
  }
  if (rings.rang) return [good(NAME, 'the phone rang for a test message')];
  const fix = 'on the phone, allow notifications for Signal and unmute the chat, then run rooster signal ring';
  return [bad(NAME, 'the phone did not ring for a test message', fix)];
};

const isCheck = (value: unknown): value is SignalCheck =>
  typeof value === 'object' && value !== null && 'probe' in value && 'users' in value && Array.isArray(value.users);

const FIXES: Readonly<Record<string, string>> = {
  unlinked: 'rooster signal link',
  conflict: 'stop the other signal-cli that uses this account',
  updateRequired: 'update signal-cli, then run rooster daemon restart',
};
const TROUBLE_FIXES: Readonly<Record<NonNullable<ChannelStatus['trouble']>, string>> = {
  captcha: 'solve the captcha (see rooster signal status)',
  limit: 'nothing to do; messages are sent when the limit ends',
  offline: 'connect to the network; sending resumes automatically',
};
const NAME = 'signal';
const INSTALL = 'install signal-cli 0.14.5 or newer (https://github.com/AsamK/signal-cli/releases)';
const JAVA =
  'install a Java runtime (25 for signal-cli 0.14; Debian: apt install openjdk-25-jre-headless), or the native build of signal-cli';
const NATIVE = 'install the library: https://github.com/AsamK/signal-cli/wiki/Provide-native-lib-for-libsignal';
const MOST_LOOKED_AT = 200;
