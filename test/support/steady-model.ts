// A model on loopback that streams OpenAI's format at a steady pace while a client listens: for measuring the screen while a reply arrives.
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export type SteadyModel = AsyncDisposable & {
  /** For a provider's `baseUrl`. */
  readonly baseUrl: string;
};

export const startSteadyModel = async (tokensPerSecond: number): Promise<SteadyModel> => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, {'content-type': 'text/event-stream'});
    write(response, {role: 'assistant', content: ''});
    let said = 0;
    const timer = setInterval(() => {
      write(response, {content: tokenOf(said)});
      said += 1;
    }, 1000 / tokensPerSecond);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
};

const write = (response: ServerResponse, delta: unknown): void => {
  const chunk = {
    id: 'chatcmpl-steady',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'steady',
    choices: [{index: 0, delta, finish_reason: null}],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
};

/** Prose with an end of paragraph now and then, as replies have. */
const tokenOf = (index: number): string => {
  const word = WORDS[index % WORDS.length] ?? '';
  return index > 0 && index % 60 === 0 ? `${word}.\n\n` : `${word} `;
};

const WORDS =
  'the morning was clear and every clock in the house agreed for once on the hour that it had been told to keep'.split(
    ' ',
  );
