// JSON-RPC messages, one per line: classifies incoming lines before the library sees them, and encodes outgoing ones.
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {errorToWire, RPC_NUMBER, type WireError} from './errors.ts';
import {ANSWER_LINE_CAP} from './lines.ts';

type RpcId = string | number | null;
export type RpcCall = {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
  readonly id?: RpcId;
};
type RpcAnswer =
  | {readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result: unknown}
  | {readonly jsonrpc: '2.0'; readonly id: RpcId; readonly error: WireError};

type Incoming =
  /** A request, or a notice when it has no id. */
  | {readonly kind: 'call'; readonly call: RpcCall}
  /** A response to our call. An error without an id is about a line that the peer could not parse. */
  | {readonly kind: 'answer'; readonly answer: RpcAnswer}
  | {readonly kind: 'invalid'; readonly id: RpcId; readonly error: WireError};

/** Never throws. */
export const readMessage = (line: string): Incoming => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return {kind: 'invalid', id: null, error: {code: RPC_NUMBER.parse, message: "This line isn't JSON."}};
  }
  // A batch could request a million responses in one line.
  if (Array.isArray(value)) return invalid(null, 'Batches are not supported. Send one message per line.');
  if (typeof value !== 'object' || value === null) return invalid(null, 'A message is a JSON object.');
  return judge(value as MessageFields);
};

/** The encoded message, with its LF. */
export const encodeMessage = (message: object): string => `${JSON.stringify(message)}\n`;

/** An encoded error for the call with this id, or for an invalid line (`null`). */
export const encodeError = (id: RpcId, error: WireError): string => encodeMessage({jsonrpc: '2.0', id, error});

/** An encoded response; an error if the result isn't JSON or exceeds the client's limit. */
export const encodeAnswer = (answer: {readonly id: RpcId}, onError: (thrown: unknown) => void): string => {
  try {
    const line = encodeMessage(answer);
    if (line.length * 3 <= ANSWER_LINE_CAP || Buffer.byteLength(line) <= ANSWER_LINE_CAP) return line;
    return encodeError(answer.id, errorToWire(new GatewayError('failed', TOO_LARGE)));
  } catch (thrown) {
    onError(thrown);
    return encodeError(answer.id, errorToWire(thrown));
  }
};

export const encodeNotice = <N extends object, K extends keyof N & string>(method: K, params: N[K]): string =>
  encodeMessage({jsonrpc: '2.0', method, params});

const judge = (fields: MessageFields): Incoming => {
  const {jsonrpc, method, params, id} = fields;
  const known = isRpcId(id) ? id : null;
  const answers = fields.result !== undefined || fields.error !== undefined;
  if (jsonrpc !== '2.0') return invalid(known, `A message says "jsonrpc": "2.0".`);
  if (method === undefined && answers) return judgeAnswer(fields, known);
  if (typeof method !== 'string') return invalid(known, `A request names its "method".`);
  if (answers) return invalid(known, 'A message is a request or an answer, not both.');
  if (id !== undefined && !isRpcId(id)) return invalid(null, `An "id" is a text, a number or null.`);
  const given = params ?? undefined;
  if (given !== undefined && typeof given !== 'object') return invalid(known, `"params" must be an object.`);
  return {
    kind: 'call',
    call: id === undefined ? {jsonrpc, method, params: given} : {jsonrpc, method, params: given, id},
  };
};

const judgeAnswer = ({result, error}: MessageFields, id: RpcId): Incoming => {
  if (error === undefined || error === null) return {kind: 'answer', answer: {jsonrpc: '2.0', id, result}};
  return {kind: 'answer', answer: {jsonrpc: '2.0', id, error: wireError(error)}};
};

const wireError = (error: unknown): WireError => {
  const {code, message, data} = (typeof error === 'object' ? error : {}) as MessageFields;
  return {
    code: typeof code === 'number' ? code : RPC_NUMBER.internal,
    message: typeof message === 'string' ? message : 'An error without words.',
    data,
  };
};

const invalid = (id: RpcId, message: string): Incoming => ({
  kind: 'invalid',
  id,
  error: {code: RPC_NUMBER.request, message},
});

const isRpcId = (id: unknown): id is RpcId => id === null || typeof id === 'string' || typeof id === 'number';

const TOO_LARGE = 'The answer is larger than 64 MiB; ask for less at a time.';

type MessageFields = {
  readonly [key in 'jsonrpc' | 'method' | 'params' | 'id' | 'result' | 'error' | 'code' | 'message' | 'data']?: unknown;
};
