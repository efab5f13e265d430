// Lines as Java's reader splits them: at LF, CR or both together; a last line needs no end. Invalid UTF-8 ends everything.

export type LineSink = {readonly onLine: (line: string) => void; readonly onBroken: () => void};

export const createByteLines = ({onLine, onBroken}: LineSink) => {
  let kept: Buffer[] = [];
  let afterCr = false;
  let broken = false;

  const finish = (last: Buffer): void => {
    try {
      const line = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Buffer.concat([...kept, last]));
      kept = [];
      onLine(line);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      broken = true;
      onBroken();
    }
  };

  return {
    push: (chunk: Buffer): void => {
      let from = 0;
      for (let at = 0; at < chunk.length && !broken; at++) {
        const byte = chunk[at];
        if (byte === LF && afterCr) from = at + 1;
        else if (byte === LF || byte === CR) {
          finish(chunk.subarray(from, at));
          from = at + 1;
        }
        afterCr = byte === CR;
      }
      if (from < chunk.length) kept.push(Buffer.from(chunk.subarray(from)));
    },
    end: (): void => {
      if (kept.length > 0 && !broken) finish(Buffer.alloc(0));
    },
  };
};

const LF = 0x0a;
const CR = 0x0d;
