// Input on a terminal in the line-by-line conversation: output appears above the line being typed.
import {createInterface} from 'node:readline';
import type {CommandWorld} from '../command.ts';

type Prompt = Disposable & {
  readonly lines: AsyncIterable<string>;
  readonly show: (text: string) => void;
};

export const openPrompt = ({stdin, stdout, print, env}: CommandWorld): Prompt => {
  // A dumb terminal cannot move its cursor and gets plain lines.
  const moves = env['TERM'] !== 'dumb';
  const reader = createInterface({
    input: stdin,
    output: moves ? stdout : undefined,
    terminal: moves,
    prompt: '> ',
  });
  // Created at once: a line that arrives before the first iteration would be lost.
  const lines = reader[Symbol.asyncIterator]();
  let open = true;
  reader.once('close', () => {
    open = false;
    if (moves) print.raw('\n');
  });
  // In raw mode Ctrl+C is a key; it keeps its usual meaning.
  reader.on('SIGINT', () => {
    reader.close();
    process.kill(process.pid, 'SIGINT');
  });
  reader.prompt();
  return {
    lines: {
      async *[Symbol.asyncIterator]() {
        for await (const line of lines) {
          yield line;
          if (open) reader.prompt();
        }
      },
    },
    show: text => {
      if (!moves || !open) return print.line(text);
      print.raw('\r\u001b[J');
      print.line(text);
      reader.prompt(true);
    },
    [Symbol.dispose]: () => reader.close(),
  };
};
