// Random-looking numbers from 0 up to 1, the same in every run with the same seed (a 32-bit xorshift).
export const seededRandom = (seed: number): (() => number) => {
  let state = (seed * 2_654_435_761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};
