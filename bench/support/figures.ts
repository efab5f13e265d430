// Numbers out of many measurements.

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of what each round's pair says: what slows the machine for a while slows both sides of a pair. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));

export const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)} ms`;

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;

/** Measures in turn, `rounds` times: A B A B. One result a side and round. */
export const inTurn = async <Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number> | number>>,
): Promise<Readonly<Record<Side, readonly number[]>>> => {
  const results = Object.fromEntries(Object.keys(sides).map(side => [side, []])) as unknown as Record<Side, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(sides) as Side[]) results[side].push(await sides[side]());
  }
  return results;
};
