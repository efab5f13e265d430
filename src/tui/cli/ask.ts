// Most verbs are one method: connect, call, print what came back, end. With --json that is exactly the method's result.
import type {CallOptions} from '../../ipc/peer.ts';
import type {Method, Params, Result} from '../../ipc/protocol.ts';
import type {Given} from './arguments.ts';
import type {CommandWorld, ExitCode} from './command.ts';
import {wantsJson} from './given.ts';
import {type Column, tableLines} from './words/table.ts';

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
  words: (result: Result<M>) => string | readonly string[],
  options?: CallOptions,
): Promise<ExitCode> => {
  const result = await ask(world, method, params, options);
  if (wantsJson(given)) world.print.json(result);
  else world.print.line([words(result)].flat().join('\n'));
  return 0;
};

/** Rows as a table; where there are none, what would be there and how to make one. */
export const listLines = <Row>(
  {print}: CommandWorld,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): readonly string[] => (rows.length === 0 ? [print.paint('quiet', none)] : tableLines(columns, rows, print));

/** Names and values under one another, the values aligned; fields without a value are left out. */
export const fieldLines = (
  {print}: CommandWorld,
  fields: readonly (readonly [name: string, value: string | undefined])[],
): readonly string[] => {
  const widest = Math.max(...fields.map(([name]) => name.length));
  return fields.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${print.paint('quiet', name.padEnd(widest))}  ${value}`],
  );
};
