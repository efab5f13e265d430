// The person's shell, without processes: a test says what a line writes and how it ends.
import type {LineEnd, LineRunner} from '../../src/tui/state/local-command.ts';

export type FakeLines = LineRunner &
  Disposable & {
    /** The lines that were run, and how often each was asked to stop. */
    readonly ran: readonly {readonly line: string; readonly stops: number}[];
    /** The newest line writes this. */
    write(text: string): void;
    /** The newest line ends. */
    end(end?: LineEnd): void;
  };

export const fakeLines = (): FakeLines => {
  const ran: {line: string; stops: number}[] = [];
  let output: WritableStreamDefaultWriter<string> | undefined;
  let ended: PromiseWithResolvers<LineEnd> | undefined;
  return {
    ran,
    folder: '/home/anna',
    run: line => {
      const {readable, writable} = new TransformStream<string, string>();
      output = writable.getWriter();
      ended = Promise.withResolvers();
      ran.push({line, stops: 0});
      return {output: readable, ended: ended.promise};
    },
    stop: () => {
      const last = ran.at(-1);
      if (last !== undefined) last.stops += 1;
    },
    write: text => void output?.write(text),
    end: (end = {kind: 'exit', code: 0}) => {
      void output?.close();
      output = undefined;
      ended?.resolve(end);
    },
    [Symbol.dispose]: () => {},
  };
};
