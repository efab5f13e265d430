// Questions one after the other on one terminal. Lines that were typed ahead answer the next ones. A secret isn't
// echoed.
import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import type {CommandWorld} from '../../command.ts';

export type Questions = Disposable & {
  /** The next line. Undefined when the input ends. */
  readonly line: (question: string) => Promise<string | undefined>;
  readonly secret: (question: string) => Promise<string | undefined>;
};

export const openQuestions = ({stdin, stdout}: Pick<CommandWorld, 'stdin' | 'stdout'>): Questions => {
  let hidden = false;
  const echo = new Writable({
    write: (bytes: Buffer, _, written) => {
      if (!hidden) stdout.write(bytes);
      written();
    },
  });
  // Without a history: a key would stand in it.
  const reader = createInterface({input: stdin, output: echo, terminal: true, historySize: 0});
  const ahead: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;
  let ended = false;
  const give = (line: string | undefined): void => {
    const taken = waiting;
    waiting = undefined;
    if (taken !== undefined) taken(line);
    else if (line !== undefined) ahead.push(line);
  };
  reader.on('line', give);
  reader.once('close', () => {
    ended = true;
    give(undefined);
  });
  // In raw mode Ctrl+C is a key. It keeps its usual meaning.
  reader.on('SIGINT', () => {
    reader.close();
    process.kill(process.pid, 'SIGINT');
  });
  const line = async (question: string): Promise<string | undefined> => {
    const known = ahead.shift();
    if (known !== undefined || ended) return known;
    reader.setPrompt(question);
    reader.prompt();
    return await new Promise(resolve => {
      waiting = resolve;
    });
  };
  return {
    line,
    secret: async question => {
      stdout.write(question);
      hidden = true;
      try {
        return await line('');
      } finally {
        hidden = false;
        stdout.write('\n');
      }
    },
    [Symbol.dispose]: () => reader.close(),
  };
};
