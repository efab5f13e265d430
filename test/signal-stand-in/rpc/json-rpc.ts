// JSON-RPC as signal-cli speaks it: one text in, at most one text out. Calls run in parallel; a batch is answered in order of completion.
import {type FirstValue, firstValue} from './first-value.ts';
import {invalidRequest, NoReply, RpcError, Twice, unexpected} from './rpc-error.ts';

export type Handle = (method: string, params: unknown) => Promise<unknown>;

/** `text` is the reply without a line end; absent if none is due. `close`: the connection ends. */
export type Answer = {readonly text?: string; readonly close?: true; readonly twice?: true};

export const answerTo = (input: string, handle: Handle): Answer | Promise<Answer> => {
  if (input.trim() === '') return failure(new RpcError(-32700, 'Empty input line'), null);
  return answerValue(firstValue(input), handle);
};

/** The same for the body of an HTTP request, where emptiness is another error. */
export const answerBody = (body: string, handle: Handle): Answer | Promise<Answer> =>
  answerValue(firstValue(body), handle);

const answerValue = (first: FirstValue, handle: Handle): Answer | Promise<Answer> => {
  switch (first.kind) {
    case 'fatal':
      return {close: true};
    case 'broken':
      return failure(new RpcError(-32700, first.message), null);
    case 'missing':
      return failure(invalidRequest('unexpected type: MISSING'), null);
    case 'value':
      break;
  }
  const {value} = first;
  if (Array.isArray(value)) {
    return value.length === 0 ? failure(invalidRequest('invalid request'), null) : batch(value, handle);
  }
  if (typeof value !== 'object' || value === null) {
    return failure(invalidRequest(`unexpected type: ${nodeType(value)}`), null);
  }
  // An unexpected response: it is logged and dropped.
  if ('result' in value || 'error' in value) return {};
  return single(value as Fields, handle);
};

type Fields = Readonly<Record<string, unknown>>;

const batch = async (values: readonly unknown[], handle: Handle): Promise<Answer> => {
  const replies: string[] = [];
  const ends = values.map(async value => {
    const answer = await single(fieldsOf(value), handle);
    if (answer.text !== undefined) replies.push(answer.text);
    return answer.close;
  });
  const close = (await Promise.all(ends)).includes(true);
  return {...(replies.length > 0 && {text: `[${replies.join(',')}]`}), ...(close && {close: true as const})};
};

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const single = async (request: Fields | undefined, handle: Handle): Promise<Answer> => {
  const wrong = complaintAbout(request);
  if (request === undefined || wrong !== undefined) {
    return failure(invalidRequest(wrong ?? ''), isScalar(request?.['id']) ? (request?.['id'] ?? null) : null);
  }
  const {id} = request;
  try {
    const ended = await handle(String(request['method']), request['params'] ?? undefined);
    const result = ended instanceof Twice ? ended.result : ended;
    if (id === undefined) return {};
    return {text: JSON.stringify({jsonrpc: '2.0', result, id}), ...(ended instanceof Twice && {twice: true as const})};
  } catch (error) {
    if (error instanceof NoReply) return error.close ? {close: true} : {};
    const known = error instanceof RpcError ? error : unexpected(`${String(error)} (RuntimeException)`);
    return id === undefined ? {} : failure(known, id);
  }
};

const complaintAbout = (request: Fields | undefined): string | undefined => {
  if (request === undefined) return 'Cannot construct instance of `org.asamk.signal.jsonrpc.JsonRpcRequest`';
  const strange = Object.keys(request).find(key => !KEYS.includes(key));
  if (strange !== undefined) {
    return `Unrecognized field "${strange}" (class org.asamk.signal.jsonrpc.JsonRpcRequest), not marked as ignorable`;
  }
  const {id, params, method} = request;
  if (!isScalar(id)) return 'Cannot deserialize value of type `com.fasterxml.jackson.databind.node.ValueNode`';
  if (params !== undefined && typeof params !== 'object') {
    return 'Cannot deserialize value of type `com.fasterxml.jackson.databind.node.ContainerNode`';
  }
  if (request['jsonrpc'] !== '2.0') return 'only jsonrpc version 2.0 is supported';
  return typeof method === 'string' ? undefined : 'method field must be set';
};

const failure = ({code, message, data}: RpcError, id: unknown): Answer => ({
  text: JSON.stringify({jsonrpc: '2.0', error: {code, message, data: data ?? null}, id}),
});

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const nodeType = (value: unknown): string => (value === null ? 'NULL' : (typeof value).toUpperCase());

const KEYS = ['jsonrpc', 'method', 'params', 'id'];
