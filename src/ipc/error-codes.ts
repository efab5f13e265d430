// What goes over the wire for whatever was thrown, and what comes back out of it: one table, read both ways. An unexpected
// exception crosses as a fixed sentence: its own words and its stack may hold secrets and stay at home.

import {present} from '../shared/fields/present.ts';
import {
  type ErrorCode,
  type ErrorFault,
  GatewayError,
  isErrorCode,
  isErrorFault,
} from '../shared/records/gateway-error.ts';

/** The JSON-RPC numbers this house sends. `gateway` carries `data: {code, message}`, and a `fault` where there is one. */
export const RPC_NUMBER = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  gateway: -32000,
} as const;

export type WireError = {readonly code: number; readonly message: string; readonly data?: unknown};

/** Parameters of the wrong shape; the sentence names the method and the field. */
export class InvalidParams extends GatewayError {
  constructor(sentence: string) {
    super('invalid', sentence);
  }
}

/** An error that the other side answered with. `rpcCode` and `data` are as they came, for peers with codes of their own. */
export class RemoteError extends GatewayError {
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(code: ErrorCode, {code: rpcCode, message, data}: WireError) {
    super(code, message, {fault: faultIn(data)});
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

export const errorToWire = (thrown: unknown): WireError => {
  if (thrown instanceof InvalidParams) return {code: RPC_NUMBER.params, message: thrown.message};
  if (!(thrown instanceof GatewayError)) return {code: RPC_NUMBER.internal, message: UNEXPECTED};
  const {code, message, fault} = thrown;
  const data = {code, message, ...present({fault})};
  return {code: RPC_NUMBER.gateway, message, data};
};

export const errorFromWire = (error: WireError): RemoteError => new RemoteError(codeOf(error), error);

const codeOf = ({code, data}: WireError): ErrorCode => {
  if (code !== RPC_NUMBER.gateway) return MEANING.get(code) ?? 'failed';
  const named = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return isErrorCode(named) ? named : 'failed';
};

/** One that a newer daemon knows is none here. */
const faultIn = (data: unknown): ErrorFault | undefined => {
  const named = typeof data === 'object' && data !== null && 'fault' in data ? data.fault : undefined;
  return isErrorFault(named) ? named : undefined;
};

/** The number json-rpc-2.0 gives to a call that was never answered. */
export const UNANSWERED = 0;

const MEANING: ReadonlyMap<number, ErrorCode> = new Map([
  [RPC_NUMBER.parse, 'invalid'],
  [RPC_NUMBER.request, 'invalid'],
  [RPC_NUMBER.method, 'invalid'],
  [RPC_NUMBER.params, 'invalid'],
  [RPC_NUMBER.internal, 'failed'],
  [UNANSWERED, 'unavailable'],
] as const);

const UNEXPECTED = 'Something went wrong inside the daemon; its log says what.';
