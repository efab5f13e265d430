/** Random rules, the same ones for the same seed; not all of them are valid. */
export const randomRules = (count: number, seed: number): readonly string[] => {
  const random = randomNumbers(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
  const some = (list: readonly (string | number)[]): string => {
    const chosen = list.filter(() => random() < 2 / list.length);
    return (chosen.length === 0 ? [list[below(list.length)]] : chosen).join(',');
  };
  const parts: readonly (readonly [chance: number, part: () => string])[] = [
    [0.4, () => `INTERVAL=${1 + below(4)}`],
    [0.2, () => `BYMONTH=${some([1, 2, 4, 5, 12])}`],
    [0.05, () => `BYWEEKNO=${some([1, 20, 52, -1])}`],
    [0.05, () => `BYYEARDAY=${some([1, 60, 365, -1])}`],
    [0.25, () => `BYMONTHDAY=${pick(['1', '1,15', '13', '28,29', '28,29,30', '28,29,30,31', '31', '-1', '-2,2'])}`],
    [
      0.4,
      () =>
        `BYDAY=${pick(['MO', 'TU', 'FR', 'MO,TU,WE,TH,FR', 'SA,SU', '1MO', '-1FR', '1MO,FR', '2TU,-1TU', 'MO,WE'])}`,
    ],
    [0.3, () => `BYHOUR=${pick(['9', '9,18', '9,10,11', '22,23,0,1', '0,2,4', '8,9,10,12'])}`],
    [0.2, () => `BYMINUTE=${pick(['0', '30', '0,30', '0,10,20,30,40'])}`],
    [0.05, () => `BYSECOND=${pick(['0', '30'])}`],
    [0.2, () => `BYSETPOS=${pick(['1', '-1', '2', '1,-1'])}`],
    [0.1, () => `WKST=${pick(['MO', 'SU'])}`],
    [0.06, () => `X-EASTER=${pick(['-2', '0', '7'])}`],
    [0.06, () => `X-SUN=${pick(['RISE', 'SET', 'SET-30'])}`],
    [0.06, () => `X-EXCEPT=${pick(['1224', '20261225,0101', 'E-2', 'D1,M12'])}`],
    [0.06, () => `X-WORKDAYS=${pick(['FIRST', 'LAST', 'ALL'])}`],
  ];
  return Array.from({length: count}, () => {
    const freq = pick(['MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
    return [`FREQ=${freq}`, ...parts.flatMap(([chance, part]) => (random() < chance ? [part()] : []))].join(';');
  });
};

/** Mulberry32: numbers from 0 to 1. */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
