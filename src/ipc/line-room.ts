// Bounds the memory of unfinished lines over all connections. A limit per line isn't enough: a hundred connections with
// a long half line each would take a gigabyte.

export type LineRoom = {
  /** Adds a connection; `cut` is called when it must free its memory. */
  readonly join: (cut: () => void) => LineShare;
};

type LineShare = {
  /** Reports the size of the unfinished line. */
  readonly keep: (bytes: number) => void;
};

/** Above `most` bytes the connection with the longest unfinished line is cut. Short lines always get through. */
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
