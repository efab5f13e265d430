// Most verbs are one method: connect, call, print what came back, end. With --json that is exactly the method's result.
import type {CallOptions} from '../../ipc/client.ts';
import type {Method, Params, Result} from '../../ipc/protocol.ts';
import type {Given} from './arguments.ts';
import type {CommandWorld, ExitCode} from './command.ts';
import {wantsJson} from './given.ts';

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
  format: (result: Result<M>) => Lines,
  options?: CallOptions,
): Promise<ExitCode> => {
  const answer = ask(world, method, params, options);
  return await show(world, given, answer, format);
};

/** Prints a result that is on its way: as JSON where wanted, in words otherwise. */
export const show = async <T>(
  {print}: CommandWorld,
  given: Given,
  coming: Promise<T>,
  format: (result: T) => Lines,
): Promise<ExitCode> => {
  const result = await coming;
  if (wantsJson(given)) print.json(result);
  else print.line([format(result)].flat().join('\n'));
  return 0;
};

type Lines = string | readonly string[];
