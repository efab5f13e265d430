// Most verbs are one method: connect, call, print what came back, end. With --json that is exactly the method's result, and
// the words for eyes are not even loaded.
import type {CallOptions} from '../../ipc/client.ts';
import type {Method, Params, Result} from '../../ipc/protocol.ts';
import type {Given} from './arguments.ts';
import type {CommandWorld, ExitCode} from './command.ts';
import type {WORDS} from './format/words.ts';
import {wantsJson} from './given.ts';

/** What every result looks like to eyes. */
export type Words = typeof WORDS;

/** Calls one method, on a daemon that is started where none runs. */
export const ask = async <M extends Method>(
  world: CommandWorld,
  method: M,
  params: Params<M>,
  options?: CallOptions,
): Promise<Result<M>> => {
  await using connection = await world.connect();
  return await connection.client.call(method, params, options);
};

/** Asks, and prints the answer: as JSON where wanted, in words otherwise. */
export const tell = async <M extends Method>(
  world: CommandWorld,
  given: Given,
  method: M,
  params: Params<M>,
  formatIn: (words: Words, result: Result<M>) => Lines,
  options?: CallOptions,
): Promise<ExitCode> => {
  const answer = ask(world, method, params, options);
  return await show(world, given, answer, formatIn);
};

/** Prints a result that is on its way: the words for it are loaded meanwhile. */
export const show = async <T>(
  {print}: CommandWorld,
  given: Given,
  coming: Promise<T>,
  formatIn: (words: Words, result: T) => Lines,
): Promise<ExitCode> => {
  if (wantsJson(given)) {
    print.json(await coming);
    return 0;
  }
  const [words, result] = await Promise.all([loadWords(), coming]);
  print.line([formatIn(words, result)].flat().join('\n'));
  return 0;
};

export const loadWords = async (): Promise<Words> => (await import('./format/words.ts')).WORDS;

type Lines = string | readonly string[];
