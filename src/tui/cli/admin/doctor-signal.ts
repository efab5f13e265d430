// The way from this machine to the phone, step by step: the program, its Java, its age, the account, the people, the deliveries.
// What is known is asked of the daemon and of its program; what follows from it is decided here, purely.

import {existsSync} from 'node:fs';
import type {DaemonStatus, Result} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import {TERMINAL} from '../../../shared/records/address.ts';
import {addressName, type Names, NO_NAMES} from '../../../shared/text/names.ts';
import {ask} from '../ask.ts';
import {askProgram} from '../client/ask-program.ts';
import type {CommandWorld} from '../command.ts';
import type {Finding} from './finding.ts';

/** What `check-signal` of the daemon's program says. */
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

type Deliveries = Result<'outbox.list'>['deliveries'];
type ChannelStatus = Wire<DaemonStatus>['channels'][number];
type Held = NonNullable<ChannelStatus['held']>[number];

export type SignalFacts = SignalCheck & {
  /** As the daemon says; undefined where none runs. */
  readonly status?: ChannelStatus;
  /** Whether the operator's phone rings, as they said. */
  readonly rings?: ChannelStatus['rings'];
  /** Chats whose messages are held up. */
  readonly held?: ChannelStatus['held'];
  /** What was given up and nobody has put away, newest first. */
  readonly dead?: Deliveries;
  /** What people and groups are called. */
  readonly names?: Names;
};

export const signalFindings = async (
  world: CommandWorld,
  daemon: Wire<DaemonStatus> | undefined,
): Promise<readonly Finding[]> => {
  // Asking its program would make the home.
  if (!existsSync(world.places.config)) return [notSetUp(false)];
  const check = await askProgram(world, ['check-signal'], isCheck);
  const status = daemon?.channels.find(({channel}) => channel === 'signal');
  const asked = daemon === undefined ? {} : await askDaemon(world);
  return judgeSignal({...check, ...(status !== undefined && {status}), ...asked});
};

const askDaemon = async (world: CommandWorld): Promise<Pick<SignalFacts, 'rings' | 'held' | 'dead' | 'names'>> => {
  const [{rings, held}, {deliveries}] = await Promise.all([
    ask(world, 'signal.status', {}),
    ask(world, 'outbox.list', {state: 'dead', limit: MOST_LOOKED_AT}),
  ]);
  const dead = deliveries.filter(({address, discarded}) => address.startsWith('signal:') && discarded !== true);
  return {dead, names: world.names(), ...(rings !== undefined && {rings}), ...(held !== undefined && {held})};
};

/** Everything that is to be said of the way to the phone, in the order in which it is gone. */
export const judgeSignal = (facts: SignalFacts): readonly Finding[] => {
  const {signal, probe} = facts;
  if (signal === undefined) return [notSetUp(probe.program?.kind === 'works')];
  const way = [...programFindings(facts), ...endpointFindings(facts), ...accountFindings(facts)];
  return [
    ...way,
    ...bridgeFindings(
      facts,
      way.some(({verdict}) => verdict === 'bad'),
    ),
    ...warningFindings(facts),
    ...peopleFindings(facts),
    ...ringFindings(facts),
    ...outboxFindings(facts),
  ];
};

const notSetUp = (hasProgram: boolean): Finding => ({
  name: NAME,
  verdict: 'odd',
  what: 'Signal is not set up; reminders reach you at the terminal only',
  mend: hasProgram ? 'rooster signal link' : `${INSTALL}, then run rooster signal link`,
});

const programFindings = ({signal, probe: {program, tooLong}}: SignalFacts): readonly Finding[] => {
  if (program === undefined || signal === undefined) return [];
  const {command} = signal;
  const bad = (what: string, mend: string): readonly Finding[] => [{name: NAME, verdict: 'bad', what, mend}];
  if (tooLong !== undefined) return bad(tooLong, 'set ROOSTER_HOME to a folder with a shorter path');
  switch (program.kind) {
    case 'works':
      // One that is too old is not started.
      return versionFindings(`signal-cli ${program.version}`, program.warning, 'bad');
    case 'absent':
      return bad(
        `couldn't find the program "${command}"`,
        `${INSTALL}, or run rooster config set signal.command /path/to/signal-cli`,
      );
    case 'notExecutable':
      return bad(
        `"${command}" is not executable`,
        `chmod +x ${command}, or set the right path with rooster config set signal.command PATH`,
      );
    case 'noJava':
      return bad(`"${command}" couldn't find Java`, JAVA);
    case 'oldJava':
      return bad(`"${command}" needs a newer Java`, JAVA);
    case 'noNative':
      return bad(`"${command}" has no libsignal-client library for this machine`, NATIVE);
    default:
      return bad(`"${command}" does not work: ${program.because}`, `run it yourself to see why: ${command} --version`);
  }
};

