// The memory that the unfinished lines of all connections take together. Each line is bounded by itself; without a bound over
// all, a hundred connections with a long half line each would take a gigabyte.

export type LineRoom = {
  /** A place for one connection; `cut` is called when it has to give its room back. */
  readonly join: (cut: () => void) => LineShare;
};

export type LineShare = {
  /** So many bytes of an unfinished line are kept now. */
  readonly keep: (bytes: number) => void;
};

/** Above `most` bytes the connection with the longest unfinished line is cut: short lines always get through. */
export const createLineRoom = (most: number): LineRoom => {
  const kept = new Map<LineShare, {readonly bytes: number; readonly cut: () => void}>();
  let total = 0;

  const makeRoom = (): void => {
    const all = [...kept.values()];
    all.reduce((longest, one) => (one.bytes > longest.bytes ? one : longest), {bytes: 0, cut: () => {}}).cut();
  };

  return {
    join: cut => {
      const share: LineShare = {
        keep: bytes => {
          total += bytes - (kept.get(share)?.bytes ?? 0);
          if (bytes === 0) kept.delete(share);
          else kept.set(share, {bytes, cut});
          if (total > most) makeRoom();
        },
      };
      return share;
    },
  };
};
