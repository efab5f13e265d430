// Computes the health of a bridge, for the internal and an external signal-cli alike.
import {formatReason, type Reason, stopped} from '../../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {BridgeHealth} from '../bridge.ts';
import type {Host} from '../host.ts';
import {versionWarning} from '../program.ts';
import {checkNetwork, type ProcessState, reasonOfState} from './process-state.ts';

type HealthFacts = {
  readonly host: Host;
  readonly life: ProcessState;
  /** The reason why received messages can't be stored now, as a part of a sentence. */
  readonly trouble: string | undefined;
  /** The reason why no messages arrive although calls work. */
  readonly interruption?: Reason | undefined;
  /** The reason why neither direction works although signal-cli runs. */
  readonly fault?: Fault | undefined;
  /** The reason why nothing may be sent although messages arrive. */
  readonly doubt?: Reason | undefined;
  /** Sentences for the operator, besides the warning about the version. */
  readonly warnings?: readonly string[];
  readonly replays: boolean;
  readonly version?: string | undefined;
  /** Number of starts or connections of signal-cli. */
  readonly starts: number;
  readonly lastReceivedAt?: EpochMs | undefined;
  readonly provenAt?: EpochMs | undefined;
  readonly account?: string | undefined;
};

type Fault = {readonly reason: Reason; readonly trouble?: 'offline'};

/** `because`: why the connection to signal-cli ended, as a part of a sentence. */
export const lostReason = (because: string): Reason => ({what: `The connection to signal-cli ended: ${because}`});

/** signal-cli answers but can't reach Signal. `why` is a part of a sentence about signal-cli. */
export const unreachedFault = (why: string | undefined, host: Host): Fault | undefined =>
  why === undefined
    ? undefined
    : {reason: {what: `signal-cli runs, but ${why}`, advice: checkNetwork(host)}, trouble: 'offline'};

export const healthOf = (facts: HealthFacts): BridgeHealth => {
  const {life, warnings = [], starts, version, replays, lastReceivedAt, provenAt, account} = facts;
  const warning = versionWarning(version ?? '');
  return {
    ...{life, replays, version, lastReceivedAt, provenAt, account},
    ...waysOf(facts, inboundOf(facts)),
    warnings: [...(warning === undefined ? [] : [warning]), ...warnings],
    restarts: Math.max(0, starts - 1),
  };
};

const waysOf = (
  {life, fault, doubt}: HealthFacts,
  inbound: BridgeHealth['inbound'],
): Pick<BridgeHealth, 'inbound' | 'outbound'> => {
  const isUp = life.kind === 'up';
  if (isUp && fault === undefined)
    return {outbound: doubt === undefined ? {open: true} : {open: false, because: formatReason(doubt)}, inbound};
  const because = formatReason(isUp && fault !== undefined ? fault.reason : reasonOfState(life));
  const trouble = isUp ? fault?.trouble : isOffline(life) ? 'offline' : undefined;
  return {outbound: {open: false, because, trouble}, inbound: {open: false, because}};
};

const isOffline = (life: ProcessState): boolean => life.kind === 'down' && life.offline === true;

const inboundOf = ({interruption, trouble, host: {name}}: HealthFacts): BridgeHealth['inbound'] => {
  if (interruption !== undefined) return {open: false, because: `${formatReason(interruption)} ${name} retries.`};
  if (trouble === undefined) return {open: true};
  return {open: false, because: `Couldn't store a received message: ${stopped(trouble)} ${name} retries.`};
};
