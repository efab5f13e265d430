// One record per method: its parameters, its result, and a check of the parameters together. Wire types, checks and the
// list of methods derive from these records.
import {isRecord} from '../../shared/fields/is-record.ts';
import {nearestWord} from '../../shared/text/nearest-word.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {InvalidParams} from './errors.ts';

/** Reads one value; `fail` never returns. */
export type ParamField<T> = (value: unknown, fail: Fail) => T;
type Fail = (expected: string) => never;

/** One parser per parameter; parameters that may be absent are `optional`. */
type ParamFields = {readonly [name: string]: ParamField<unknown>};

/** The type of the parsed parameters. */
type Parsed<S extends ParamFields> = {[K in RequiredIn<S>]: ReadBy<S[K]>} & {
  [K in Exclude<keyof S, RequiredIn<S>>]?: Exclude<ReadBy<S[K]>, undefined>;
} extends infer P
  ? {[K in keyof P]: P[K]}
  : never;

type ReadBy<F> = F extends ParamField<infer T> ? T : never;
type RequiredIn<S> = {[K in keyof S]: undefined extends ReadBy<S[K]> ? never : K}[keyof S];

/** The parser of a method's parameters. Missing or empty parameters become an object without fields. */
export const shape = <S extends ParamFields>(method: string, spec: S): ((params: unknown) => Parsed<S>) => {
  const fields = Object.entries(spec);
  return input => {
    const params = Array.isArray(input) && input.length === 0 ? undefined : input;
    if (params !== undefined && !isRecord(params))
      throw new InvalidParams(`${method}: the parameters must be an object.`);
    const unknown = Object.keys(params ?? {}).find(field => !Object.hasOwn(spec, field));
    if (unknown !== undefined) throw new InvalidParams(unknownField(method, unknown, Object.keys(spec)));
    const result: Record<string, unknown> = {};
    for (const [field, read] of fields) {
      const value = params !== undefined && Object.hasOwn(params, field) ? params[field] : undefined;
      const parsed = read(value, expected => {
        throw new InvalidParams(`${method}: '${field}' must be ${expected}.`);
      });
      if (parsed !== undefined) result[field] = parsed;
    }
    return result as Parsed<S>;
  };
};

const unknownField = (method: string, field: string, known: readonly string[]): string => {
  const meant = nearestWord(field, known);
  const takes = known.length === 0 ? 'It takes none.' : `It takes ${known.map(name => `'${name}'`).join(', ')}.`;
  const hint = meant === undefined ? takes : `Did you mean '${meant}'?`;
  return `${method}: unknown parameter '${printableLine(field).slice(0, LONGEST_SHOWN)}'. ${hint}`;
};

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
export const parserOf = (name: string, {params, check}: AnyMethod): ((input: unknown) => unknown) => {
  const parse = shape(name, params);
  return input => {
    const parsed = parse(input);
    // Each check is written for exactly these fields.
    const fault = check?.(parsed as never, name);
    if (fault !== undefined) throw fault;
    return parsed;
  };
};

/** A method of any parameters. */
export type AnyMethod = {
  readonly params: ParamFields;
  readonly check?: Check<never>;
  /** A sentence for its documentation, where its record has no comment. */
  readonly about?: string;
};

type Returned<R> = () => R | undefined;

export type ResultOf<M> = M extends {readonly result: Returned<infer R>} ? R : never;
export type ParamsOf<M> = M extends {readonly params: infer S extends ParamFields} ? Parsed<S> : never;

export type Empty = Record<never, never>;

/** Each parses unknown input or throws InvalidParams. */
export type Parsers<M extends MethodMap> = {readonly [K in keyof M]: (params: unknown) => M[K]['params']};

export type MethodMap = Record<string, {readonly params: unknown; readonly result: unknown}>;

const LONGEST_SHOWN = 60;
