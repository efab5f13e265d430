// How Signal fares, for whoever looks: the bridge's health in the words that every channel has.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {BridgeHealth} from './bridge/bridge.ts';

/** `config` says whose account it is, and over what it is reached. */
export const statusOf = (
  health: BridgeHealth,
  {account = health.account, endpoint}: Pick<SignalConfig, 'account' | 'endpoint'>,
): ChannelStatus => {
  const {inbound, outbound, warnings, version, restarts, replays, life, lastReceivedAt, provenAt} = health;
  const because = outbound.open ? (inbound.open ? warnings[0] : inbound.because) : outbound.because;
  return {
    channel: 'signal',
    inbound: inbound.open ? 'up' : 'down',
    outbound: outbound.open ? 'up' : 'down',
    ...present({detail: because}),
    ...(inbound.open ? {} : {inboundDetail: inbound.because}),
    ...(outbound.open ? {} : {outboundDetail: outbound.because}),
    ...present({trouble: outbound.open ? undefined : outbound.trouble}),
    ...present({account}),
    endpoint,
    ...present({version}),
    life: life.kind,
    replays,
    warnings,
    restarts,
    ...present({lastReceivedAt, provenAt}),
  };
};

/** Whether two say the same of it: that something was received, or that it still works, is no news of the channel. */
export const isSameStatus = (one: ChannelStatus, other: ChannelStatus): boolean => told(one) === told(other);

const told = ({lastReceivedAt: _in, lastSentAt: _out, provenAt: _proven, ...status}: ChannelStatus): string =>
  JSON.stringify(status);
