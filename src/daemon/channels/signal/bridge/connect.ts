// Connects to a signal-cli on a UNIX or TCP socket.
import {connect as connectSocket, type Socket} from 'node:net';
import {longPathReason} from '../../../../ipc/socket/dial.ts';
import {ANSWER_LINE_CAP, createTurnEnd, socketTransport, type Transport} from '../../../../ipc/wire/index.ts';
import {ReasonedError} from '../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';

export type SocketPlace = {readonly path: string} | {readonly host: string; readonly port: number};

/** Rejects with an `unavailable` ReasonedError after at most 10 s. */
export const connectTo = async (place: SocketPlace, clock: Clock): Promise<Transport> => {
  const tooLong = 'path' in place ? longPathReason(place.path) : undefined;
  if (tooLong !== undefined) throw new ReasonedError('unavailable', tooLong);
  const socket = connectSocket({...place, allowHalfOpen: true});
  if ('port' in place) socket.setKeepAlive(true, 30 * SECOND).setNoDelay(true);
  try {
    await connected(socket, place, clock);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socketTransport({socket, lineCap: ANSWER_LINE_CAP, turnEnd: createTurnEnd()});
};

const connected = async (socket: Socket, place: SocketPlace, clock: Clock): Promise<void> => {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const where = 'path' in place ? place.path : `${place.host}:${place.port}`;
  const fail = (error: NodeJS.ErrnoException): void =>
    reject(new ReasonedError('unavailable', reasonOfError(error, where), {cause: error}));
  const late = (): void => reject(new ReasonedError('unavailable', {what: `Nothing at ${where} answered within 10 s`}));
  using _ = clock.after(CONNECT_MS, late);
  socket.once('connect', resolve).once('error', fail);
  try {
    await promise;
  } finally {
    socket.off('error', fail);
  }
};

const reasonOfError = (error: NodeJS.ErrnoException, where: string): Reason => {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {what: `No signal-cli at ${where}: no such socket`};
    case 'ECONNREFUSED':
      return {what: `No signal-cli answers at ${where}`};
    case 'EACCES':
    case 'EPERM':
      return {what: `The socket ${where} of signal-cli belongs to somebody else`};
    default:
      return {what: `signal-cli at ${where} could not be reached (${error.message})`};
  }
};

const CONNECT_MS = 10 * SECOND;
