// Reads a broken line of signal-cli's output. Its writer died within the line, and the next message follows the torn piece. Whole
// messages are used; torn pieces are counted.

type Salvaged = {
  /** The complete messages in order. */
  readonly whole: readonly string[];
  /** Number of unreadable pieces. */
  readonly torn: number;
};

/** For a line of invalid JSON. A message starts only where one of these keys opens an object, because quotes inside a text are escaped. */
export const salvage = (line: string): Salvaged => {
  const pieces = line.split(START).filter(piece => piece.trim() !== '');
  const whole = pieces.filter(isJson);
  return {whole, torn: pieces.length - whole.length};
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const START = /(?=\{"(?:envelope|exception|account)")/u;
