// The author of a message in a few words.
import {kindName} from '../../shared/records/jobs/run-kinds.ts';
import {channelOfSource, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {printableLine} from '../../shared/text/sanitize.ts';

/** `alice (signal)`, `reminder rem_…`, `operator`. */
export const formatSource = (source: MessageSource): string => {
  const {kind} = source;
  const [name, channel] = [nameOfSource(source), channelOfSource(source)];
  const who = kind === 'user' ? (name ?? 'user') : name === undefined ? kindName(kind) : `${kindName(kind)} ${name}`;
  return printableLine(channel === undefined || channel === 'terminal' ? who : `${who} (${channel})`);
};
