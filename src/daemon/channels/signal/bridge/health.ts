// How a bridge fares, composed of what it knows: the same for the signal-cli that we run and for one that is there already.
import type {EpochMs} from '../../../../shared/time.ts';
import type {BridgeHealth} from './bridge.ts';
import {type Life, lifeWords} from './life.ts';
import {versionWarning} from './version.ts';

type HealthFacts = {
  readonly life: Life;
  /** Why what arrives cannot be kept at present, as a part of a sentence. */
  readonly trouble: string | undefined;
  /** Why none arrives at present although calls are answered, in a sentence. */
  readonly interruption: string | undefined;
  readonly replays: boolean;
  readonly version: string | undefined;
  /** How often it was started, or connected to. */
  readonly starts: number;
  readonly lastReceivedAt: EpochMs | undefined;
};

export const healthOf = ({
  life,
  trouble,
  interruption,
  replays,
  version,
  starts,
  lastReceivedAt,
}: HealthFacts): BridgeHealth => {
  const closed = {open: false, because: lifeWords(life)} as const;
  const warning = version === undefined ? undefined : versionWarning(version);
  return {
    life,
    outbound: life.kind === 'up' ? {open: true} : {...closed, ...(isOffline(life) && {trouble: 'offline'})},
    inbound: life.kind === 'up' ? inboundOf(interruption, trouble) : closed,
    replays,
    ...(version !== undefined && {version}),
    warnings: warning === undefined ? [] : [warning],
    restarts: Math.max(0, starts - 1),
    ...(lastReceivedAt !== undefined && {lastReceivedAt}),
  };
};

const isOffline = (life: Life): boolean => life.kind === 'down' && life.offline === true;

const inboundOf = (interruption: string | undefined, trouble: string | undefined): BridgeHealth['inbound'] => {
  if (interruption !== undefined) return {open: false, because: `${interruption} It is tried again.`};
  if (trouble === undefined) return {open: true};
  return {open: false, because: `What Signal delivered cannot be kept (${trouble}); it is tried again.`};
};
