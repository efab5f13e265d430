// OpenAI's streamed chat completions on loopback: chunks of `chat.completion.chunk`, tool calls as deltas by index, the usage in a last
// chunk without choices (if requested), and `[DONE]`. Checked against OpenAI's streaming and function-calling guides, its error-code page,
// and its clients' public types; local servers (Ollama, llama.cpp, vLLM) use the same format.
import {
  event,
  type ProviderServer,
  type ReplyCall,
  type Script,
  startProviderServer,
  type WireFormat,
} from './loopback-http.ts';

export type OpenAiServer = ProviderServer & {
  /** For `baseUrl`. */
  readonly baseUrl: string;
};

export const startOpenAiServer = async (script: Script): Promise<OpenAiServer> => {
  const server = await startProviderServer(FORMAT, script);
  return Object.assign(server, {baseUrl: `${server.origin}/v1`});
};

const chunk = (choices: readonly unknown[], more = {}): string =>
  event({
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion.chunk',
    created: 1_741_569_952,
    model: 'test-model',
    system_fingerprint: 'fp_44709d6fcb',
    choices,
    ...more,
  });

const delta = (fields: unknown, finish: string | null = null): string =>
  chunk([{index: 0, delta: fields, logprobs: null, finish_reason: finish}]);

const begin = delta({role: 'assistant', content: '', refusal: null});

const textDeltas = (chunks: readonly string[]): readonly string[] => chunks.map(content => delta({content}));

/** The first delta of a call names it; the others carry pieces of its arguments. */
const callDeltas = ({id, name, arguments: pieces}: ReplyCall, index: number): readonly string[] => [
  delta({tool_calls: [{index, id, type: 'function', function: {name, arguments: ''}}]}),
  ...pieces.map(piece => delta({tool_calls: [{index, function: {arguments: piece}}]})),
];

const usage = chunk([], {usage: {prompt_tokens: 19, completion_tokens: 10, total_tokens: 29}});

const FORMAT: WireFormat = {
  beginning: chunks => [begin, ...textDeltas(chunks)],
  answer: reply => {
    // Not OpenAI's own, but added by servers of open models.
    const thinking = (reply.thinking ?? []).map(piece => delta({reasoning_content: piece}));
    const said = reply.kind === 'text' ? textDeltas(reply.chunks) : textDeltas(reply.text ?? []);
    const calls = reply.kind === 'tools' ? reply.calls.flatMap(callDeltas) : [];
    const finish = reply.finish ?? (reply.kind === 'tools' ? 'tool_calls' : 'stop');
    return [begin, ...thinking, ...said, ...calls, delta({}, finish), usage, event('[DONE]')];
  },
  errorEvent: (type, message) => event({error: {message, type, param: null, code: type}}),
  statusBody: status => {
    const {message, type, code} = ERRORS[status] ?? {
      message: 'Something went wrong.',
      type: 'server_error',
      code: null,
    };
    return JSON.stringify({error: {message, type, param: null, code}});
  },
  models: names =>
    JSON.stringify({
      object: 'list',
      data: names.map((id, index) => ({id, object: 'model', created: 1_760_000_000 - index, owned_by: 'system'})),
    }),
  tooLong: {
    status: 400,
    body: JSON.stringify({
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9500 tokens. Please reduce the length of the messages.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    }),
  },
};

const ERRORS: Readonly<Record<number, {message: string; type: string; code: string | null}>> = {
  400: {message: "Invalid value for 'temperature'.", type: 'invalid_request_error', code: null},
  401: {
    message: 'Incorrect API key provided: sk-test********************cdef. You can find your API key at the dashboard.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
  404: {message: 'The model `nope` does not exist.', type: 'invalid_request_error', code: 'model_not_found'},
  429: {message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded'},
  500: {message: 'The server had an error while processing your request.', type: 'server_error', code: null},
  503: {message: 'The engine is currently overloaded, please try again later.', type: 'server_error', code: null},
};
