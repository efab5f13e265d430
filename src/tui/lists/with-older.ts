// The mirror's records followed by the loaded ones; the mirror's version wins.
export const beyond = <T extends {readonly id: string}>(mirror: readonly T[], older: readonly T[]): readonly T[] => {
  if (older.length === 0) return mirror;
  const known = new Set(mirror.map(({id}) => id));
  return [...mirror, ...older.filter(({id}) => !known.has(id))];
};
