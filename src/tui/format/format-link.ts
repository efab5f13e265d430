import type {ChannelStatus} from '../../shared/events/gateway-event.ts';

/** `up`, `up (sends only)`, or each direction: `receiving down, sending up`. */
export const formatLink = ({inbound, outbound}: Pick<ChannelStatus, 'inbound' | 'outbound'>): string => {
  if (inbound === outbound) return outbound;
  return inbound === 'off' ? `${outbound} (sends only)` : `receiving ${inbound}, sending ${outbound}`;
};
