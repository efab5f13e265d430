/** The fields that are not undefined. An optional field must be absent instead of undefined: the types demand it, and so does JSON. */
export const present = <const T extends object>(fields: T): Present<T> => {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) record[name] = value;
  return record as Present<T>;
};

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** For a mapping that must not forget a field: every field of `T` is named, and an optional one may be undefined. */
export type EveryField<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K];
};
