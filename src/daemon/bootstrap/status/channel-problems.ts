// Reports broken channels as configuration problems too, so that they appear where a person looks for problems.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Problem} from '../../../shared/records/problem.ts';

/** A channel that is connecting or off isn't a problem. */
export const channelProblems = (channels: readonly ChannelStatus[]): readonly Problem[] =>
  channels.flatMap(status => {
    const {channel, inbound, outbound, detail, life, lost = []} = status;
    const missing = lost.map(reason => ({key: channel, reason, inForce: ASK_AGAIN}));
    const works = inbound === 'up' && outbound === 'up';
    const passes = life === 'starting' || life === 'stopping' || life === 'stopped';
    if (works || passes || detail === undefined) return missing;
    return [{key: channel, reason: detail, inForce: consequences(status)}, ...missing];
  });

const ASK_AGAIN = 'ask the senders to send their messages again';

const consequences = ({channel, inbound, outbound}: ChannelStatus): string => {
  if (inbound === 'up') return `messages to ${channel} wait in the outbox`;
  if (outbound === 'up') return `messages from ${channel} do not arrive`;
  return `${channel} receives nothing, and outgoing messages wait in the outbox`;
};
