/** The record without some of its fields. */
export const omit = <T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Without<T, K> => {
  const dropped = new Set<PropertyKey>(names);
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) if (!dropped.has(name)) rest[name] = value;
  return rest as Without<T, K>;
};

/** Like `Omit`, for each member of a union on its own. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
