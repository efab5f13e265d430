// Reads parameters as most commands do: by name, in either spelling, a list also as a single value or under its plural. Unknown names are
// ignored. A value of the wrong type is an unexpected error, because it is cast and not converted.
import {RpcError} from './rpc-error.ts';

export type MapParams = {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  long(name: string): number | undefined;
  longs(name: string): readonly number[];
  list(name: string): readonly string[];
};

export const mapParams = (params: unknown): MapParams => {
  if (Array.isArray(params)) throw new RpcError(-32600, 'Cannot deserialize value of type `java.util.LinkedHashMap`');
  const fields = (params ?? {}) as Readonly<Record<string, unknown>>;
  const find = (name: string): unknown => fields[name] ?? fields[dashed(name)] ?? undefined;
  const values = (name: string): readonly unknown[] => {
    const value = find(name);
    if (value !== undefined) return Array.isArray(value) ? value : [value];
    const plural = find(`${name}s`);
    if (plural !== undefined && !Array.isArray(plural)) throw castError(plural, 'java.util.List');
    return plural ?? [];
  };
  return {
    text: name => cast(find(name), 'string', 'java.lang.String'),
    flag: name => cast<boolean>(find(name), 'boolean', 'java.lang.Boolean') ?? false,
    long: name => longOf(find(name)),
    longs: name => values(name).map(value => longOf(value) ?? 0),
    list: name => values(name).map(value => cast<string>(value, 'string', 'java.lang.String') ?? ''),
  };
};

const cast = <T>(value: unknown, type: string, wanted: string): T | undefined => {
  if (value === undefined || value === null) return undefined;
  const actual: string = typeof value;
  if (actual !== type) throw castError(value, wanted);
  return value as T;
};

/** A small number is an Integer in Java, and an Integer isn't a Long. */
const longOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) < 2 ** 31)
    throw castError(value, 'java.lang.Long');
  return value;
};

const castError = (value: unknown, wanted: string): RpcError =>
  new RpcError(
    -32603,
    `class ${javaType(value)} cannot be cast to class ${wanted} (${javaType(value)} and ${wanted} are in module java.base of loader 'bootstrap') (ClassCastException)`,
  );

const javaType = (value: unknown): string => {
  if (Array.isArray(value)) return 'java.util.ArrayList';
  switch (typeof value) {
    case 'string':
      return 'java.lang.String';
    case 'boolean':
      return 'java.lang.Boolean';
    case 'number':
      if (!Number.isInteger(value)) return 'java.lang.Double';
      return Math.abs(value) < 2 ** 31 ? 'java.lang.Integer' : 'java.lang.Long';
    default:
      return 'java.util.LinkedHashMap';
  }
};

const dashed = (name: string): string => name.replaceAll(/[A-Z]/gu, letter => `-${letter.toLowerCase()}`);
