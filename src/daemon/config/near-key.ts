// The key that was probably meant.

/** The known key nearest to `key` (other capitals, or up to two letters off), or undefined when none is near. */
export const nearKey = (key: string, known: readonly string[]): string | undefined => {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/gu, '');
  const most = key.length <= 4 ? 1 : 2;
  const distances = known
    // A name that is much longer is not near, and may be a very long one.
    .filter(name => Math.abs(name.length - key.length) <= most + 2)
    .map(name => ({name, off: lettersOff(plain(key), plain(name))}));
  const best = distances.reduce((first, other) => (other.off < first.off ? other : first), {name: '', off: Infinity});
  return best.off <= most ? best.name : undefined;
};

/** Levenshtein's distance, one row at a time. */
const lettersOff = (one: string, other: string): number => {
  let above = Array.from({length: other.length + 1}, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const row = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const kept = (above[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1);
      row.push(Math.min(kept, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
};
