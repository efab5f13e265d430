// A channel that is configured and cannot work is a problem of the configuration as much as of the channel: whoever looks at what
// is wrong finds it there.
import type {ChannelStatus, ConfigProblem} from '../../shared/events/gateway-event.ts';

/** One that is only on its way, or switched off, is none. */
export const channelProblems = (channels: readonly ChannelStatus[]): readonly ConfigProblem[] =>
  channels.flatMap(status => {
    const {channel, inbound, outbound, detail, life, lost = []} = status;
    const missing = lost.map(reason => ({key: channel, reason, inForce: ASK_AGAIN}));
    const works = inbound === 'up' && outbound === 'up';
    const passes = life === 'starting' || life === 'stopping' || life === 'stopped';
    if (works || passes || detail === undefined) return missing;
    return [{key: channel, reason: detail, inForce: consequences(status)}, ...missing];
  });

const ASK_AGAIN = 'ask whoever wrote to you then to send it again';

const consequences = ({channel, inbound, outbound}: ChannelStatus): string => {
  if (inbound === 'up') return `what goes out by ${channel} waits in the outbox`;
  if (outbound === 'up') return `what is written on ${channel} does not arrive`;
  return `nothing is received by ${channel}, and what goes out waits in the outbox`;
};
