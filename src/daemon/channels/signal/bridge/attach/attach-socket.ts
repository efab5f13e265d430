// Connects to an external signal-cli over a UNIX or TCP socket.
import type {Bridge} from '../bridge.ts';
import type {SocketPlace} from '../connect.ts';
import {greet} from '../signal-cli-session.ts';
import {type AttachDeps, startAttached} from './attach.ts';

type AttachSocketDeps = AttachDeps & {
  readonly place: SocketPlace;
  /** The account to use, if signal-cli serves several. */
  readonly account?: string;
};

/** Subscribes in any mode. If signal-cli also sends messages without a subscription, duplicates are dropped. */
export const attachToSocket = ({place, account, ...deps}: AttachSocketDeps): Bridge =>
  startAttached({...deps, account}, ({onReceived}) => greet({place, clock: deps.clock, choose: {account}, onReceived}));