const versionFindings = (
  what: string,
  warning: string | undefined,
  verdict: 'odd' | 'bad' = 'odd',
): readonly Finding[] =>
  warning === undefined
    ? [{name: NAME, verdict: 'good', what}]
    : [{name: NAME, verdict, what: warning, mend: `${INSTALL}, then run rooster daemon restart`}];

const endpointFindings = ({signal, status, probe: {endpoint}}: SignalFacts): readonly Finding[] => {
  if (endpoint === undefined || signal === undefined) return [];
  const where = signal.endpoint;
  if (endpoint.kind !== 'answers') {
    const what = `no signal-cli answers at ${where}: ${endpoint.because}`;
    const mend = `start signal-cli there (signal-cli -a ACCOUNT daemon --receive-mode manual …), or let Rooster start it: rooster config set signal.endpoint spawn`;
    return [{name: NAME, verdict: 'bad', what, mend}];
  }
  const {accounts, version, warning} = endpoint;
  const found = versionFindings(`signal-cli ${version} at ${where}`, warning);
  if (accounts !== undefined && !isServed(accounts, signal.account)) {
    const serves = accounts.length === 0 ? 'no account' : accounts.join(', ');
    const mend =
      accounts[0] === undefined
        ? 'link an account there (signal-cli link), then start signal-cli with -a ACCOUNT'
        : `rooster config set signal.account ${accounts[0]}`;
    return [...found, {name: NAME, verdict: 'bad', what: `the signal-cli at ${where} has ${serves}`, mend}];
  }
  if (status?.replays !== false) return found;
  const what =
    'messages that arrive while the daemon is stopped may be lost, because signal-cli receives them without it';
  return [
    ...found,
    {
      name: NAME,
      verdict: 'odd',
      what,
      mend: 'start that signal-cli with --receive-mode manual, or let Rooster start it',
    },
  ];
};

const isServed = (accounts: readonly string[], account: string | undefined): boolean =>
  account === undefined ? accounts.length === 1 : accounts.includes(account);

const accountFindings = ({signal, status, probe: {linked}}: SignalFacts): readonly Finding[] => {
  // Where Signal knows the device no longer, the daemon says so.
  if (signal?.endpoint !== 'spawn' || status?.life === 'unlinked') return [];
  const {account} = signal;
  const mend = 'rooster signal link';
  if (account === undefined) return [{name: NAME, verdict: 'bad', what: 'no account is linked', mend}];
  if (linked !== false) return [{name: NAME, verdict: 'good', what: `linked to ${account}`}];
  return [{name: NAME, verdict: 'bad', what: `signal-cli has no account ${account}; it was never linked here`, mend}];
};

/** How the daemon fares with it; what was found to be wrong above already explains it. */
const bridgeFindings = ({status}: SignalFacts, isExplained: boolean): readonly Finding[] => {
  if (status === undefined) return [];
  const {inbound, outbound, life = '', trouble, detail} = status;
  if (inbound === 'up' && outbound === 'up')
    return [{name: NAME, verdict: 'good', what: 'the daemon sends and receives'}];
  if (life === 'starting')
    return [{name: NAME, verdict: 'odd', what: 'signal-cli is starting', mend: 'run rooster doctor again in a minute'}];
  if (isExplained) return [];
  const what = `in ${inbound}, out ${outbound}${detail === undefined ? '' : `: ${detail}`}`;
  return [{name: NAME, verdict: 'bad', what, mend: bridgeMend(life, trouble)}];
};

const bridgeMend = (life: string, trouble: ChannelStatus['trouble']): string =>
  (trouble && TROUBLE_MENDS[trouble]) ?? MENDS[life] ?? 'rooster signal status, or rooster daemon logs';

/** What the bridge has to say while it works, unless its program or endpoint said it above. */
const warningFindings = ({status, probe}: SignalFacts): readonly Finding[] => {
  const told = [probe.program?.warning, probe.endpoint?.warning];
  // One that is started here keeps what arrives, unless something stands between.
  const isSwallowed = status?.endpoint === 'spawn' && status.replays === false;
  return (status?.warnings ?? [])
    .filter(warning => !told.includes(warning))
    .map(what => ({
      name: NAME,
      verdict: 'odd',
      what,
      mend: status?.lost?.includes(what)
        ? 'ask the senders to send their messages again'
        : isSwallowed
          ? 'set signal.command to signal-cli itself, or make the wrapper pass its output on'
          : 'rooster daemon restart, if signal-cli has been updated since',
    }));
};

const peopleFindings = ({signal, users}: SignalFacts): readonly Finding[] => {
  if (signal === undefined) return [];
  const isMet = ({match}: SignalCheck['users'][number]): boolean =>
    match.some(address => address.startsWith('signal:'));
  const owner = users.find(({match}) => match.includes(TERMINAL));
  const name = owner?.name ?? 'owner';
  const mend = `rooster signal allow ${signal.account ?? 'YOUR-NUMBER'} --user ${name} (use your own number if the agent has a different one)`;
  if (!users.some(isMet)) {
    return [{name: NAME, verdict: 'bad', what: 'no user has a Signal address, so nobody there gets an answer', mend}];
  }
  if (owner === undefined || isMet(owner))
    return [{name: NAME, verdict: 'good', what: `reminders reach ${name} on Signal`}];
  return [{name: NAME, verdict: 'odd', what: `${name} has no Signal address, so reminders stay at the terminal`, mend}];
};

