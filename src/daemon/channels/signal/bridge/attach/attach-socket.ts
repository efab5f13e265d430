// A signal-cli that listens on a UNIX or TCP socket and is run by somebody else.
import {present} from '../../../../../shared/fields/present.ts';
import type {Bridge} from '../bridge.ts';
import type {SocketPlace} from '../connect.ts';
import {greet} from '../session.ts';
import {type AttachDeps, startAttached} from './attach.ts';

export type AttachSocketDeps = AttachDeps & {
  readonly place: SocketPlace;
  /** Which account is meant, where signal-cli serves several. */
  readonly account?: string;
};

/** It is subscribed to in any mode: where signal-cli hands out unasked as well, what comes twice is taken once. */
export const attachToSocket = ({place, account, ...deps}: AttachSocketDeps): Bridge =>
  startAttached({...deps, ...present({account})}, ({onReceived}) =>
    greet({place, clock: deps.clock, choose: {account}, onReceived}),
  );
