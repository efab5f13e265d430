// The entry of the wire. README.md says what it promises; nothing outside imports another of its files.
export {type CallOptions, type Client, type ClientDeps, createClient} from './client.ts';
export {InvalidParams, NoAnswer, RemoteError, RPC_NUMBER} from './errors.ts';
export {
  ANSWER_LINE_CAP,
  createLineReader,
  createLineRoom,
  FIRST_LINE_CAP,
  LINE_CAP,
  type LineFault,
  UNFINISHED_CAP,
} from './lines.ts';
export {encodeNotice, readMessage} from './messages.ts';
export {
  type AnyMethod,
  type Empty,
  method,
  type ParamField,
  type ParamsOf,
  type Parsers,
  parserOf,
  type ResultOf,
  returns,
  shape,
} from './method.ts';
export {createTurnEnd} from './outgoing.ts';
export {type Caller, type Handlers, type PeerConnection, servePeer} from './peer.ts';
export {socketTransport} from './socket-transport.ts';
export {type CloseReason, formatClose, reasonOfClose, type Transport, type TransportHandlers} from './transport.ts';
