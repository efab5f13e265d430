// Disconnects a client with a reason.
import type {Notices} from '../../ipc/protocol.ts';
import {encodeNotice, type PeerConnection} from '../../ipc/wire/index.ts';

/**
 * Sends everything so far, then the reason, then closes. A client that doesn't read is disconnected after the time
 * limit.
 */
export const sayGoodbye = (connection: Pick<PeerConnection, 'send' | 'close'>, reason: string): void => {
  connection.send(encodeNotice<Notices, 'closing'>('closing', {reason}));
  connection.close();
};
