// Reads a line of signal-cli's output in which other text stands beside a message: a torn message of a writer that
// died, a warning of the Java machine, a line of a start script. Whole messages are used, torn ones are counted, and
// everything else is noise.

type Salvaged = {
  /** The complete messages in order. */
  readonly whole: readonly string[];
  /** The number of pieces that begin as a message and don't end as one. */
  readonly torn: number;
};

/**
 * For any line. A message starts only where one of these keys opens an object, because quotes inside a text are
 * escaped.
 */
export const salvage = (line: string): Salvaged => {
  if (isJson(line)) return {whole: [line], torn: 0};
  const pieces = line.split(START).map(piece => piece.trimEnd());
  const begun = pieces.filter(piece => START.test(piece) || isBegun(piece));
  const whole = begun.flatMap(piece => wholeOf(piece) ?? []);
  return {whole, torn: begun.length - whole.length};
};

/** The message at the start of a piece, without the noise behind it. */
const wholeOf = (piece: string): string | undefined => {
  let depth = 0;
  for (const {0: sign, index} of piece.matchAll(TOKEN)) {
    if (sign === '{') depth += 1;
    if (sign !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const message = piece.slice(0, index + 1);
    return isJson(message) ? message : undefined;
  }
  return undefined;
};

/** The writer died within the first key. */
const isBegun = (piece: string): boolean => piece.length > 1 && KEYS.some(key => `{"${key}"`.startsWith(piece));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const KEYS = ['envelope', 'exception', 'account'];
const START = /(?=\{"(?:envelope|exception|account)")/u;
/** A whole string, whose braces don't count, or a brace. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}]/gsu;
