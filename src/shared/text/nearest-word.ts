// The closest known word, for "did you mean": a verb, an option, a configuration key.

/**
 * The known word with the fewest slips (insert, drop, change, swap) from `word`, ignoring case and joining signs;
 * otherwise one that begins with it; undefined when none is close.
 */
export const nearestWord = <W extends string>(word: string, known: readonly W[]): W | undefined => {
  const typed = plain(word);
  const most = typed.length <= 4 ? 1 : 2;
  let best: {readonly name: W; readonly slips: number} | undefined;
  for (const name of known) {
    const wanted = plain(name);
    // A much longer name cannot match, and may be very long.
    if (Math.abs(wanted.length - typed.length) > most) continue;
    const slips = slipsBetween(typed, wanted);
    if (slips <= most && (best === undefined || slips < best.slips)) best = {name, slips};
  }
  return best?.name ?? known.find(name => typed.length >= 2 && plain(name).startsWith(typed));
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/gu, '');

/**
 * The number of slips (insert, drop, change, swap) from one word to the other. Optimal string alignment, three rows at
 * a time.
 */
export const slipsBetween = (a: string, b: string): number => {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(above, j) + 1,
        at(row, j - 1) + 1,
        at(above, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = row;
  }
  return at(above, b.length);
};

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
