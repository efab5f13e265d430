// Maps errors to the wire and back: one table, read both ways. An unexpected exception is sent as a fixed sentence,
// because its message and stack may hold secrets.
import {isRecord} from '../../shared/fields/is-record.ts';
import {
  type ErrorCode,
  type ErrorFault,
  type FilePlace,
  GatewayError,
  isErrorCode,
  isErrorFault,
  ReasonedError,
} from '../../shared/text/gateway-error.ts';
import type {Reason} from '../../shared/text/sentences.ts';

/**
 * The JSON-RPC error numbers. `gateway` carries `data: {code, message}`, and sometimes a `fault`
 * with its `count`, or `file`, `line` and `reason`, or the `address` of `moved`.
 */
export const RPC_NUMBER = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  gateway: -32000,
} as const;

export type WireError = {readonly code: number; readonly message: string; readonly data?: unknown};

/** Parameters of the wrong shape. The sentence names the method and the field. */
export class InvalidParams extends GatewayError {
  constructor(sentence: string) {
    super('invalid', sentence);
  }
}

/** An error response. `rpcCode` and `data` are unchanged, for peers with their own codes. */
export class RemoteError extends GatewayError {
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(code: ErrorCode, {code: rpcCode, message, data}: WireError) {
    super(code, message, {
      fault: faultIn(data),
      invalid: placeIn(data),
      count: countIn(data),
      address: addressIn(data),
    });
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

/** No response to a call. `unsent`: the call never left. `lost`: whether it had an effect is unknown. */
export class NoAnswer extends ReasonedError {
  readonly kind: 'unsent' | 'lost';

  constructor(kind: 'unsent' | 'lost', reason: Reason) {
    super('unavailable', reason);
    this.kind = kind;
  }
}

export const errorToWire = (thrown: unknown): WireError => {
  if (thrown instanceof InvalidParams) return {code: RPC_NUMBER.params, message: thrown.message};
  if (!(thrown instanceof GatewayError)) return {code: RPC_NUMBER.internal, message: UNEXPECTED};
  const {code, message, fault, invalid, count, address} = thrown;
  const data = {code, message, fault, count, address, ...invalid};
  return {code: RPC_NUMBER.gateway, message, data};
};

export const errorFromWire = (error: WireError): RemoteError => new RemoteError(codeOf(error), error);

const codeOf = ({code, data}: WireError): ErrorCode => {
  if (code !== RPC_NUMBER.gateway) return MEANING.get(code) ?? 'failed';
  const named = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return isErrorCode(named) ? named : 'failed';
};

/** Ignores faults that only a newer peer knows. */
const faultIn = (data: unknown): ErrorFault | undefined => {
  const named = typeof data === 'object' && data !== null && 'fault' in data ? data.fault : undefined;
  return isErrorFault(named) ? named : undefined;
};

const countIn = (data: unknown): number | undefined =>
  isRecord(data) && typeof data['count'] === 'number' ? data['count'] : undefined;

/** Text from outside: its user checks it. */
const addressIn = (data: unknown): string | undefined =>
  isRecord(data) && typeof data['address'] === 'string' ? data['address'] : undefined;

/** The place in a file that a refusal names. */
const placeIn = (data: unknown): FilePlace | undefined => {
  if (!isRecord(data)) return undefined;
  const {file, line, reason} = data;
  const isPlace = typeof file === 'string' && typeof line === 'number' && typeof reason === 'string';
  return isPlace ? {file, line, reason} : undefined;
};

/** The error code of a call without a response. */
export const UNANSWERED = 0;

const MEANING: ReadonlyMap<number, ErrorCode> = new Map([
  [RPC_NUMBER.parse, 'invalid'],
  [RPC_NUMBER.request, 'invalid'],
  [RPC_NUMBER.method, 'invalid'],
  [RPC_NUMBER.params, 'invalid'],
  [RPC_NUMBER.internal, 'failed'],
  [UNANSWERED, 'unavailable'],
] as const);

const UNEXPECTED = 'The daemon had an internal error. See its log.';
