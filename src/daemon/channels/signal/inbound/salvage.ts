// A line of signal-cli's output that is not JSON: its writer died inside a line, and the next message was written behind the torn piece.
// What is whole in it is taken; what is torn is counted.

export type Salvaged = {
  /** The messages that are whole, in order. */
  readonly whole: readonly string[];
  /** How many pieces could not be read. */
  readonly torn: number;
};

/** For a line that is no JSON as it stands. A message can only begin where one of these keys opens an object: in a text the quotes are escaped. */
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
