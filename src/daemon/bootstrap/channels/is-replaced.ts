// An injected channel replaces a configured one.
import type {ConnectOptions} from './channel-entries.ts';

export const isReplaced = ({channels = []}: Pick<ConnectOptions, 'channels'>, channel: string): boolean =>
  channels.some(({name}) => name === channel);
