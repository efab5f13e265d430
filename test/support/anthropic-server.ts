// Anthropic's Messages API on loopback, as streamed: named events from `message_start` over blocks (text, tool use with its
// arguments in `input_json_delta`) to `message_delta` with the stop reason and `message_stop`, a `ping` between, and the
// `error` event. Checked against the examples of Anthropic's pages on streaming messages and on errors.
import {
  event,
  type ProviderServer,
  type ReplyCall,
  type Script,
  startProviderServer,
  type WireFormat,
} from './loopback-http.ts';

export type AnthropicServer = ProviderServer & {
  /** For `baseUrl`. */
  readonly baseUrl: string;
};

export const startAnthropicServer = async (script: Script): Promise<AnthropicServer> => {
  const server = await startProviderServer(FORMAT, script);
  return Object.assign(server, {baseUrl: `${server.origin}/v1`});
};

const named = (data: {readonly type: string} & Readonly<Record<string, unknown>>): string => event(data, data.type);

const begin = named({
  type: 'message_start',
  message: {
    id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'test-model',
    stop_reason: null,
    stop_sequence: null,
    usage: {input_tokens: 25, output_tokens: 1},
  },
});

const ping = named({type: 'ping'});

const textBlock = (chunks: readonly string[], index: number): readonly string[] => [
  named({type: 'content_block_start', index, content_block: {type: 'text', text: ''}}),
  ...chunks.map(text => named({type: 'content_block_delta', index, delta: {type: 'text_delta', text}})),
];

const thinkingBlock = (chunks: readonly string[]): readonly string[] => [
  named({type: 'content_block_start', index: 0, content_block: {type: 'thinking', thinking: '', signature: ''}}),
  ...chunks.map(thinking => named({type: 'content_block_delta', index: 0, delta: {type: 'thinking_delta', thinking}})),
  named({
    type: 'content_block_delta',
    index: 0,
    delta: {type: 'signature_delta', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h'},
  }),
  stopBlock(0),
];

const stopBlock = (index: number): string => named({type: 'content_block_stop', index});

const toolBlock = ({id, name, arguments: pieces}: ReplyCall, index: number): readonly string[] => [
  named({type: 'content_block_start', index, content_block: {type: 'tool_use', id, name, input: {}}}),
  // The first piece is empty.
  ...['', ...pieces].map(piece =>
    named({type: 'content_block_delta', index, delta: {type: 'input_json_delta', partial_json: piece}}),
  ),
  stopBlock(index),
];

const finish = (reason: string): readonly string[] => [
  named({type: 'message_delta', delta: {stop_reason: reason, stop_sequence: null}, usage: {output_tokens: 15}}),
  named({type: 'message_stop'}),
];

const FORMAT: WireFormat = {
  beginning: chunks => [begin, ping, ...(chunks.length === 0 ? [] : textBlock(chunks, 0))],
  answer: reply => {
    const chunks = reply.kind === 'text' ? reply.chunks : (reply.text ?? []);
    const thinking = reply.thinking === undefined ? [] : thinkingBlock(reply.thinking);
    const before = thinking.length === 0 ? 0 : 1;
    const text = chunks.length === 0 ? [] : [...textBlock(chunks, before), stopBlock(before)];
    const first = before + (text.length === 0 ? 0 : 1);
    const calls = reply.kind === 'tools' ? reply.calls.flatMap((call, index) => toolBlock(call, first + index)) : [];
    return [
      begin,
      ping,
      ...thinking,
      ...text,
      ...calls,
      ...finish(reply.finish ?? (reply.kind === 'tools' ? 'tool_use' : 'end_turn')),
    ];
  },
  errorEvent: (type, message) => named({type: 'error', error: {type, message}}),
  statusBody: status => {
    const {type, message} = ERRORS[status] ?? {type: 'api_error', message: 'Internal server error'};
    return JSON.stringify({type: 'error', error: {type, message}, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy'});
  },
  models: names =>
    JSON.stringify({
      data: names.map((id, index) => ({
        type: 'model',
        id,
        display_name: id.toUpperCase(),
        created_at: new Date(Date.UTC(2026, 0, 30 - index)).toISOString(),
      })),
      has_more: false,
      first_id: names[0] ?? null,
      last_id: names.at(-1) ?? null,
    }),
  tooLong: {
    status: 400,
    body: JSON.stringify({
      type: 'error',
      error: {type: 'invalid_request_error', message: 'prompt is too long: 210012 tokens > 200000 maximum'},
      request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
    }),
  },
};

const ERRORS: Readonly<Record<number, {type: string; message: string}>> = {
  400: {type: 'invalid_request_error', message: 'temperature: range: -1..1'},
  401: {type: 'authentication_error', message: 'invalid x-api-key'},
  404: {type: 'not_found_error', message: 'model: nope'},
  429: {
    type: 'rate_limit_error',
    message: "This request would exceed your organization's rate limit of 50 requests per minute.",
  },
  500: {type: 'api_error', message: 'Internal server error'},
  529: {type: 'overloaded_error', message: 'Overloaded'},
};
