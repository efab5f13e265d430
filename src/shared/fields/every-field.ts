/** For a mapping that must cover every field: each field of `T` is required, and an optional one may be undefined. */
export type EveryField<T> = {readonly [K in keyof Required<T>]: T[K]};
