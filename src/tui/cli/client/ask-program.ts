// Queries that need no daemon: runs a one-shot sub-verb of the daemon's program, which prints one JSON document.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {CommandWorld} from '../command.ts';

/** The JSON document of a sub-verb; fails with the program's error sentence if there is none. */
export const askProgram = async <T>(
  world: CommandWorld,
  args: readonly string[],
  isAnswer: (value: unknown) => value is T,
): Promise<T> => {
  const program = await world.program();
  const {code, stdout, stderr} = await program.ask(args);
  const value = documentIn(stdout);
  if (isAnswer(value)) return value;
  const printed = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^error: /u, '');
  throw new GatewayError('failed', printed || `"${program.entry} ${args[0]}" exited with code ${code} and no result.`);
};

const documentIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
