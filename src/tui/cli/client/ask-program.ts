// Queries that need no daemon: runs a one-shot sub-verb of the daemon's program, which prints one JSON document.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {CommandWorld} from '../command.ts';

/** The JSON document of a sub-verb; fails with the sentence of its `error` if it has one. */
export const askProgram = async <T>(
  {program}: CommandWorld,
  args: readonly string[],
  isAnswer: (value: unknown) => value is T,
): Promise<T> => {
  const {code, stdout, stderr} = await program.ask(args);
  const value = documentIn(stdout);
  if (isAnswer(value)) return value;
  if (isRefusal(value)) throw new GatewayError('failed', value.error);
  const ended = `"${program.entry} ${args[0]}" exited with code ${code} and no result.`;
  throw new GatewayError('failed', [ended, stderr.trim()].filter(text => text !== '').join('\n'));
};

const isRefusal = (value: unknown): value is {readonly error: string} =>
  isRecord(value) && typeof value['error'] === 'string';

const documentIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
