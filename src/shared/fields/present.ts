/** Drops undefined fields. An optional field must be absent, not undefined: the types and JSON require that. */
export const present = <const T extends object>(fields: T): Present<T> => {
  const record: Record<string, unknown> = {};
  // A hot path: walking keys is cheaper than creating entries.
  for (const name of Object.keys(fields)) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) record[name] = value;
  }
  return record as Present<T>;
};

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** For a mapping that must cover every field: each field of `T` is required, and an optional one may be undefined. */
export type EveryField<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K];
};
