// The last thing said on a connection that the daemon closes.
import {encodeNotice} from '../../ipc/messages.ts';
import type {Connection} from '../../ipc/peer.ts';
import type {Notices} from '../../ipc/protocol.ts';

/** A client that reads on gets everything sent so far, then the reason, then the end; one that does not is cut off by then. */
export const sayGoodbye = (connection: Pick<Connection, 'send' | 'close'>, reason: string): void => {
  connection.send(encodeNotice<Notices, 'closing'>('closing', {reason}));
  connection.close();
};
