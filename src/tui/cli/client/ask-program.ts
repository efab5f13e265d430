// What the daemon's program can say without a daemon: one of its one-shot sub-verbs, answering with one JSON document.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {CommandWorld} from '../command.ts';

/** The document a sub-verb printed; fails with the sentence it said where it printed none. */
export const askProgram = async <T>(
  world: CommandWorld,
  words: readonly string[],
  isAnswer: (value: unknown) => value is T,
): Promise<T> => {
  const program = await world.program();
  const {code, stdout, stderr} = await program.ask(words);
  const value = documentIn(stdout);
  if (isAnswer(value)) return value;
  const said = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^error: /u, '');
  throw new GatewayError('failed', said || `"${program.entry} ${words[0]}" exited with code ${code} and no result.`);
};

const documentIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
