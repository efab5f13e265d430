// Converts the bridge's health to the status of a channel.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {BridgeHealth} from './bridge/bridge.ts';

/** `config`: the account and the endpoint. */
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

/** Compares statuses without the times of the last message and the last check, which aren't changes. */
export const isSameStatus = (one: ChannelStatus, other: ChannelStatus): boolean =>
  comparable(one) === comparable(other);

const comparable = ({lastReceivedAt: _in, lastSentAt: _out, provenAt: _proven, ...status}: ChannelStatus): string =>
  JSON.stringify(status);
