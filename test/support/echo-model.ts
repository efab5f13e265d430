// A model on loopback that answers every turn with its own text, and counts the requests for each.
import type {RecordedRequest, Reply} from './loopback-http.ts';
import {type OpenAiServer, startOpenAiServer} from './openai-server.ts';

export type EchoModel = OpenAiServer & {
  /** The number of requests that ended with this text. */
  readonly asked: ReadonlyMap<string, number>;
};

/** `instead` may give another answer. */
export const startEchoModel = async (
  instead: (words: string, request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined> = () =>
    undefined,
): Promise<EchoModel> => {
  const asked = new Map<string, number>();
  const server = await startOpenAiServer(async request => {
    const words = lastWords(request);
    asked.set(words, 1 + (asked.get(words) ?? 0));
    return (await instead(words, request)) ?? {kind: 'text', chunks: ['You said: ', words]};
  });
  return Object.assign(server, {asked});
};

/** The last message: several messages of a person in a row are one text with blank lines between. */
export const lastWords = (request: RecordedRequest): string =>
  lastText(request).replaceAll('\n⟦End⟧', '').split('\n\n').at(-1) ?? '';

/** All of the text that ends the request: a prompt with what frames it. */
export const lastText = ({body}: RecordedRequest): string => {
  const messages = Array.isArray(body['messages']) ? body['messages'] : [];
  const content: unknown = messages.at(-1)?.content;
  const last: unknown = Array.isArray(content) ? content.at(-1)?.text : content;
  return typeof last === 'string' ? last : '';
};
