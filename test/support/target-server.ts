// Another program on loopback: keeps every request, and answers as the test says.
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';

export type TargetRequest = {readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string};

/** `cut`: the connection breaks without an answer. `hang`: no answer comes. */
export type TargetAnswer =
  | {readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string}
  | 'cut'
  | 'hang';

type AnswerTo = (request: TargetRequest) => TargetAnswer;

export type TargetServer = AsyncDisposable & {
  readonly url: string;
  readonly requests: readonly TargetRequest[];
  /** The answer to all requests from now on, or to each of them. */
  readonly answer: (answer: TargetAnswer | AnswerTo) => void;
};

export const startTargetServer = async (first: TargetAnswer = {status: 202}): Promise<TargetServer> => {
  const requests: TargetRequest[] = [];
  let answerTo: AnswerTo = () => first;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const kept = {path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString()};
      requests.push(kept);
      const answer = answerTo(kept);
      if (answer === 'cut') response.destroy();
      else if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/wake`,
    requests,
    answer: next => {
      answerTo = typeof next === 'function' ? next : () => next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};
