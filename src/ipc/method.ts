// One record per method: its parameters, its result, and a check of the parameters together. Wire types, checks and the
// list of methods derive from these records.

import {type ParamFields, type Parsed, shape} from './fields.ts';

type MethodRecord<S extends ParamFields = ParamFields, R = unknown> = {
  readonly params: S;
  readonly result: Returned<R>;
  readonly check?: Check<Parsed<S>>;
};

/** Checks parameters together; undefined when they are valid. */
type Check<P> = (params: P, method: string) => Error | undefined;

export const method = <S extends ParamFields, R>(
  params: S,
  result: Returned<R>,
  check?: Check<NoInfer<Parsed<S>>>,
): MethodRecord<S, R> => ({params, result, check});

/** The result's type, which only the compiler uses. */
export const returns =
  <R>(): Returned<R> =>
  () =>
    undefined;

/** Parses unknown input; throws InvalidParams with a sentence that names the method and the field. */
export const parserOf = (name: string, {params, check}: AnyMethod): ((given: unknown) => unknown) => {
  const parse = shape(name, params);
  return given => {
    const parsed = parse(given);
    // Each check is written for exactly these fields.
    const fault = check?.(parsed as never, name);
    if (fault !== undefined) throw fault;
    return parsed;
  };
};

/** A method of any parameters. */
export type AnyMethod = {readonly params: ParamFields; readonly check?: Check<never>};

type Returned<R> = () => R | undefined;

export type ResultOf<M> = M extends {readonly result: Returned<infer R>} ? R : never;
export type ParamsOf<M> = M extends {readonly params: infer S extends ParamFields} ? Parsed<S> : never;

export type Empty = Record<never, never>;

/** Each parses unknown input or throws InvalidParams. */
export type Parsers<M extends MethodMap> = {readonly [K in keyof M]: (params: unknown) => M[K]['params']};

export type MethodMap = Record<string, {readonly params: unknown; readonly result: unknown}>;
