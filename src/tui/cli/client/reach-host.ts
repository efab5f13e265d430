// The daemon of another machine, as a command reaches it. Nothing of this machine's own home is used, and no daemon is
// ever started here.
import {DialError} from '../../../ipc/socket/dial.ts';
import {dialHost} from '../../../ipc/socket/dial-host.ts';
import {type Host, otherRelease} from '../../../shared/records/host.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {CommandWorld} from '../command.ts';
import {type ConnectDeps, greet} from './connect.ts';
import type {DaemonProgram} from './daemon-program.ts';
import {HostError, HungDaemonError, NoDaemonError, noneRuns, UnreachableHostError} from './no-daemon-error.ts';

export type ReachedHost = Pick<ConnectDeps, 'clock' | 'version' | 'onZone' | 'onNames'> & {
  readonly host: Host;
  /** Somebody sits here. */
  readonly onTerminal: () => boolean;
  /** Another release runs there: both versions. */
  readonly onOther: (sentence: string) => void;
};

export const reachHost = ({
  host,
  onTerminal,
  onOther,
  ...deps
}: ReachedHost): Pick<CommandWorld, 'program' | 'lockHolder' | 'connect'> => {
  let isTold = false;
  const noteRelease = (there: string): void => {
    const sentence = otherRelease(host.name, there, deps.version);
    if (isTold || sentence === undefined) return;
    isTold = true;
    onOther(sentence);
  };
  return {
    program: elsewhere(host),
    lockHolder: () => undefined,
    connect: async ({onNotice = ignore, along = ignore, patienceMs = PATIENCE_MS, signal, ...options} = {}) => {
      const {starts = true, mayAsk = true} = options;
      const dial = () => dialHost(host, {starts, mayAsk: mayAsk && onTerminal(), signal});
      const greeting = await greet(deps, dial, {onNotice, signal, along, timeoutMs: patienceMs}).catch(thrown => {
        throw unreachable(host, thrown);
      });
      if (greeting.kind === 'nobody')
        throw new HostError(noneRuns(host), {daemonState: greeting.daemonState, cause: greeting.cause});
      noteRelease(greeting.connection.hello.version);
      return greeting.connection;
    },
  };
};

const unreachable = (host: Host, thrown: unknown): unknown => {
  if (thrown instanceof HungDaemonError)
    return new UnreachableHostError(`${host.name} doesn't answer.`, {cause: thrown});
  return thrown instanceof NoDaemonError && thrown.cause instanceof DialError
    ? new UnreachableHostError(thrown.message, {cause: thrown})
    : thrown;
};

/** The daemon's program is on the other machine: nothing may run the one of this machine instead. */
const elsewhere = ({destination}: Host): DaemonProgram => {
  const refuse = (): never => {
    throw new GatewayError('refused', `This needs the machine itself. Run it there: ssh ${destination}`);
  };
  return {
    get entry() {
      return refuse();
    },
    start: refuse,
    ask: refuse,
    become: refuse,
  };
};

const ignore = (): void => {};

/** A daemon that starts there on a slow machine; a person who types a password. */
const PATIENCE_MS = 2 * MINUTE;
