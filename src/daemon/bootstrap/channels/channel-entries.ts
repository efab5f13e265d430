// One entry for each channel. A new channel doesn't compile until its entry is complete.

import type {ChannelName} from '../../../shared/records/channels.ts';
import type {ConnectOptions} from '../parts.ts';
import {connectSignal} from '../signal/connect-signal.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {connectHook} from './connect-hook.ts';
import {connectMail} from './connect-mail.ts';
import {connectNotify} from './connect-notify.ts';
import {connectNtfy} from './connect-ntfy.ts';
import {connectStandIn} from './connect-stand-in.ts';

type ChannelEntry = {
  /** Undefined for a channel that needs no connection. */
  readonly connect: ((options: ConnectOptions) => ChannelConnection) | undefined;
  /** True if an injected channel in its place is listened to, and not only sent to. @default false */
  readonly standInListens?: boolean;
};

/** Connects a channel, or the injected one that replaces it. Undefined if nothing needs a connection. */
export const connectChannel = (name: ChannelName, options: ConnectOptions): ChannelConnection | undefined => {
  const {connect, standInListens = false} = CHANNEL_ENTRIES[name];
  const standIn = options.channels?.find(channel => channel.name === name);
  if (standIn === undefined) return connect?.(options);
  return standInListens ? connectStandIn(standIn, options) : undefined;
};

const CHANNEL_ENTRIES: Readonly<Record<ChannelName, ChannelEntry>> = {
  terminal: {connect: undefined},
  signal: {connect: connectSignal, standInListens: true},
  ntfy: {connect: connectNtfy},
  notify: {connect: connectNotify},
  hook: {connect: connectHook},
  mail: {connect: connectMail, standInListens: true},
};
