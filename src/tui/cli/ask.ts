// Most verbs are one method: connect, call, print the result. With --json they print exactly the method's result.
import type {Method, Params, Result} from '../../ipc/method-table.ts';
import type {CallOptions} from '../../ipc/wire/index.ts';
import {wantsJson} from './args.ts';
import type {Args} from './arguments.ts';
import type {CommandWorld, ExitCode} from './command.ts';

/** Calls one method. Starts the daemon if none runs. */
export const ask = async <M extends Method>(
  world: CommandWorld,
  method: M,
  params: Params<M>,
  options?: CallOptions,
): Promise<Result<M>> => {
  await using connection = await world.connect();
  return await connection.client.call(method, params, options);
};

/** Calls a method and prints the result: as JSON if requested, otherwise as text. */
export const askAndPrint = async <M extends Method>(
  world: CommandWorld,
  args: Args,
  method: M,
  params: Params<M>,
  format: (result: Result<M>) => Lines,
  options?: CallOptions,
): Promise<ExitCode> => {
  const answer = ask(world, method, params, options);
  return await show(world, args, answer, format);
};

/** Prints a pending result: as JSON if requested, otherwise as text. */
export const show = async <T>(
  {print}: CommandWorld,
  args: Args,
  coming: Promise<T>,
  format: (result: T) => Lines,
): Promise<ExitCode> => {
  const result = await coming;
  if (wantsJson(args)) print.json(result);
  else print.line([format(result)].flat().join('\n'));
  return 0;
};

type Lines = string | readonly string[];