/** Only a person can tell whether a phone rings, so this is what they said. */
const ringFindings = ({users, status, rings}: SignalFacts): readonly Finding[] => {
  const owner = users.find(({match}) => match.includes(TERMINAL));
  const isReached = owner?.match.some(address => address.startsWith('signal:')) === true;
  if (!isReached || status?.outbound !== 'up') return [];
  if (rings === undefined) {
    const what = 'not tested yet whether the phone rings for a message';
    return [{name: NAME, verdict: 'odd', what, mend: 'rooster signal ring'}];
  }
  if (rings.rang) return [{name: NAME, verdict: 'good', what: 'the phone rang for a test message'}];
  const mend = 'on the phone, allow notifications for Signal and unmute the chat, then run rooster signal ring';
  return [{name: NAME, verdict: 'bad', what: 'the phone did not ring for a test message', mend}];
};

const outboxFindings = ({held = [], dead = [], status, names = NO_NAMES}: SignalFacts): readonly Finding[] => {
  const note = (what: string, mend: string): Finding => ({name: NAME, verdict: 'odd', what, mend});
  const [newest] = dead;
  const many = dead.length === 1 ? '1 message' : `${dead.length} messages`;
  const because = newest?.lastError === undefined ? '' : `; the newest: ${newest.lastError}`;
  return [
    ...(newest === undefined ? [] : [note(`${many} failed for good${because}`, deadMend(newest))]),
    ...heldFindings(held, status, names).map(([what, mend]) => note(what, mend)),
    ...(status?.untrusted ?? []).map(({address, name}) =>
      note(
        `the safety number of ${name} has changed, so their messages can't be read`,
        `compare the safety number with them, then run rooster signal trust ${address}`,
      ),
    ),
  ];
};

/** Where nothing can be sent at all, the reason stands above. */
const heldFindings = (
  held: readonly Held[],
  status: ChannelStatus | undefined,
  names: Names,
): readonly (readonly [what: string, mend: string])[] => {
  const look = 'rooster outbox --state queued';
  if (held.length === 0) return [];
  if (status?.outbound === 'up') return held.map(chat => [formatHeld(chat, names), needMend(chat) ?? look]);
  const count = held.reduce((sum, {messages}) => sum + messages, 0);
  return [[`${count === 1 ? '1 message waits' : `${count} messages wait`} until Signal works again`, look]];
};

const formatHeld = ({address, messages, reason}: Held, names: Names): string =>
  `${messages === 1 ? '1 message to' : `${messages} messages to`} ${addressName(address, names)} ${messages === 1 ? 'waits' : 'wait'}: ${reason}`;

const deadMend = ({id, address, needs}: Deliveries[number]): string => {
  const again = `rooster outbox retry ${id}`;
  const first = needMend({address, needs});
  return first === undefined
    ? 'rooster outbox --state dead, then retry or discard each'
    : `${first}, then run ${again}`;
};

/** What a person has to do first. */
const needMend = ({
  address,
  needs,
}: Pick<Held, 'address'> & {readonly needs?: Held['needs'] | undefined}): string | undefined => {
  switch (needs) {
    case 'trust':
      return `compare the safety number with them and run rooster signal trust ${address}`;
    case 'captcha':
      return 'solve the captcha as described there';
    case 'link':
      return 'rooster signal link';
    case 'update':
      return 'update signal-cli, then run rooster daemon restart';
    case undefined:
      return undefined;
  }
};

const isCheck = (value: unknown): value is SignalCheck =>
  typeof value === 'object' && value !== null && 'probe' in value && 'users' in value && Array.isArray(value.users);

const MENDS: Readonly<Record<string, string>> = {
  unlinked: 'rooster signal link',
  conflict: 'stop the other signal-cli that uses this account',
  updateRequired: 'update signal-cli, then run rooster daemon restart',
};
const TROUBLE_MENDS: Readonly<Record<NonNullable<ChannelStatus['trouble']>, string>> = {
  captcha: 'solve the captcha as described there',
  limit: 'nothing to do; messages leave when the limit ends',
  offline: 'connect to the network; sending resumes automatically',
};
const NAME = 'signal';
const INSTALL = 'install signal-cli 0.14.5 or newer (https://github.com/AsamK/signal-cli/releases)';
const JAVA =
  'install a Java runtime (25 for signal-cli 0.14; Debian: apt install openjdk-25-jre-headless), or the native build of signal-cli';
const NATIVE = 'install the library: https://github.com/AsamK/signal-cli/wiki/Provide-native-lib-for-libsignal';
const MOST_LOOKED_AT = 200;
